"""The ``pareggio`` command, one module a verb."""
