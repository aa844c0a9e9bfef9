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
/// `products` are the libraries of other packages. The tests may import these, too, and what
/// `testUses` and `testProducts` name.
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

    var isMacro: Bool { if case .macro = kind { true } else { false } }
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

/// The targets that every feature may use.
let featureUses = [
    "CommandLineProgram", "CommandOptions", "Composition", "PhotoFeed", "ProgramServices",
    "Routing", "Scheduling", "TextFormats",
]

/// The targets that the tests of every feature may use, too.
let featureTestUses = [
    "LoopbackTestKit", "PhotoFeedTestKit", "ProgramTestKit", "SchedulingTestKit", "StubServers",
]

/// A feature of the program: a target that only the program and its own tests use.
func feature(
    _ name: String, uses: [String] = [], testUses: [String] = [], testExclude: [String] = []
) -> TargetDescription {
    TargetDescription(
        name: name, layer: .application, group: "Features/", uses: featureUses + uses,
        products: [argumentParser], exclude: ["Module.md"], tested: true,
        testUses: featureTestUses + testUses, testExclude: testExclude)
}

/// The features of the program; `photopark` lists the same ones.
let features = [
    feature(
        "AccountFeature",
        uses: [
            "Accounts", "Events", "HTTPGateway", "KeyedStore", "Providers", "SceneFlow", "Signals",
        ],
        testUses: ["CurlGateway"], testExclude: ["OAuthServer"]),
    feature(
        "DuplicatesFeature",
        uses: ["Duplicates", "Pictures", "Processes"]),
    feature(
        "ExportFeature",
        uses: ["DurableFiles", "Originals"]),
    feature(
        "FeedFeature",
        uses: [
            "Accounts", "DurableFiles", "Events", "FeedGallery", "HTTPGateway", "Originals",
            "Processes", "Providers", "SceneFlow", "Signals",
        ],
        testUses: ["DropboxFeed", "LiveServices"]),
    feature("HistoryFeature"),
    feature(
        "OriginalsFeature",
        uses: ["Originals", "Processes", "Signals"],
        testUses: ["Digests"]),
    feature(
        "ServeFeature",
        uses: ["Digests", "Duplicates", "Originals", "PageAssets", "WebServer"]),
    feature(
        "WatchFeature",
        uses: ["Accounts", "Originals", "PhotoLibrary", "Processes", "Signals", "WebServer"]),
    feature(
        "StubFeature",
        uses: ["DurableFiles", "HTTPGateway", "Providers", "StubServers"],
        testUses: ["LiveServices"], testExclude: ["OfficialClient"]),
    feature(
        "ReportFeature",
        uses: [
            "Accounts", "BoundaryErrors", "DurableFiles", "HTTPGateway", "PhotoLibrary",
            "Processes", "Signals",
        ]),
    feature(
        "StatsFeature",
        uses: ["Countries", "HTTPGateway", "Tracking"]),
    feature(
        "OpenFeature",
        testUses: ["LiveServices"]),
]

/// The package of libgd, whose library is linked; on Linux, `Pictures` loads it when it is needed.
#if os(Linux)
    let linkedGd: String? = nil
#else
    let linkedGd: String? = "gdlib"
#endif

let sharedTargets: [TargetDescription] = [
    // Utilities: small tools that no framework provides.
    TargetDescription(
        name: "TextFormats", layer: .utilities, uses: ["BoundaryErrors"], tested: true),
    TargetDescription(name: "BoundaryErrors", layer: .utilities, tested: true),
    TargetDescription(
        name: "CCrypto", layer: .utilities,
        kind: .system(pkgConfig: "libcrypto", apt: "libssl-dev", brew: "openssl")),
    TargetDescription(name: "CProcesses", layer: .infrastructure, kind: .c),
    TargetDescription(
        name: "Processes", layer: .infrastructure, uses: ["CProcesses", "Scheduling"], tested: true),
    TargetDescription(
        name: "Countries", layer: .utilities, tested: true, resources: [.embedInCode("Assets")]),
    TargetDescription(name: "Digests", layer: .utilities, uses: ["CCrypto"], tested: true),
    TargetDescription(
        name: "DurableFiles", layer: .utilities, uses: ["BoundaryErrors"], tested: true),
    TargetDescription(
        name: "MediaFacts", layer: .utilities, uses: ["TextFormats"], tested: true),

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
        uses: ["Scheduling", "TextFormats"],
        products: [log, coreMetrics], tested: true,
        testUses: ["SchedulingTestKit"]),
    TargetDescription(
        name: "SchedulingTestKit", layer: .infrastructure, uses: ["CScheduling", "Scheduling"]),
    TargetDescription(
        name: "Signals", layer: .infrastructure, uses: ["Scheduling"], products: [log],
        tested: true, testUses: ["SchedulingTestKit", "SignalsTestKit"]),
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
        tested: true),
    TargetDescription(
        name: "Composition", layer: .infrastructure,
        uses: ["BoundaryErrors", "CScheduling", "Scheduling"], tested: true,
        testUses: ["SchedulingTestKit"]),
    TargetDescription(
        name: "SceneFlow", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling", "Signals"], tested: true,
        testUses: ["SchedulingTestKit", "SignalsTestKit"]),
    TargetDescription(
        name: "HTTPGateway", layer: .infrastructure,
        uses: ["BoundaryErrors", "DurableFiles", "Scheduling", "Signals", "TextFormats"],
        products: [log, metrics, tracing], tested: true,
        testUses: ["HTTPGatewayTestKit", "SchedulingTestKit"],
        testProducts: [
            swift("MetricsTestKit", "swift-metrics"),
            swift("InMemoryTracing", "swift-distributed-tracing", trait: "Gateway"),
        ]),
    TargetDescription(
        name: "HTTPGatewayTestKit", layer: .infrastructure,
        uses: ["HTTPGateway", "Scheduling", "Signals"]),
    TargetDescription(
        name: "Routing", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling", "Signals", "TextFormats"],
        tested: true,
        testUses: ["SchedulingTestKit", "SignalsTestKit"]),
    TargetDescription(
        name: "Events", layer: .infrastructure, uses: ["Scheduling", "Signals"],
        tested: true, testUses: ["SchedulingTestKit"]),
    TargetDescription(
        name: "PictureScaling", layer: .infrastructure,
        uses: ["BoundaryErrors", "MediaFacts", "Processes"], tested: true),
    TargetDescription(
        name: "SimulationDevices", layer: .infrastructure,
        uses: [
            "CSQLite", "DurableFiles", "HTTPGateway", "HTTPGatewayTestKit", "SQLitePersistence",
            "Scheduling", "SchedulingTestKit", "Simulation", "TextFormats",
        ], tested: true,
        testUses: ["Persistence", "Signals"]),
    TargetDescription(name: "LoopbackTestKit", layer: .infrastructure, uses: ["Scheduling"]),
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
        testUses: ["HTTPGatewayTestKit", "LoopbackTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "WebServer", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling", "TextFormats"],
        products: [
            swift("HTTPTypes", "swift-http-types", trait: "Server"),
            swift("HummingbirdCore", "hummingbird", trait: "Server"),
            swift("NIOCore", "swift-nio", trait: "Server"),
            swift("NIOHTTP1", "swift-nio", trait: "Server"),
            swift("NIOPosix", "swift-nio", trait: "Server"), log,
        ], tested: true, testUses: ["LoopbackTestKit"]),
    TargetDescription(
        name: "Reports", layer: .infrastructure,
        uses: [
            "BoundaryErrors", "Digests", "DurableFiles", "HTTPGateway", "Scheduling", "Signals",
            "TextFormats",
        ],
        products: [log], tested: true,
        testUses: ["HTTPGatewayTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "Tracking", layer: .infrastructure,
        uses: [
            "BoundaryErrors", "HTTPGateway", "KeyedStore", "Persistence", "Reports", "Scheduling",
            "Signals", "TextFormats",
        ],
        products: [log], tested: true,
        testUses: ["HTTPGatewayTestKit", "SQLitePersistence", "SchedulingTestKit"]),
    TargetDescription(
        name: "KeyedStore", layer: .infrastructure,
        uses: ["BoundaryErrors", "DurableFiles", "Processes", "Scheduling", "TextFormats"],
        tested: true,
        testUses: ["SchedulingTestKit"]),
    TargetDescription(
        name: "Persistence", layer: .infrastructure,
        uses: ["BoundaryErrors", "Scheduling"] + plugin, tested: true),
    TargetDescription(
        name: "CSQLite", layer: .infrastructure,
        kind: .system(pkgConfig: "sqlite3", apt: "libsqlite3-dev", brew: "sqlite")),
    TargetDescription(
        name: "SQLitePersistence", layer: .infrastructure,
        uses: ["CSQLite", "Persistence"], tested: true,
        testUses: ["Scheduling"]),

    // Domain: the photo feed.
    TargetDescription(
        name: "PhotoFeed", layer: .domain,
        uses: [
            "BoundaryErrors", "Countries", "HTTPGateway", "Scheduling", "Signals", "TextFormats",
        ], tested: true,
        testUses: ["PhotoFeedTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "PhotoFeedTestKit", layer: .domain,
        uses: ["HTTPGateway", "PhotoFeed", "Scheduling", "SchedulingTestKit", "Signals"]),
    TargetDescription(
        name: "DropboxFeed", layer: .domain,
        uses: ["HTTPGateway", "PhotoFeed", "Scheduling", "Signals", "TextFormats"],
        tested: true,
        testUses: ["HTTPGatewayTestKit", "PhotoFeedTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "WebDAVFeed", layer: .domain,
        uses: ["HTTPGateway", "PhotoFeed", "Scheduling", "Signals", "TextFormats"],
        tested: true,
        testUses: ["CurlGateway", "HTTPGatewayTestKit", "PhotoFeedTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "Duplicates", layer: .domain, uses: ["Digests", "DurableFiles", "PhotoFeed"],
        tested: true,
        testUses: ["PhotoFeedTestKit"]),
    TargetDescription(
        name: "PhotoLibrary", layer: .domain,
        uses: [
            "Digests", "DurableFiles", "Persistence", "PhotoFeed", "SQLitePersistence",
            "Scheduling", "TextFormats",
        ],
        tested: true,
        testUses: ["PhotoFeedTestKit", "SchedulingTestKit", "Signals"]),

    TargetDescription(
        name: "Originals", layer: .domain,
        uses: [
            "Digests", "DurableFiles", "HTTPGateway", "MediaFacts", "Persistence", "PhotoFeed",
            "PictureScaling", "SQLitePersistence", "Scheduling", "Signals", "TextFormats",
        ],
        tested: true,
        testUses: ["PhotoFeedTestKit", "PhotoLibrary", "SchedulingTestKit", "SimulationDevices"]),
    TargetDescription(
        name: "Accounts", layer: .domain,
        uses: [
            "BoundaryErrors", "Digests", "DurableFiles", "HTTPGateway", "KeyedStore", "Persistence",
            "PhotoFeed", "Processes", "Scheduling", "Signals", "TextFormats", "WebServer",
        ],
        tested: true,
        testUses: [
            "DropboxFeed", "HTTPGatewayTestKit", "LoopbackTestKit", "PhotoLibrary",
            "SchedulingTestKit",
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
        tested: true),
    TargetDescription(
        name: "StubServers", layer: .application,
        uses: [
            "BoundaryErrors", "Digests", "DurableFiles", "Pictures", "Scheduling", "TextFormats",
            "WebServer",
        ], tested: true,
        testUses: [
            "CurlGateway", "HTTPGateway", "LoopbackTestKit", "PhotoFeed", "Signals", "WebDAVFeed",
        ]),
    TargetDescription(
        name: "CommandLineProgram", layer: .application,
        uses: [
            "BoundaryErrors", "Composition", "DurableFiles", "HTTPGateway", "PhotoFeed", "Reports",
            "Routing", "Scheduling", "SchedulingDiagnostics", "Signals", "TextFormats",
        ], products: [argumentParser, log], tested: true,
        testUses: ["DropboxFeed", "PhotoFeedTestKit"]),
    TargetDescription(
        name: "FeedGallery", layer: .application,
        uses: ["BoundaryErrors", "Countries", "DurableFiles", "TextFormats"],
        tested: true, testUses: ["LoopbackTestKit"], testExclude: ["JavaScript"],
        resources: [.embedInCode("Assets")]),
    TargetDescription(
        name: "PageAssets", layer: .application, uses: ["Countries", "FeedGallery"], tested: true,
        testExclude: ["JavaScript"], resources: [.embedInCode("Assets")]),
    TargetDescription(
        name: "Providers", layer: .application, uses: ["DropboxFeed", "PhotoFeed", "WebDAVFeed"]),
    TargetDescription(
        name: "ProgramServices", layer: .application,
        uses: [
            "Accounts", "BoundaryErrors", "Composition", "Events", "HTTPGateway", "Originals",
            "PhotoFeed", "Routing", "Scheduling", "Tracking",
        ]),
    TargetDescription(
        name: "LiveServices", layer: .application,
        uses: [
            "Accounts", "Composition", "CurlGateway", "Digests", "DurableFiles", "Events",
            "HTTPGateway", "KeyedStore", "Persistence", "PhotoFeed", "PhotoLibrary",
            "ProgramServices", "SQLitePersistence", "Scheduling", "Signals", "Tracking",
        ],
        products: [log], exclude: ["Module.md"], tested: true,
        testUses: ["HTTPGatewayTestKit", "PhotoFeedTestKit", "SchedulingTestKit"]),
    TargetDescription(
        name: "CommandOptions", layer: .application,
        uses: [
            "Accounts", "BoundaryErrors", "CommandLineProgram", "Composition", "DurableFiles",
            "HTTPGateway", "KeyedStore", "Originals", "PhotoFeed", "Processes", "ProgramServices",
            "Providers", "Scheduling", "SchedulingDiagnostics", "Signals", "TextFormats",
        ], products: [argumentParser], tested: true),
    TargetDescription(
        name: "NewModule", layer: .application,
        kind: .command(
            verb: "new-module", purpose: "Add a feature to the program",
            permissions: [
                .writeToPackageDirectory(reason: "It adds the feature's files and lines.")
            ])),
    TargetDescription(
        name: "ProgramTestKit", layer: .application,
        uses: ["Scheduling", "StubServers"]),
    TargetDescription(
        name: "ProgramSimulation", layer: .application,
        uses: [
            "Accounts", "Composition", "Digests", "HTTPGateway", "HTTPGatewayTestKit",
            "LiveServices", "Originals", "PhotoFeed", "PhotoFeedTestKit", "PhotoLibrary",
            "ProgramServices", "Providers", "Scheduling", "SchedulingTestKit", "Signals",
            "Simulation", "SimulationDevices", "StubServers", "WebServer",
        ],
        tested: true),
    TargetDescription(
        name: "simulate", layer: .application, kind: .program,
        uses: ["ProgramSimulation", "Simulation"]),
    TargetDescription(
        name: "CBuildStamp", layer: .application, kind: .c, cSettings: buildStamp),
    TargetDescription(
        name: "photopark", layer: .application, kind: .program,
        uses: [
            "CBuildStamp", "CommandLineProgram", "CommandOptions", "CurlGateway", "LiveServices",
            "PhotoFeed", "Providers", "SQLitePersistence", "TextFormats", "Tracking",
        ] + features.map(\.name),
        products: [argumentParser], tested: true,
        testUses: ["LoopbackTestKit", "ProgramTestKit", "Scheduling", "StubServers"]),
]

let targetDescriptions = (sharedTargets + features)
    .filter { !hasPlugin || !syntaxTargets.contains($0.name) }
let featureNames = Set(features.map(\.name))
let macros = Set(targetDescriptions.filter(\.isMacro).map(\.name))
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
    // A test that depends on a macro makes the build compile everything twice.
    let shared = description.uses.filter { !macros.contains($0) }
    let testDependencies =
        ([description.name] + shared + description.testUses)
        .map { Target.Dependency(stringLiteral: $0) } + description.products
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
        .library(name: "Scheduling", targets: ["BoundaryErrors", "Scheduling"]),
        .library(name: "SchedulingDiagnostics", targets: ["SchedulingDiagnostics"]),
        .library(name: "SchedulingTestKit", targets: ["SchedulingTestKit"]),
        .library(name: "Signals", targets: ["Signals"]),
        .library(name: "SignalsTestKit", targets: ["SignalsTestKit"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "SimulationDevices", targets: ["SimulationDevices"]),
        .library(name: "Composition", targets: ["Composition", "Events", "Routing", "SceneFlow"]),
        .library(name: "KeyedStore", targets: ["KeyedStore"]),
        .library(name: "Persistence", targets: ["Persistence", "SQLitePersistence"]),
        .library(name: "CurlGateway", targets: ["CurlGateway"]),
        .library(name: "HTTPGateway", targets: ["HTTPGateway"]),
        .library(name: "HTTPGatewayTestKit", targets: ["HTTPGatewayTestKit"]),
        .library(
            name: "PhotoFeedSDK",
            targets: ["PhotoFeed", "DropboxFeed", "WebDAVFeed", "PhotoLibrary"]),
        .library(name: "Reports", targets: ["Reports"]),
        .library(name: "StubServers", targets: ["StubServers"]),
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
