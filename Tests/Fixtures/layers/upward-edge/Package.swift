// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: Infrastructure depends on Domain.
let package = Package(
    name: "UpwardEdge",
    targets: [
        .target(name: "PhotoFeed", path: "Sources/Domain/PhotoFeed"),
        .target(
            name: "Scheduling", dependencies: ["PhotoFeed"],
            path: "Sources/Infrastructure/Scheduling"),
    ]
)
