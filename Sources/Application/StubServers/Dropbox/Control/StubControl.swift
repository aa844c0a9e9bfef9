// The commands and faults of the stub are those of a module that other stubs share.
