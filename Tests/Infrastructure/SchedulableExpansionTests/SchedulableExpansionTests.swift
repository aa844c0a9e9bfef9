import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The code that `@Schedulable` and `@SchedulableExtension` write around the members.
struct SchedulableExpansionTests {
    @Test func classGetsAPinAndAConformance() {
        expectExpansion(
            of: "@Schedulable class Feed {}",
            """
            class Feed {

                nonisolated let schedulerPin = SchedulerPin(of: Feed.self)
            }

            extension Feed: nonisolated Schedulable {
            }
            """)
    }

    @Test(arguments: [
        ("public final", "public "), ("open", "public "), ("package", "package "),
        ("private", "fileprivate "), ("fileprivate", "fileprivate "), ("internal", ""),
    ])
    func pinIsAsVisibleAsItsClass(_ modifiers: String, _ access: String) {
        expectExpansion(
            of: "@Schedulable \(modifiers) class Feed {}",
            """
            \(modifiers) class Feed {

                \(access)nonisolated let schedulerPin = SchedulerPin(of: Feed.self)
            }

            extension Feed: nonisolated Schedulable {
            }
            """)
    }

    @Test func subclassOfAPinnedClassGetsNoSecondPin() {
        expectExpansion(
            of: """
                @SchedulableSubclass final class Page: Feed {
                    func close() {}
                }
                """,
            """
            final class Page: Feed {
                func close() {

                    if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                        self.schedulerPin.enter(self, .call, "close()")
                    }
                }
            }
            """)
    }

    @Test func extensionGetsChecksOnly() {
        expectExpansion(
            of: """
                @SchedulableExtension extension Feed {
                    func close() {}
                }
                """,
            """
            extension Feed {
                func close() {

                    if self.schedulerPin.home != SchedulerPin.currentUnrecorded {
                        self.schedulerPin.enter(self, .call, "close()")
                    }
                }
            }
            """)
    }

    @Test func exemptMembersAreLeftAsTheyAre() {
        let members = """
                let fixed = 1
                static var shared = 1
                static func make() {}
                class func makeToo() {}
                nonisolated func free() {}
                nonisolated var name: String { "" }
                init() {}
                nonisolated deinit {}
                struct Page {}
                typealias Number = Int
                func outside()
                func byHand() {
                    checkScheduler(.call)
                }
                var byHandToo: Int {
                    self.checkScheduler()
                    return 1
                }
            """
        expectExpansion(
            of: "@SchedulableExtension extension Feed {\n\(members)\n}",
            "extension Feed {\n\(members)\n}")
    }

    @Test func onlyAClassIsPinned() {
        expectExpansion(
            of: """
                @Schedulable struct Feed {}
                """,
            """
            struct Feed {}
            """,
            diagnostics: [
                .init(
                    message: "@Schedulable applies to classes: a value has no scheduler, "
                        + "and an actor has its own",
                    line: 1, column: 1)
            ])
    }
}
