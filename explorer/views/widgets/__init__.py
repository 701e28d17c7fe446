"""Fields, sliders, keys, bars, the player and the theme."""
