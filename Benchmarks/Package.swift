// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no user of the library ever resolves the peers.
let strict: [SwiftSetting] =
    ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
    .map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "PhotoPark", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .target(name: "CMeters"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CMeters",
                .product(name: "Scheduling", package: "PhotoPark"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
