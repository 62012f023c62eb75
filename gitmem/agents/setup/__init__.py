"""What `git mem setup` writes for each agent, how it finds it again, and how it takes it out. Mostly pure."""
