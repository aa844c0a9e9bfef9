// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: three targets declare a dependency that they do not use.
let package = Package(
    name: "UnusedDependency",
    dependencies: [.package(url: "https://github.com/apple/swift-log", from: "1.16.2")],
    targets: [
        .target(name: "CShim", path: "Sources/Infrastructure/CShim"),
        .target(
            name: "Scheduling", dependencies: ["CShim"], path: "Sources/Infrastructure/Scheduling"),
        .target(
            name: "Signals",
            dependencies: ["Scheduling", .product(name: "Logging", package: "swift-log")],
            path: "Sources/Infrastructure/Signals"),
        .testTarget(
            name: "SignalsTests", dependencies: ["Scheduling", "Signals"],
            path: "Tests/Infrastructure/SignalsTests"),
    ]
)
