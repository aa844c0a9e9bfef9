@_exported import CShim

@freestanding(expression)
macro check() = #externalMacro(module: "Macros", type: "CheckMacro")

struct WorkScheduler {}
