"""What is shown of a scenario, without Qt: figures, sentences and tables."""
