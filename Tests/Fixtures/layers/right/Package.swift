// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

// Right: the check must not refuse everything. Every dependency is used, each in another way.
let package = Package(
    name: "Right",
    targets: [
        .systemLibrary(name: "CCurl", path: "Sources/Infrastructure/CCurl"),
        .target(name: "CShim", dependencies: ["CCurl"], path: "Sources/Infrastructure/CShim"),
        .macro(name: "Macros", path: "Sources/Infrastructure/Macros"),
        .target(
            name: "Scheduling", dependencies: ["CShim", "Macros"],
            path: "Sources/Infrastructure/Scheduling"),
        .target(
            name: "PhotoFeed", dependencies: ["Scheduling"],
            path: "Sources/Domain/PhotoFeed"),
        .executableTarget(
            name: "photopark", dependencies: ["PhotoFeed"],
            path: "Sources/Application/photopark"),
        .testTarget(
            name: "photoparkTests", dependencies: ["photopark"],
            path: "Tests/Application/photoparkTests"),
    ]
)
