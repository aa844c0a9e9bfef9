// swift-tools-version: 6.2
import PackageDescription

// Right: the check must not refuse everything.
let package = Package(
    name: "Right",
    targets: [
        .target(name: "Scheduling", path: "Sources/Infrastructure/Scheduling"),
        .target(
            name: "PhotoFeed", dependencies: ["Scheduling"],
            path: "Sources/Domain/PhotoFeed"),
    ]
)
