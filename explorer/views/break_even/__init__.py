"""The first page: verdict and plots."""
