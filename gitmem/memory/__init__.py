"""What can be asked of a memory: `library.Memory` and the answers it puts together from the rooms above."""
