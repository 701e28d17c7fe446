"""Where the parts meet: the application, its windows, recovery, and what the system must have."""
