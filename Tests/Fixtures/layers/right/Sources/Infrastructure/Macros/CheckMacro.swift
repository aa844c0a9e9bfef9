struct CheckMacro {}
