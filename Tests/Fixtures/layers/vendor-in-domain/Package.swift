// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: the Domain names the vendor that CurlGateway is there to hide.
let package = Package(
    name: "VendorInDomain",
    targets: [
        .systemLibrary(name: "CCurl", path: "Sources/Infrastructure/CCurl"),
        .target(
            name: "CurlGateway", dependencies: ["CCurl"],
            path: "Sources/Infrastructure/CurlGateway"),
        .target(
            name: "DropboxFeed", dependencies: ["CCurl", "CurlGateway"],
            path: "Sources/Domain/DropboxFeed"),
    ]
)
