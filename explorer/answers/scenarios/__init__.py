"""Several scenarios side by side: columns, clipboard and differences."""
