"""What is said of the all-reduce, once for all tests: a better wording breaks one line."""

NOTHING_SENT = "Nothing to send."
NO_STEP_DATA = "The link has no per-step data; modelled as a ring"
NOT_STEP_BY_STEP = "not measured step by step"
LOCAL_NOT_STEP_BY_STEP = f"local ℓ and B, {NOT_STEP_BY_STEP}"
CURVE_GIVES = "the measured curve gives"
DIFFER = "Model and measurement differ by"
WHAT_IF = "What-if:"
CRITICAL_PATH = "on the critical path"
PORT = "through its port (B)"
SHARED_PORT = "A device's links share one port of bandwidth B, so its sends are serialized."
SAME_ALGORITHM = "Same algorithm on both sides: "
SAME_TIME = "Both take the same time at every size."
TREES = "solid lines are tree 1, dashed lines tree 2"
SCALED = "scaled to the time of the formula"
ONE_STREAM = "the two steps are one stream"
HALF_START_UPS = "takes 2 steps at half a start-up each"


def faster(name: str, time: str = "", other: str = "", ahead: str = "", factor: str = "") -> str:
    """Give the verdict, or its beginning."""
    verdict = f"Faster: {name}"
    if time:
        verdict += f", {time}; "
    if other:
        verdict += f"{other} finishes "
    if ahead:
        verdict += f"{ahead} later ({factor})." if factor else f"{ahead} later."
    return verdict


def below(size: str, below: str, above: str) -> str:
    return f"Below {size}, {below} is faster; above it, {above}."


def always_faster(name: str) -> str:
    return f"With this α and B, {name} is faster at every size."


def steps(step: int, of: int, sent: str = "", time: str = "") -> str:
    """Give the counter of a running clock, or its beginning."""
    counter = f"step {step} of {of} · "
    return f"{counter}{sent} per device · {time}" if sent else counter


def done(steps: int, of: int, faster: bool = False) -> str:
    return f"✓ {'faster' if faster else 'done'} · {steps} of {of} steps"


def drawn(devices: int, of: int) -> str:
    return f"{devices} of {of} devices"


def drawn_in_part(devices: int, of: int) -> str:
    return f"Drawn: {drawn(devices, of)}, with the same α and B, timed as for all {of} devices."


def one_node(devices: int) -> str:
    return f"One node of {devices} devices is drawn, without the network between nodes."


def pays(name: str, start_ups: str, sends: str) -> str:
    return f"{name} pays {start_ups} and sends {sends}"


def what_if(name: str) -> str:
    return f"{WHAT_IF} this link does not support {name} at this N."


def scenario_runs(name: str) -> str:
    return f"scenario's: {name}"


def modelled(name: str) -> str:
    return f"modelled: {name}"


def fastest(name: str) -> str:
    return f"fastest at this size: {name}"


def from_the_link(alpha: str, bandwidth: str) -> str:
    return f"From the link: α = {alpha} per step, B = {bandwidth}."


def chunks(device: int, complete: int, of: int) -> str:
    return f"device {device}: {complete} of {of} chunks complete"


def link_between(left: str, right: str) -> str:
    return f"link between {left} and {right}: "
