"""The package's errors."""


class StepvaultError(RuntimeError):
    """`code`: the error code of the C interface (stepvault.h); None if the error is not from there."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


class Broken(StepvaultError):
    """The ranks lost touch with each other."""
