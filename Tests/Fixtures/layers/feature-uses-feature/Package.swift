// swift-tools-version: 6.2
import PackageDescription

// Wrong: a feature, its tests and a library use a feature, and two files of the program import one.
let package = Package(
    name: "FeatureUsesFeature",
    targets: [
        .target(name: "FeedFeature", path: "Sources/Application/Features/FeedFeature"),
        .testTarget(
            name: "FeedFeatureTests", dependencies: ["FeedFeature"],
            path: "Tests/Application/Features/FeedFeatureTests"),
        .target(
            name: "StubFeature", dependencies: ["FeedFeature"],
            path: "Sources/Application/Features/StubFeature"),
        .testTarget(
            name: "StubFeatureTests", dependencies: ["FeedFeature", "StubFeature"],
            path: "Tests/Application/Features/StubFeatureTests"),
        .target(
            name: "Rendering", dependencies: ["FeedFeature"],
            path: "Sources/Application/Rendering"),
        .executableTarget(
            name: "photopark", dependencies: ["FeedFeature", "StubFeature"],
            path: "Sources/Application/photopark"),
    ]
)
