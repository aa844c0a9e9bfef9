// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The layers, from bottom to top.
///
/// A target may use targets of its own layer and of the layers below it.
enum Layer: Int, Comparable {
    case utilities, infrastructure, domain, application

    var folder: String {
        switch self {
        case .utilities: "Utilities"
        case .infrastructure: "Infrastructure"
        case .domain: "Domain"
        case .application: "Application"
        }
    }

    static func < (lhs: Layer, rhs: Layer) -> Bool { lhs.rawValue < rhs.rawValue }
}

enum Kind {
    case library, c, system(pkgConfig: String?, apt: String, brew: String), macro, program
    case command(verb: String, purpose: String, permissions: [PluginPermission] = [])
}

/// The description of a target and of its tests.
///
/// The name is also the name of the folder. `uses` are the targets that the target may import,
/// `products` are the libraries of other packages.
struct TargetDescription {
    var name: String
    var layer: Layer
    /// A folder of the layer that has the target's folder, with a slash.
    var group = ""
    var kind: Kind = .library
    var uses: [String] = []
    var products: [Target.Dependency] = []
    var exclude: [String] = []
    var tested: Bool = false
    var testUses: [String] = []
    var testProducts: [Target.Dependency] = []
    var testExclude: [String] = []
    var resources: [Resource] = []
    var cSettings: [CSetting] = []

    var path: String { "Sources/\(layer.folder)/\(group)\(name)" }
    var testPath: String { "Tests/\(layer.folder)/\(group)\(name)Tests" }
}

// The same strictness applies to every target.
// ExistentialAny: SE-0335. MemberImportVisibility: SE-0444. InternalImportsByDefault: SE-0409.
let strict: [SwiftSetting] =
    ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"].map {
        .enableUpcomingFeature($0)
    }
    + [.treatAllWarnings(as: .error)]

/// A product of another package, which is resolved and built only with `trait`, if one is given.
func swift(_ product: String, _ package: String, trait: String? = nil) -> Target.Dependency {
    .product(name: product, package: package, condition: trait.flatMap { .when(traits: [$0]) })
}
let log = swift("Logging", "swift-log")
let metrics = swift("Metrics", "swift-metrics")
let coreMetrics = swift("CoreMetrics", "swift-metrics")
let tracing = swift("Tracing", "swift-distributed-tracing", trait: "Gateway")
let argumentParser = swift("ArgumentParser", "swift-argument-parser", trait: "Program")

/// A build that is given a compiler plug-in (`Scripts/build-release`) leaves out the targets that
/// need swift-syntax.
let hasPlugin = Context.environment["SCHEDULING_PLUGIN"] != nil
let plugin = hasPlugin ? [] : ["SchedulingMacros"]
let syntaxTargets: Set = [
    "CheckSchedulable", "SchedulableExpansion", "SchedulableLint", "SchedulingMacros",
]

/// The commit and its date, which `Scripts/build-release` gives to the program.
let buildStamp: [CSetting] = [
    ("BUILD_COMMIT", "PHOTOPARK_COMMIT"), ("BUILD_DATE", "PHOTOPARK_DATE"),
].compactMap { macro, variable in
    guard let text = Context.environment[variable], !text.isEmpty else { return nil }
    precondition(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    return .define(macro, to: "\"\(text)\"")
}

/// The targets whose tests are built: those that `TEST_TARGETS` names, or all (`Scripts/test`).
let testTargets = Context.environment["TEST_TARGETS"]?.split(separator: " ").map(String.init)

/// A feature of the program: a target that only the program and its own tests use.
func feature(
    _ name: String, uses: [String], products: [Target.Dependency] = [argumentParser],
    testUses: [String] = [], testProducts: [Target.Dependency] = [], testExclude: [String] = []
) -> TargetDescription {
    TargetDescription(
        name: name, layer: .application, group: "Features/", uses: uses, products: products,
        exclude: ["Module.md"], tested: true, testUses: testUses, testProducts: testProducts,
        testExclude: testExclude)
}

/// The features of the program; `photopark` lists the same ones.
let features = [
    feature(
        "AccountFeature",
        uses: [
            "Accounts", "CommandLineProgram", "CommandOptions", "Composition", "Escaping", "Events",
            "HTTPGateway", "JSONText", "KeyedStore", "PhotoFeed", "Providers", "Routes", "Routing",
            "SceneFlow", "Scheduling", "ServiceKeys", "Signals",
        ],
        testUses: [
            "Accounts", "BrowserTestKit", "CurlGateway", "DropboxStub", "Events", "HTTPGateway",
            "PhotoFeed", "ProgramTestKit", "Providers", "Routing", "SceneFlow", "Scheduling",
            "SchedulingTestKit", "ServiceKeys", "Signals", "SocketTestKit", "WebDAVStub",
        ], testExclude: ["OAuthServer"]),
    feature(
        "DuplicatesFeature",
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "Duplicates", "Escaping",
            "JSONText", "PhotoFeed", "Pictures", "Rendering", "Scheduling", "ServiceKeys",
            "ShellCommands",
        ],
        testUses: [
            "CommandLineProgram", "CommandOptions", "Duplicates", "PhotoFeed", "PhotoFeedTestKit",
            "Pictures", "ProgramTestKit", "Scheduling", "SchedulingTestKit", "ShellCommands",
        ]),
    feature(
        "ExportFeature",
        uses: [
            "AccountFeeds", "CommandLineProgram", "CommandOptions", "Composition", "DurableFiles",
            "Escaping", "Originals", "PhotoFeed", "Rendering", "Scheduling", "ServiceKeys",
        ],
        testUses: [
            "AccountFeeds", "DropboxStub", "PhotoFeed", "ProgramTestKit", "SchedulingTestKit",
        ]),
    feature(
        "FeedFeature",
        uses: [
            "AccountFeeds", "Accounts", "CommandLineProgram", "CommandOptions", "Composition",
            "CoreDumps",
            "DurableFiles", "Escaping", "Events", "FeedGallery", "HTTPGateway", "JSONText",
            "Originals", "PhotoFeed", "Providers", "Rendering", "Routes", "Routing", "SceneFlow",
            "Scheduling",
            "ServiceKeys",
            "Signals",
        ],
        testUses: [
            "CommandLineProgram", "CommandOptions", "Composition", "DropboxFeed", "DropboxStub",
            "DurableFiles",
            "Escaping", "HTTPGateway", "LiveServices", "PhotoFeed", "PhotoFeedTestKit",
            "ProgramTestKit", "SceneFlow", "Scheduling", "SchedulingTestKit", "ServiceKeys",
            "Signals", "SocketTestKit",
        ]),
    feature(
        "HistoryFeature",
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "Escaping", "JSONText",
            "PhotoFeed", "Rendering", "Scheduling", "ServiceKeys",
        ],
        testUses: [
            "CommandOptions", "Composition", "DropboxStub", "PhotoFeed", "PhotoFeedTestKit",
            "ProgramTestKit", "Scheduling", "ServiceKeys",
        ]),
    feature(
        "OriginalsFeature",
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "CoreDumps", "Diagnostics",
            "Escaping", "JSONText", "Originals", "PhotoFeed", "Rendering", "Routes", "Routing",
            "Scheduling", "ServiceKeys", "Signals",
        ],
        testUses: [
            "Diagnostics", "Digests", "DropboxStub", "Originals", "PhotoFeed", "PhotoFeedTestKit",
            "ProgramTestKit", "Scheduling", "SocketTestKit", "WebDAVStub",
        ]),
    feature(
        "ServeFeature",
        uses: [
            "Base64Coding", "CivilTime", "CommandLineProgram", "CommandOptions", "Composition",
            "Digests", "Duplicates", "Escaping", "JSONText", "Originals", "PageAssets", "PhotoFeed",
            "Routes", "Routing", "Scheduling", "ServiceKeys", "Themes", "WebServer",
        ],
        testUses: [
            "BrowserTestKit", "CommandOptions", "Duplicates", "Originals", "PhotoFeed",
            "PhotoFeedTestKit", "ProgramTestKit", "Routes", "Scheduling", "SchedulingTestKit",
            "ServiceKeys", "SocketTestKit", "WebServer",
        ]),
    feature(
        "WatchFeature",
        uses: [
            "Accounts", "CommandLineProgram", "CommandOptions", "Composition", "CoreDumps",
            "Diagnostics", "Escaping", "FeedWatch", "JSONText", "Originals", "PhotoFeed",
            "PhotoLibrary", "Routes", "Routing", "Scheduling", "ServiceKeys", "ShellCommands",
            "Signals",
            "WebServer",
        ],
        testUses: [
            "Diagnostics", "DropboxStub", "FeedWatch", "PhotoFeed", "ProgramTestKit", "Scheduling",
            "ServiceKeys", "ShellCommands", "Signals", "SocketTestKit",
        ]),
    feature(
        "StubFeature",
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "DropboxStub", "DurableFiles",
            "HTTPGateway", "PhotoFeed", "Providers", "Rendering", "Routes", "Routing",
            "ServiceKeys", "WebDAVStub",
        ],
        testUses: ["CommandLineProgram", "LiveServices", "ProgramTestKit"],
        testProducts: [argumentParser], testExclude: ["OfficialClient"]),
    feature(
        "ReportFeature",
        uses: [
            "Accounts", "BoundaryErrors", "CommandLineProgram", "CommandOptions", "Composition",
            "CoreDumps", "Diagnostics", "DurableFiles", "Escaping", "HTTPGateway", "JSONText",
            "PhotoFeed", "PhotoLibrary", "Rendering", "Routes", "Routing", "Scheduling",
            "ServiceKeys", "ShellCommands", "Signals",
        ],
        testUses: [
            "Composition", "DropboxStub", "DurableFiles", "ProgramTestKit", "Scheduling",
            "SocketTestKit", "WebDAVStub",
        ]),
    feature(
        "StatsFeature",
        uses: [
            "CivilTime", "CommandLineProgram", "CommandOptions", "Composition", "Countries",
            "Escaping", "HTTPGateway", "JSONText", "PhotoFeed", "Rendering", "Routes", "Routing",
            "Scheduling", "ServiceKeys", "Tracking",
        ],
        testUses: [
            "CommandOptions", "Composition", "DropboxStub", "Escaping", "PhotoFeed",
            "PhotoFeedTestKit", "ProgramTestKit", "Scheduling", "ServiceKeys",
        ]),
    feature(
        "OpenFeature",
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "Routes", "Routing",
        ],
        testUses: [
            "CommandLineProgram", "Composition", "LiveServices", "ProgramTestKit", "Routes",
            "Routing", "Scheduling",
        ],
        testProducts: [argumentParser]),
]

/// The package of libgd, whose library is linked; on Linux, `Pictures` loads it when it is needed.
#if os(Linux)
    let linkedGd: String? = nil
#else
    let linkedGd: String? = "gdlib"
#endif

let sharedTargets: [TargetDescription] = [
    // Utilities: small tools that no framework provides.
    TargetDescription(name: "Base64Coding", layer: .utilities, tested: true),
    TargetDescription(name: "BoundaryErrors", layer: .utilities, tested: true),
    TargetDescription(
        name: "CCrypto", layer: .utilities,
        kind: .system(pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl")),
    TargetDescription(name: "CCoreDumps", layer: .utilities, kind: .c),
    TargetDescription(name: "CivilTime", layer: .utilities, tested: true),
    TargetDescription(
        name: "CoreDumps", layer: .utilities, uses: ["CCoreDumps"], tested: true,
        testUses: ["CCoreDumps"]),
    TargetDescription(
        name: "Countries", layer: .utilities, tested: true, resources: [.embedInCode("Assets")]),
    TargetDescription(name: "Digests", layer: .utilities, uses: ["CCrypto"], tested: true),
    TargetDescription(
        name: "DurableFiles", layer: .utilities, uses: ["BoundaryErrors"], tested: true),
    TargetDescription(name: "Escaping", layer: .utilities, tested: true),
    TargetDescription(
        name: "JSONText", layer: .utilities, uses: ["BoundaryErrors", "Escaping"], tested: true),
    TargetDescription(
        name: "MediaFacts", layer: .utilities, uses: ["CivilTime", "XMLReading"], tested: true,
        testUses: ["CivilTime"]),
    TargetDescription(
        name: "XMLReading", layer: .utilities, uses: ["BoundaryErrors"], tested: true),

    // Infrastructure: parts that any program can reuse.
    TargetDescription(name: "CScheduling", layer: .infrastructure, kind: .c),
    TargetDescription(
        name: "SchedulableExpansion", layer: .infrastructure,
        products: [
            swift("SwiftSyntax", "swift-syntax"), swift("SwiftSyntaxBuilder", "swift-syntax"),
            swift("SwiftSyntaxMacros", "swift-syntax"),
            swift("SwiftDiagnostics", "swift-syntax"),
        ],
        tested: true,
        testProducts: [
            swift("SwiftSyntaxBuilder", "swift-syntax"),
            swift("SwiftSyntaxMacros", "swift-syntax"),
            swift("SwiftSyntaxMacrosGenericTestSupport", "swift-syntax"),
            swift("SwiftSyntaxMacroExpansion", "swift-syntax"),
        ]),
    TargetDescription(
        name: "SchedulingMacros", layer: .infrastructure, kind: .macro,
        uses: ["SchedulableExpansion"],
        products: [
            swift("SwiftSyntaxMacros", "swift-syntax"),
            swift("SwiftCompilerPlugin", "swift-syntax"),
        ]),
    TargetDescription(
        name: "SchedulableLint", layer: .infrastructure, kind: .program,
        products: [swift("SwiftSyntax", "swift-syntax"), swift("SwiftParser", "swift-syntax")],
        tested: true),
    TargetDescription(
        name: "CheckSchedulable", layer: .infrastructure,
        kind: .command(
            verb: "check-schedulable",
            purpose: "Finds classes, extensions and subclasses that lack @Schedulable"),
        uses: ["SchedulableLint"]),
    TargetDescription(
        name: "Scheduling", layer: .infrastructure,
        uses: ["BoundaryErrors", "CScheduling"] + plugin,
        products: [log], tested: true, testUses: ["SchedulingTestKit"]),
    TargetDescription(
        name: "SchedulingDiagnostics", layer: .infrastructure,
        uses: ["JSONText", "Scheduling"],
        products: [log, coreMetrics], tested: true,
        testUses: ["Scheduling", "SchedulingTestKit"], testProducts: [coreMetrics]),
    TargetDescription(
        name: "SchedulingTestKit", layer: .infrastructure, uses: ["CScheduling", "Scheduling"]),
    TargetDescription(
        name: "Signals", layer: .infrastructure, uses: ["Scheduling"], products: [log],
        tested: true, testUses: ["Scheduling", "SchedulingTestKit", "SignalsTestKit"],
        testProducts: [log]),
    TargetDescription(
        name: "SignalsTestKit", layer: .infrastructure,
        uses: ["Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(name: "CSimulation", layer: .infrastructure, kind: .c),
    TargetDescription(
        name: "Simulation", layer: .infrastructure,
        uses: [
            "CScheduling", "CSimulation", "Scheduling", "SchedulingDiagnostics",
            "SchedulingTestKit", "Signals",
        ],
        tested: true,
        testUses: ["Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(
        name: "Composition", layer: .infrastructure,
        uses: ["BoundaryErrors", "CScheduling", "Scheduling"], tested: true,
        testUses: ["BoundaryErrors", "Scheduling", "SchedulingTestKit"]),
    TargetDescription(
        name: "SceneFlow", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling", "Signals"], tested: true,
        testUses: ["Scheduling", "SchedulingTestKit", "Signals", "SignalsTestKit"]),
    TargetDescription(
        name: "HTTPGateway", layer: .infrastructure,
        uses: [
            "Base64Coding", "BoundaryErrors", "CivilTime", "Scheduling", "Signals", "DurableFiles",
            "Escaping",
        ],
        products: [log, metrics, tracing], tested: true,
        testUses: ["Scheduling", "SchedulingTestKit", "Signals", "HTTPGatewayTestKit"],
        testProducts: [
            log, tracing,
            swift("MetricsTestKit", "swift-metrics"),
            swift("InMemoryTracing", "swift-distributed-tracing", trait: "Gateway"),
        ]),
    TargetDescription(
        name: "HTTPGatewayTestKit", layer: .infrastructure,
        uses: ["HTTPGateway", "Scheduling", "Signals"]),
    TargetDescription(
        name: "Routing", layer: .infrastructure,
        uses: ["BoundaryErrors", "Escaping", "Scheduling", "Signals"],
        tested: true,
        testUses: [
            "BoundaryErrors", "Scheduling", "SchedulingTestKit", "Signals", "SignalsTestKit",
        ]),
    TargetDescription(
        name: "Events", layer: .infrastructure, uses: ["Scheduling", "Signals"],
        tested: true, testUses: ["Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(name: "CConfinement", layer: .infrastructure, kind: .c),
    TargetDescription(
        name: "ShellCommands", layer: .infrastructure, uses: ["CConfinement", "Scheduling"],
        tested: true),
    TargetDescription(
        name: "PictureScaling", layer: .infrastructure,
        uses: ["BoundaryErrors", "MediaFacts", "ShellCommands"], tested: true,
        testUses: ["ShellCommands"]),
    TargetDescription(
        name: "SimulationNetwork", layer: .infrastructure,
        uses: [
            "CivilTime", "HTTPGateway", "HTTPGatewayTestKit", "Scheduling", "SchedulingTestKit",
            "Simulation",
        ],
        tested: true,
        testUses: ["HTTPGateway", "HTTPGatewayTestKit", "Scheduling", "Signals", "Simulation"]),
    TargetDescription(
        name: "SimulationDisk", layer: .infrastructure,
        uses: ["CSQLite", "DurableFiles", "Scheduling", "Simulation", "SQLitePersistence"],
        tested: true,
        testUses: [
            "DurableFiles", "Persistence", "Scheduling", "SchedulingTestKit", "Simulation",
            "SQLitePersistence",
        ]),
    TargetDescription(name: "BrowserTestKit", layer: .infrastructure),
    TargetDescription(name: "SocketTestKit", layer: .infrastructure, uses: ["Scheduling"]),
    TargetDescription(
        name: "CCurl", layer: .infrastructure,
        kind: .system(pkgConfig: "libcurl", apt: "libcurl4-openssl-dev", brew: "curl")),
    TargetDescription(name: "CCurlShim", layer: .infrastructure, kind: .c, uses: ["CCurl"]),
    TargetDescription(
        name: "CurlGateway", layer: .infrastructure,
        uses: [
            "CCurl", "CCurlShim", "Digests", "DurableFiles", "HTTPGateway", "Scheduling", "Signals",
        ],
        tested: true,
        testUses: [
            "CCurl", "CCurlShim", "Digests", "HTTPGateway", "HTTPGatewayTestKit", "Scheduling",
            "SchedulingTestKit", "Signals", "SocketTestKit",
        ]),
    TargetDescription(
        name: "WebServer", layer: .infrastructure,
        uses: ["BoundaryErrors", "CivilTime", "Scheduling"],
        products: [
            swift("HTTPTypes", "swift-http-types", trait: "Server"),
            swift("HummingbirdCore", "hummingbird", trait: "Server"),
            swift("NIOCore", "swift-nio", trait: "Server"),
            swift("NIOHTTP1", "swift-nio", trait: "Server"),
            swift("NIOPosix", "swift-nio", trait: "Server"), log,
        ], tested: true, testUses: ["Scheduling", "SocketTestKit"]),
    TargetDescription(
        name: "Reports", layer: .infrastructure,
        uses: [
            "BoundaryErrors", "CivilTime", "Digests", "DurableFiles", "Escaping", "HTTPGateway",
            "JSONText", "Scheduling", "Signals",
        ],
        products: [log], tested: true,
        testUses: [
            "BoundaryErrors", "DurableFiles", "HTTPGateway", "HTTPGatewayTestKit", "Scheduling",
            "SchedulingTestKit",
        ],
        testProducts: [log]),
    TargetDescription(
        name: "Tracking", layer: .infrastructure,
        uses: [
            "BoundaryErrors", "HTTPGateway", "JSONText", "KeyedStore", "Persistence", "Reports",
            "Scheduling", "Signals",
        ],
        products: [log], tested: true,
        testUses: [
            "BoundaryErrors", "HTTPGateway", "HTTPGatewayTestKit", "KeyedStore", "Persistence",
            "SQLitePersistence", "Scheduling", "SchedulingTestKit", "Signals",
        ],
        testProducts: [log]),
    TargetDescription(
        name: "KeyedStore", layer: .infrastructure,
        uses: [
            "BoundaryErrors", "CivilTime", "CoreDumps", "DurableFiles", "JSONText", "Scheduling",
            "ShellCommands", "Signals",
        ],
        tested: true,
        testUses: [
            "CoreDumps", "DurableFiles", "KeyedStoreTestKit", "Scheduling", "SchedulingTestKit",
            "Signals",
        ]),
    TargetDescription(
        name: "KeyedStoreTestKit", layer: .infrastructure,
        uses: ["KeyedStore", "Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(
        name: "Persistence", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling"] + plugin, tested: true,
        testUses: ["BoundaryErrors", "Scheduling"]),
    TargetDescription(
        name: "CSQLite", layer: .infrastructure,
        kind: .system(pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite")),
    TargetDescription(
        name: "SQLitePersistence", layer: .infrastructure,
        uses: ["CSQLite", "Persistence"], tested: true,
        testUses: ["Persistence", "Scheduling"]),

    // Domain: the photo feed.
    TargetDescription(
        name: "PhotoFeed", layer: .domain,
        uses: [
            "BoundaryErrors", "CivilTime", "Countries", "Escaping", "HTTPGateway", "JSONText",
            "Scheduling", "Signals",
        ],
        tested: true,
        testUses: [
            "JSONText", "PhotoFeedTestKit", "Scheduling", "SchedulingTestKit", "Signals",
        ]),
    TargetDescription(
        name: "PhotoFeedTestKit", layer: .domain,
        uses: ["HTTPGateway", "PhotoFeed", "Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(
        name: "DropboxFeed", layer: .domain,
        uses: [
            "Base64Coding", "PhotoFeed", "JSONText", "HTTPGateway", "Escaping", "Scheduling",
            "Signals",
        ],
        tested: true,
        testUses: [
            "PhotoFeed", "PhotoFeedTestKit", "JSONText", "HTTPGateway", "HTTPGatewayTestKit",
            "Scheduling", "SchedulingTestKit", "Signals",
        ]),
    TargetDescription(
        name: "WebDAVFeed", layer: .domain,
        uses: [
            "CivilTime", "Escaping", "HTTPGateway", "PhotoFeed", "Scheduling", "Signals",
            "XMLReading",
        ],
        tested: true,
        testUses: [
            "CurlGateway", "HTTPGateway", "HTTPGatewayTestKit", "PhotoFeed", "PhotoFeedTestKit",
            "Scheduling", "SchedulingTestKit", "Signals", "XMLReading",
        ]),
    TargetDescription(
        name: "Duplicates", layer: .domain, uses: ["Digests", "DurableFiles", "PhotoFeed"],
        tested: true,
        testUses: ["PhotoFeed", "PhotoFeedTestKit"]),
    TargetDescription(name: "FeedWatch", layer: .domain, tested: true),
    TargetDescription(
        name: "PhotoLibrary", layer: .domain,
        uses: [
            "PhotoFeed", "Digests", "DurableFiles", "Escaping", "Persistence", "Scheduling",
            "SQLitePersistence",
        ],
        tested: true,
        testUses: [
            "PhotoFeed", "PhotoFeedTestKit", "DurableFiles", "Persistence", "Scheduling",
            "SchedulingTestKit", "Signals", "SQLitePersistence",
        ]),

    TargetDescription(
        name: "Originals", layer: .domain,
        uses: [
            "CivilTime", "Digests", "DurableFiles", "Escaping", "HTTPGateway", "MediaFacts",
            "Persistence", "PhotoFeed", "PictureScaling", "Scheduling", "Signals",
            "SQLitePersistence",
        ],
        tested: true,
        testUses: [
            "DurableFiles", "HTTPGateway", "MediaFacts", "PhotoFeed", "PhotoFeedTestKit",
            "PhotoLibrary", "PictureScaling", "Scheduling", "SchedulingTestKit", "Signals",
            "SimulationDisk",
        ]),
    TargetDescription(
        name: "Accounts", layer: .domain,
        uses: [
            "Base64Coding", "BoundaryErrors", "CoreDumps", "Digests", "DurableFiles",
            "HTTPGateway", "JSONText", "KeyedStore", "Persistence", "PhotoFeed", "Scheduling",
            "Signals", "WebServer",
        ],
        tested: true,
        testUses: [
            "DropboxFeed", "DurableFiles", "HTTPGateway", "HTTPGatewayTestKit", "KeyedStore",
            "Persistence", "PhotoFeed", "PhotoLibrary", "Scheduling", "SchedulingTestKit",
            "Signals", "SocketTestKit", "WebServer",
        ]),

    // Application: the parts of this program.
    TargetDescription(
        name: "CGd", layer: .application,
        kind: .system(pkgConfig: linkedGd, apt: "libgd-dev", brew: "gd")),
    TargetDescription(
        name: "CJpeg", layer: .application,
        kind: .system(pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo")),
    TargetDescription(
        name: "Pictures", layer: .application, uses: ["BoundaryErrors", "CGd", "CJpeg"],
        tested: true,
        testUses: ["CGd"]),
    TargetDescription(
        name: "StubControl", layer: .application,
        uses: ["Base64Coding", "BoundaryErrors", "Digests", "Pictures", "Scheduling"]),
    TargetDescription(
        name: "DropboxStub", layer: .application,
        uses: [
            "Base64Coding", "BoundaryErrors", "Pictures", "CivilTime", "Digests", "DurableFiles",
            "JSONText", "Scheduling", "StubControl", "WebServer",
        ],
        tested: true, testUses: ["Digests", "SocketTestKit"]),
    TargetDescription(
        name: "WebDAVStub", layer: .application,
        uses: [
            "Base64Coding", "CivilTime", "Digests", "Escaping", "JSONText", "Scheduling",
            "StubControl", "WebServer", "XMLReading",
        ],
        tested: true,
        testUses: [
            "Base64Coding", "CurlGateway", "HTTPGateway", "PhotoFeed", "Scheduling", "Signals",
            "SocketTestKit", "StubControl", "WebDAVFeed",
        ]),
    TargetDescription(
        name: "Rendering", layer: .application, uses: ["PhotoFeed", "Escaping"], tested: true,
        testUses: ["DropboxFeed", "PhotoFeed", "PhotoFeedTestKit", "Escaping"]),
    TargetDescription(
        name: "FeedGallery", layer: .application,
        uses: [
            "BoundaryErrors", "CivilTime", "Countries", "Escaping", "DurableFiles", "JSONText",
        ],
        tested: true, testUses: ["BrowserTestKit"], testExclude: ["JavaScript"],
        resources: [.embedInCode("Assets")]),
    TargetDescription(
        name: "PageAssets", layer: .application, uses: ["Countries", "FeedGallery", "Themes"],
        tested: true,
        testUses: ["FeedGallery", "Themes"], testExclude: ["JavaScript"],
        resources: [.embedInCode("Assets")]),
    TargetDescription(
        name: "Providers", layer: .application, uses: ["DropboxFeed", "PhotoFeed", "WebDAVFeed"]),
    TargetDescription(
        name: "ServiceKeys", layer: .application,
        uses: [
            "Accounts", "BoundaryErrors", "Composition", "Events", "HTTPGateway", "PhotoFeed",
            "Scheduling", "Tracking",
        ]),
    TargetDescription(
        name: "LiveServices", layer: .application,
        uses: [
            "Accounts", "Composition", "CurlGateway", "Digests", "DurableFiles", "Events",
            "HTTPGateway", "KeyedStore", "Persistence", "PhotoFeed", "PhotoLibrary",
            "SQLitePersistence", "Scheduling", "ServiceKeys", "Signals", "Tracking",
        ],
        products: [log], exclude: ["Module.md"], tested: true,
        testUses: [
            "Accounts", "Composition", "Events", "HTTPGateway", "HTTPGatewayTestKit", "KeyedStore",
            "Persistence", "PhotoFeed", "PhotoFeedTestKit", "PhotoLibrary", "SQLitePersistence",
            "Scheduling", "SchedulingTestKit", "ServiceKeys", "Signals", "Tracking",
        ]),
    TargetDescription(
        name: "Routes", layer: .application, uses: ["Originals", "PhotoFeed", "Routing"]),
    TargetDescription(
        name: "CommandLineProgram", layer: .application,
        uses: [
            "BoundaryErrors", "Composition", "DurableFiles", "Escaping", "HTTPGateway", "JSONText",
            "PhotoFeed", "Reports", "Routing", "Scheduling", "SchedulingDiagnostics", "Signals",
        ],
        products: [argumentParser, log], tested: true,
        testUses: [
            "BoundaryErrors", "Composition", "PhotoFeed", "Routing", "Scheduling", "Signals",
        ],
        testProducts: [argumentParser, log]),
    TargetDescription(
        name: "CommandOptions", layer: .application,
        uses: [
            "Accounts", "CommandLineProgram", "Composition", "DurableFiles", "Escaping",
            "HTTPGateway", "KeyedStore", "Originals", "PhotoFeed", "Providers", "Routes",
            "Scheduling", "SchedulingDiagnostics", "ServiceKeys", "ShellCommands", "Signals",
        ],
        products: [argumentParser], tested: true,
        testUses: [
            "Accounts", "CommandLineProgram", "HTTPGateway", "KeyedStore", "PhotoFeed", "Providers",
            "ServiceKeys", "Signals",
        ],
        testProducts: [argumentParser]),
    TargetDescription(
        name: "Diagnostics", layer: .application,
        uses: [
            "Accounts", "BoundaryErrors", "CommandLineProgram", "Composition", "PhotoFeed",
            "Scheduling", "ServiceKeys",
        ],
        tested: true,
        testUses: ["CommandLineProgram", "PhotoFeed"]),
    TargetDescription(name: "Themes", layer: .application, tested: true),
    TargetDescription(
        name: "AccountFeeds", layer: .application,
        uses: [
            "CommandLineProgram", "CommandOptions", "Composition", "JSONText", "Originals",
            "PhotoFeed", "Scheduling", "ServiceKeys",
        ]),
    TargetDescription(
        name: "NewModule", layer: .application,
        kind: .command(
            verb: "new-module", purpose: "Add a feature to the program",
            permissions: [
                .writeToPackageDirectory(reason: "It adds the feature's files and lines.")
            ])),
    TargetDescription(
        name: "ProgramTestKit", layer: .application,
        uses: ["DropboxStub", "Scheduling"]),
    TargetDescription(
        name: "ProgramSimulation", layer: .application,
        uses: [
            "Accounts", "Composition", "Digests", "DropboxStub", "FeedWatch", "HTTPGateway",
            "HTTPGatewayTestKit", "LiveServices", "Originals", "PhotoFeed", "PhotoFeedTestKit",
            "PhotoLibrary", "Providers", "Scheduling", "SchedulingTestKit", "ServiceKeys",
            "Signals",
            "Simulation", "SimulationDisk", "SimulationNetwork", "StubControl", "WebDAVStub",
            "WebServer",
        ],
        tested: true, testUses: ["Simulation"]),
    TargetDescription(
        name: "simulate", layer: .application, kind: .program,
        uses: ["ProgramSimulation", "Simulation"]),
    TargetDescription(
        name: "CBuildStamp", layer: .application, kind: .c, cSettings: buildStamp),
    TargetDescription(
        name: "photopark", layer: .application, kind: .program,
        uses: [
            "CBuildStamp", "CommandLineProgram", "CommandOptions", "CurlGateway", "Diagnostics",
            "Escaping", "JSONText", "LiveServices", "PhotoFeed", "Providers", "SQLitePersistence",
            "Tracking",
        ] + features.map(\.name),
        products: [argumentParser], tested: true,
        testUses: ["DropboxStub", "ProgramTestKit", "Scheduling", "SocketTestKit"]),
]

let targetDescriptions = (sharedTargets + features)
    .filter { !hasPlugin || !syntaxTargets.contains($0.name) }
let featureNames = Set(features.map(\.name))
let layers = Dictionary(uniqueKeysWithValues: targetDescriptions.map { ($0.name, $0.layer) })
for target in targetDescriptions {
    for used in target.uses {
        guard let layer = layers[used] else {
            fatalError("\(target.name) uses \(used), which is not a target of this package")
        }
        precondition(
            layer <= target.layer,
            "\(target.name) (\(target.layer)) must not use \(used) (\(layer)): use signals to send "
                + "information to a higher layer")
        precondition(
            target.name == "photopark" || !featureNames.contains(used),
            "\(target.name) uses \(used): only the program uses a feature; others call its routes")
    }
}

func targets(of description: TargetDescription) -> [Target] {
    let dependencies =
        description.uses.map { Target.Dependency(stringLiteral: $0) } + description.products
    let main: Target =
        switch description.kind {
        case .library:
            .target(
                name: description.name, dependencies: dependencies, path: description.path,
                exclude: description.exclude, resources: description.resources,
                swiftSettings: strict)
        case .c:
            .target(
                name: description.name, dependencies: dependencies, path: description.path,
                cSettings: description.cSettings)
        case .system(let pkgConfig, let apt, let brew):
            .systemLibrary(
                name: description.name, path: description.path, pkgConfig: pkgConfig,
                providers: [.apt([apt]), .brew([brew])])
        case .macro:
            .macro(
                name: description.name, dependencies: dependencies, path: description.path,
                swiftSettings: strict)
        case .command(let verb, let purpose, let permissions):
            .plugin(
                name: description.name,
                capability: .command(
                    intent: .custom(verb: verb, description: purpose), permissions: permissions),
                dependencies: description.uses.map { .target(name: $0) }, path: description.path)
        case .program:
            .executableTarget(
                name: description.name, dependencies: dependencies, path: description.path,
                resources: description.resources, swiftSettings: strict)
        }
    guard description.tested, testTargets?.contains(description.name) ?? true else { return [main] }
    let testDependencies = ([description.name] + description.testUses)
        .map { Target.Dependency(stringLiteral: $0) }
    let test = Target.testTarget(
        name: description.name + "Tests",
        dependencies: testDependencies + description.testProducts,
        path: description.testPath, exclude: description.testExclude,
        swiftSettings: strict)
    return [main, test]
}

let package = Package(
    name: "PhotoPark",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "photopark", targets: ["photopark"]),
        .library(name: "BoundaryErrors", targets: ["BoundaryErrors"]),
        .library(name: "Scheduling", targets: ["Scheduling"]),
        .library(name: "SchedulingDiagnostics", targets: ["SchedulingDiagnostics"]),
        .library(name: "SchedulingTestKit", targets: ["SchedulingTestKit"]),
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "SignalsTestKit", targets: ["SignalsTestKit"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "Composition", targets: ["Composition"]),
        .library(name: "Routing", targets: ["Routing"]),
        .library(name: "Events", targets: ["Events"]),
        .library(name: "KeyedStore", targets: ["KeyedStore"]),
        .library(name: "KeyedStoreTestKit", targets: ["KeyedStoreTestKit"]),
        .library(name: "Persistence", targets: ["Persistence"]),
        .library(name: "SQLitePersistence", targets: ["SQLitePersistence"]),
        .library(name: "SceneFlow", targets: ["SceneFlow"]),
        .library(name: "HTTPGateway", targets: ["HTTPGateway"]),
        .library(name: "HTTPGatewayTestKit", targets: ["HTTPGatewayTestKit"]),
        .library(name: "SimulationDisk", targets: ["SimulationDisk"]),
        .library(name: "SimulationNetwork", targets: ["SimulationNetwork"]),
        .library(name: "CurlGateway", targets: ["CurlGateway"]),
        .library(
            name: "PhotoFeedSDK",
            targets: ["PhotoFeed", "DropboxFeed", "WebDAVFeed", "PhotoLibrary"]),
        .library(name: "Reports", targets: ["Reports"]),
        .library(name: "DropboxStub", targets: ["DropboxStub", "StubControl"]),
    ] + (hasPlugin ? [] : [.plugin(name: "CheckSchedulable", targets: ["CheckSchedulable"])]),
    // A user of the runtime alone disables the default traits, and resolves only what it needs.
    traits: [
        .default(enabledTraits: ["Program"]),
        .trait(name: "Gateway", description: "The HTTP gateway"),
        .trait(name: "Server", description: "The web server, and the stub of Dropbox on it"),
        .trait(
            name: "Program", description: "The program photopark",
            enabledTraits: ["Gateway", "Server"]),
        .trait(
            name: "SchedulableChecksInRelease",
            description:
                "Checks in release builds, too, that services are used on their own schedulers"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: targetDescriptions.flatMap(targets(of:)),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
