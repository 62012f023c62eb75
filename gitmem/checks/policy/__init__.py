"""Rules of the memory policy, over lines and notes as values. Off unless the settings switch them on."""
