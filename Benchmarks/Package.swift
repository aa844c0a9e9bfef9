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
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(name: "CMeters"),
        .executableTarget(name: "launcher"),
        .executableTarget(
            name: "checked", dependencies: [.product(name: "Scheduling", package: "PhotoPark")],
            swiftSettings: strict),
        .target(name: "CCurlPeer", linkerSettings: [.linkedLibrary("curl")]),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CMeters",
                "CCurlPeer",
                .product(name: "Composition", package: "PhotoPark"),
                .product(name: "CurlGateway", package: "PhotoPark"),
                .product(name: "HTTPGateway", package: "PhotoPark"),
                .product(name: "KeyedStore", package: "PhotoPark"),
                .product(name: "Persistence", package: "PhotoPark"),
                .product(name: "Reports", package: "PhotoPark"),
                .product(name: "Scheduling", package: "PhotoPark"),
                .product(name: "SchedulingTestKit", package: "PhotoPark"),
                .product(name: "Signals", package: "PhotoPark"),
                .product(name: "Simulation", package: "PhotoPark"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
