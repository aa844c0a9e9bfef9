import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The initialiser that `@Injected` writes.
struct InjectionExpansionTests {
    @Test func servicesAndHandlesAreTakenFromTheScope() {
        expectExpansion(
            of: """
                @Injected
                public final class Fetcher {
                    @Injected(HostKey.self) private let host: any Host
                    @Injected(MeterKey.self) let meter: Scheduling.SchedulerBound<any Meter>
                    private var cursor: String?
                    var size: Int { 1 }
                    static let limit: Int
                    lazy var index: Index
                }
                """,
            """
            public final class Fetcher {
                private let host: any Host
                let meter: Scheduling.SchedulerBound<any Meter>
                private var cursor: String?
                var size: Int { 1 }
                static let limit: Int
                lazy var index: Index

                public static let needs: [Requirement] = [
                    Requirement(HostKey.self, isDirect: true),
                    Requirement(MeterKey.self, isDirect: false),
                ]

                public init(in scope: LocalScope) throws {
                    self.host = try scope.here(HostKey.self)
                    self.meter = scope.handle(MeterKey.self)
                }
            }

            extension Fetcher: Injectable {
            }
            """)
    }

    @Test func aClassThatHasSubclassesRequiresTheInitialiser() {
        expectExpansion(
            of: "@Injected class Fetcher {}",
            """
            class Fetcher {

                static let needs: [Requirement] = [
                ]

                required init(in scope: LocalScope) throws {

                }
            }

            extension Fetcher: Injectable {
            }
            """)
    }

    @Test func aClassOfTheMainActorHasItsOwnConformance() {
        expectExpansion(
            of: "@MainActor @Injected final class Panel {}",
            """
            @MainActor final class Panel {

                nonisolated static let needs: [Requirement] = [
                ]

                init(in scope: LocalScope) throws {

                }
            }

            extension Panel: MainInjectable {
            }
            """)
    }

    @Test func anActorIsRefused() {
        expectExpansion(
            of: "@Injected actor Fetcher {}", "actor Fetcher {}",
            diagnostics: [
                .init(
                    message: "@Injected applies to classes and structures, and to their properties",
                    line: 1, column: 1)
            ])
    }

    @Test(arguments: [
        "@Injected(HostKey.self) var host: any Host", "@Injected(HostKey.self) let host = Host()",
        "@Injected(HostKey.self) let host: any Host = Host()",
    ])
    func aPropertyThatCannotBeFilledIsRefused(_ property: String) {
        expectFetcher(
            with: property, property.replacing("@Injected(HostKey.self) ", with: ""),
            "an injected property is one 'let' with a type and without a value: "
                + "'@Injected(HostKey.self) let host: any Host'")
    }

    @Test(arguments: ["let host: any Host", "var limit: Int"])
    func aPropertyWithoutAValueIsRefused(_ property: String) {
        let name = property.hasPrefix("let") ? "host" : "limit"
        expectFetcher(
            with: property, property,
            "'\(name)' has no value in the initialiser that @Injected writes: give it a value, or "
                + "write '@Injected(…)' before it")
    }

    @Test func aMarkWithoutTheAttributeOfTheTypeIsRefused() {
        expectExpansion(
            of: "class Fetcher {\n    @Injected(HostKey.self) let host: any Host\n}",
            "class Fetcher {\n    let host: any Host\n}",
            diagnostics: [
                .init(
                    message:
                        "an injected property needs @Injected before its class or structure, too",
                    line: 2, column: 5)
            ])
    }

    /// Expects the refusal of one property of an injected class.
    private func expectFetcher(
        with property: String, _ expanded: String, _ message: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectExpansion(
            of: "@Injected final class Fetcher {\n    \(property)\n}",
            """
            final class Fetcher {
                \(expanded)

                static let needs: [Requirement] = [
                ]

                init(in scope: LocalScope) throws {

                }
            }

            extension Fetcher: Injectable {
            }
            """,
            diagnostics: [.init(message: message, line: 2, column: 5)],
            sourceLocation: sourceLocation)
    }
}
