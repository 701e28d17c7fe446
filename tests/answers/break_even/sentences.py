"""What is said of the break-even, once for all tests: a better wording breaks one line."""

PAYS, LOSES, TIE = "Splitting pays", "Splitting loses", "A tie: neither is faster"
GOAL, LOST = "splitting pays", "splitting stops paying"
NO_OVERLAP_NEEDED = f"Whatever f is, {GOAL}: no overlap is needed"
SERIAL_CANCELS = "at break-even S appears on both sides and cancels"
BYTES_COST = "the bytes alone, 4 × 200 µs, cost more than the 375 µs that splitting saves"
STARTUPS_COST = "the start-ups alone, 4 × 30 µs, cost more than the 90 µs that splitting saves"
NO_BANDWIDTH = "No bandwidth can help"
UNREACHABLE = "η would have to exceed 6.25, above the cap of 1"
NEAREST = f"nearest: η −32 % (to 0.5415), where {LOST}"
BASE_COPIED = (
    f"Base case: {PAYS}: 1.388× faster (12.80 ms on one device, 9.220 ms on two devices, parallel "
    f"efficiency 69.4 %, ideal bound 8.300 ms); {NEAREST}."
)
NO_EFFECT_WHILE = "no effect while "
NO_FIGURES = "no figures for that"
ANY_WORK = "nearest: any C above 0"
NONE_DECIDES = "no single parameter change flips the result"
AT_THRESHOLD, SYMBOL_AT_THRESHOLD = "at threshold", "C: at threshold"
NO_EFFECT, ALWAYS_MET = "no effect", "always met"
SINGLE_NODE = "· assuming a single node"
ALL_TOGETHER = "all together"
BOTH_FIXED = "with η, ℓ, V and B unchanged"


def pays(factor: str) -> str:
    return f"{PAYS}: {factor} faster"


def meets(target: str, factor: str) -> str:
    return f"Splitting meets {target}: {factor} faster"


def misses(target: str, factor: str) -> str:
    return f"Splitting misses {target}: {factor} faster"


def loses(factor: str) -> str:
    return f"{LOSES}: {factor} as fast"


def slower(percent: str) -> str:
    return f"{LOSES}: {percent} slower"


def met(target: str) -> str:
    return f"{target} is met"


def above(threshold: str, goal: str = GOAL) -> str:
    return f"Above {threshold}, all else unchanged, {goal}."


def below(threshold: str, goal: str = GOAL) -> str:
    return f"Below {threshold}, all else unchanged, {goal}."


def up_to(threshold: str, goal: str = GOAL) -> str:
    return f"Up to {threshold}, all else unchanged, {goal}."


def from_devices(devices: int, goal: str = GOAL) -> str:
    return f"For N ≥ {devices}, {BOTH_FIXED}, {goal}."


def at_devices(devices: str, goal: str = GOAL) -> str:
    return f"At N = {devices}, {goal}."


def of_listed(devices: str, listed: str) -> str:
    return at_devices(f"{devices} (of the listed N: {listed})")


def nearest(change: str, lost: str = "", won: str = "") -> str:
    return f"nearest: {change}{f', where {lost}' if lost else f'; beyond that, {won}'}"


def no_effect(symbol: str, reason: str) -> str:
    return f"{symbol} has no effect: {reason}"


def no_result(devices: int) -> str:
    return f"No result for N = {devices}"


def no_efficiency(devices: int, given: str) -> str:
    return f"no efficiency is given for N = {devices} (given: N = {given})"


def no_result_since(reason: str) -> str:
    return f"no result: {reason}"


def target_missed(target: str) -> str:
    return f"target {target} not met"


def at_its_threshold(symbol: str) -> str:
    return f"{symbol} is exactly at its threshold; any change tips the result"


def now(value: str) -> str:
    return f"now {value}"


def from_zero(condition: str, zero: str) -> str:
    return f"nearest: {condition}, {now(zero)}"


def no_devices(most: str, target: str) -> str:
    return f"{target} is met at no N up to {most}, all else unchanged."


def none_listed(listed: str) -> str:
    return f"Splitting pays at none of the listed N ({listed})."


def others_same(parameters: str) -> str:
    return f"{parameters}, all other parameters the same"
