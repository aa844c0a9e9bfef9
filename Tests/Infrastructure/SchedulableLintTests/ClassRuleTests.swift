import Foundation
import Testing

@testable import SchedulableLint

/// The rules for the declarations of a class, its subclasses and its extensions.
struct ClassRuleTests {
    private let clock = "@Schedulable class Clock { var time = 0; var names: [String] = [] }"

    @Test func subclass() {
        #expect(
            faults(clock, "class Alarm: Clock {}") == [
                "'Alarm' inherits from the @Schedulable class 'Clock' and lacks @Schedulable"
            ])
        #expect(
            faults("class Base { var time = 0 }", "@Schedulable final class Clock: Base {}") == [
                "'Clock' inherits unchecked members of 'Base', which lacks @Schedulable"
            ])
        #expect(faults(clock, "@Schedulable final class Alarm: Clock {}") == [])
        #expect(faults(clock, "protocol Ticking {}", "class Alarm: Ticking {}") == [])
    }

    @Test func sendableClass() {
        let fault =
            "the @Schedulable class 'Clock' is declared Sendable: "
            + "pass its handle to other schedulers"
        #expect(faults("@Schedulable final class Clock: Sendable {}") == [fault])
        #expect(faults(clock, "extension Clock: @unchecked Sendable {}") == [fault])
    }

    @Test(arguments: [
        "business.schedule { @MainActor in show() }", "self.business?.perform({ @MainActor in })",
        "try await clock.run { @Clocks clock in clock.time }",
        "try clock.wait { @MainActor in $0 }",
        "_ = SchedulerBound(on: business) { @MainActor in Clock() }",
        "_ = SchedulerBound<any Ticking>(on: business) { @MainActor in Clock() }",
        "clock.schedule { _ in } outcome: { @MainActor in print($0) }",
        "_ = Mailbox<Int>(to: business) { @Clocks _ in }",
    ])
    func closureOfAnActor(_ call: String) {
        let actor = call.contains("@Clocks") ? "Clocks" : "MainActor"
        #expect(
            faults("func start() async throws { \(call) }") == [
                "a closure of '\(actor)' is given to a scheduler: leave '@\(actor)' out"
            ])
    }

    @Test(arguments: [
        "MainScheduler.shared.schedule { @MainActor in show() }", "Task { @MainActor in show() }",
        "_ = SchedulerBound(on: MainScheduler.shared) { @MainActor in Screen() }",
        "await MainActor.run { @MainActor in show() }", "business.schedule { @Sendable in tick() }",
    ])
    func closureOfTheRightActor(_ call: String) {
        #expect(faults("func start() async { \(call) }") == [])
    }

    @Test func conformanceByHand() {
        #expect(
            faults("final class Clock: Schedulable {}") == [
                "'Clock' conforms to 'Schedulable' by hand: write @Schedulable"
            ])
        #expect(
            faults(clock, "extension Clock: Schedulable {}") == [
                "'Clock' conforms to 'Schedulable' by hand: @Schedulable does so"
            ])
    }

    @Test(arguments: [
        "func show() {}", "var text: String { \"\" }", "subscript(index: Int) -> Int { index }",
    ])
    func uncheckedExtension(_ member: String) {
        let fault = "extension of the @Schedulable class 'Clock' lacks @SchedulableExtension"
        #expect(faults(clock, "extension Clock { \(member) }") == [fault])
        #expect(faults(clock, "extension Clock {\n#if DEBUG\n\(member)\n#endif\n}") == [fault])
        #expect(faults(clock, "@SchedulableExtension extension Clock { \(member) }") == [])
        #expect(faults("final class Clock {}", "extension Clock { \(member) }") == [])
    }

    @Test(arguments: ["Codable", "Encodable"])
    func synthesisedCoding(_ conformance: String) {
        #expect(
            faults(clock, "extension Clock: \(conformance) {}") == [
                "the synthesised 'encode(to:)' of the @Schedulable class 'Clock' bypasses the check"
            ])
        #expect(faults(clock, "extension Clock: Decodable {}") == [])
    }

    @Test func storageOfAProperty() {
        let use = "@SchedulableExtension extension Clock { func now() -> Int { _time } }"
        #expect(faults(clock, use) == ["'_time' is the unchecked storage of 'time'"])
        #expect(faults(clock, use.replacing("_time", with: "time")) == [])
    }

    @Test func structureThatKeepsAClass() {
        let cache = "final class Cache { var size = 0 }"
        let make = "let bound = SchedulerBound(on: work) { Store() }"
        #expect(
            faults("struct Store { let cache = Cache() }", cache, make) == [
                "the structure 'Store' is bound to a scheduler and keeps the class 'Cache', "
                    + "which lacks @Schedulable"
            ])
        #expect(faults("struct Store: Sendable { let cache = Cache() }", cache, make) == [])
        #expect(faults("struct Store { let size = 1 }", cache, make) == [])
    }

    /// A class may be kept if the compiler or a check restricts its use.
    @Test(arguments: [
        "@MainActor final class Cache {}", "final class Cache: Sendable {}",
        "final class Cache: Thing {}; protocol Thing: Sendable {}",
        "final class Cache { let pin = SchedulerPin() }", "@Schedulable final class Cache {}",
        "final class Cache {  // not @Schedulable: immutable\n}",
    ])
    func keptClass(_ cache: String) {
        let service = "@Schedulable final class Store { private let cache = Cache() }"
        #expect(faults(service, cache) == [])
        #expect(faults(service, "final class Cache {}").count == 1)
    }

    /// The fixtures of a folder are left out, and so are the services of tests.
    @Test func modulesOnDisk() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/lint-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ text: String, to name: String) throws {
            let file = URL(filePath: "\(folder)/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let fault = "@Schedulable final class Store {\n    let cache = Cache()\n}\nclass Cache {}\n"
        for name in ["Stores/Store.swift", "Stores/Fixtures/Wrong.swift", "StoreTests/Test.swift"] {
            try write(fault, to: name)
        }
        let modules = try ["Stores", "StoreTests"].map {
            try SourceModule(folder: "\(folder)/\($0)")
        }
        #expect(modules[0].files == ["\(folder)/Stores/Store.swift"])
        #expect(
            try SchedulableLint.check(modules) == [
                "\(folder)/Stores/Store.swift:2: 'cache' of the service 'Store' keeps the class "
                    + "'Cache', which lacks @Schedulable"
            ])
        var declarations = modules[0]
        declarations.isReported = false
        #expect(try SchedulableLint.check([declarations]) == [])
        #expect(throws: CocoaError.self) { try SourceModule(folder: "\(folder)/none") }
        declarations.files = ["\(folder)/none.swift"]
        #expect(throws: (any Error).self) { try SchedulableLint.check([declarations]) }
    }
}
