"""One file per kind of fault that users of neighbouring tools have met; each keeps the whole kind away."""
