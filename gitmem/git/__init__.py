"""The only room that runs git or imports GitPython; everything it returns is a value of our own."""
