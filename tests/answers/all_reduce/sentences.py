"""What is said of the all-reduce, once for all tests: a better wording breaks one line."""

NOTHING_SENT = "Nothing has to be sent."
TAKEN_AS_RING = "taken as a ring"
NOT_STEP_BY_STEP = "not measured step by step"
LOCAL_NOT_STEP_BY_STEP = f"local ℓ and B, {NOT_STEP_BY_STEP}"
DIFFER = "Modelled and measured differ"
WHAT_IF = "what-if"
SLOWEST_PATH = "along the slowest path"
PORT = "through its port (B)"
SHARED_PORT = "All links of a device share its one port of B"


def faster(name: str, time: str = "", other: str = "") -> str:
    """Give the verdict, or its beginning."""
    verdict = f"Faster: {name}"
    if time:
        verdict += f" in {time}; "
    return f"{verdict}{other} is done" if other else verdict


def below(size: str, below: str, above: str) -> str:
    return f"Below {size} {below} is faster, above it {above}."


def steps(step: int, of: int, sent: str = "", time: str = "") -> str:
    """Give the counter of a running clock, or its beginning."""
    counter = f"step {step} of {of} · "
    return f"{counter}{sent} per device · {time}" if sent else counter


def done(steps: int, of: int, faster: bool = False) -> str:
    return f"✓ {'faster' if faster else 'done'} · {steps} of {of} steps"


def drawn(devices: int, of: int) -> str:
    return f"{devices} of {of} devices"


def pays(name: str, start_ups: str, sends: str) -> str:
    return f"{name} pays {start_ups} and sends {sends}"


def not_wired(name: str) -> str:
    return f"not wired for {name}"


def scenario_runs(name: str) -> str:
    return f"scenario's: {name}"


def modelled(name: str) -> str:
    return f"modelled: {name}"


def chunks(device: int, complete: int, of: int) -> str:
    return f"device {device}: {complete} of {of} chunks complete"
