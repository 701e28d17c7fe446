"""Requests in queues: in closed form, simulated, and served by groups of devices."""
