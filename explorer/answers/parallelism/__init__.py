"""Every way of dividing the devices into tensor, pipeline and replicas."""
