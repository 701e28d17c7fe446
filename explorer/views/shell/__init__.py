"""The window: pages, menus, actions, and the controllers of files, scenarios, links, matrices and export."""
