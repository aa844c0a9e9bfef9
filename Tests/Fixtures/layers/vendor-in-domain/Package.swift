// swift-tools-version: 6.2
import PackageDescription

// Wrong on purpose: the Domain imports the library of CurlGateway, and one that only it imports.
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
        .systemLibrary(name: "CCrypto", path: "Sources/Infrastructure/CCrypto"),
        .target(name: "Accounts", dependencies: ["CCrypto"], path: "Sources/Domain/Accounts"),
    ]
)
