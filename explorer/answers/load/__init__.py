"""Latency under load of the split, replicas and the pipeline."""
