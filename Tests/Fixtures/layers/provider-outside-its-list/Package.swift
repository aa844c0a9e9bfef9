// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: Rendering uses a provider; its tests and the list of the providers may.
let package = Package(
    name: "ProviderOutsideItsList",
    targets: [
        .target(name: "PhotoFeed", path: "Sources/Domain/PhotoFeed"),
        .target(
            name: "DropboxFeed", dependencies: ["PhotoFeed"], path: "Sources/Domain/DropboxFeed"),
        .target(
            name: "Providers", dependencies: ["DropboxFeed", "PhotoFeed"],
            path: "Sources/Application/Providers"),
        .target(
            name: "Rendering", dependencies: ["DropboxFeed", "PhotoFeed"],
            path: "Sources/Application/Rendering"),
        .testTarget(
            name: "RenderingTests", dependencies: ["DropboxFeed", "Rendering"],
            path: "Tests/Application/RenderingTests"),
    ]
)
