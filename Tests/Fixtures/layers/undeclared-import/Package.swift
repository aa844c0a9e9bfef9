// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: Signals imports Scheduling without saying so.
let package = Package(
    name: "UndeclaredImport",
    targets: [
        .target(name: "Scheduling", path: "Sources/Infrastructure/Scheduling"),
        .target(name: "Signals", path: "Sources/Infrastructure/Signals"),
    ]
)
