"""Pipeline schedules and their bubble."""
