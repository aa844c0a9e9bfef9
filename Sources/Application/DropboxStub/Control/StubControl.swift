// The commands and faults of the stub are those of a module that other stubs share.
@_exported public import StubControl
