"""How well a curve is read between its points, and how well one line fits it; the product does not use them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.measured_curve import Curve, segments


def left_out_errors(curve: Curve) -> NDArray[np.float64]:
    """Relative error of each inner point when it is read between its neighbours; two fewer than the points."""
    sizes, seconds = np.log(curve.sizes), np.log(curve.seconds)
    share = (sizes[1:-1] - sizes[:-2]) / (sizes[2:] - sizes[:-2])
    read = seconds[:-2] + share * (seconds[2:] - seconds[:-2])
    return np.asarray(np.exp(read - seconds[1:-1]) - 1)


class LineFit(NamedTuple):
    """A line start-up + n/B through points.

    Attributes
    ----------
    startup : >= 0, seconds.
    bandwidth : > 0, bytes per second; infinite where the times do not rise.
    largest_error, median_error : of the absolute relative errors, the line's against the measured times.
    """

    startup: float
    bandwidth: float
    largest_error: float
    median_error: float


def one_line_fit(curve: Curve) -> LineFit:
    """The product's one segment of a whole curve, with the median of its errors."""
    (line,) = segments(curve, 1)
    errors = np.abs((line.startup + curve.sizes / line.bandwidth) / curve.seconds - 1)
    return LineFit(line.startup, line.bandwidth, line.largest_error, float(np.median(errors)))
