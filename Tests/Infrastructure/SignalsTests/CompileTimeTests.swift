import Foundation
import Testing

/// How much work the compiler has with signals, by its own count instead of the clock.
@Suite("Compile time")
struct CompileTimeTests {
    /// The limit of the solver's scopes for the whole fixture; 3 seconds are some 80,000 of them.
    private static let mostScopes = 5_000

    @Test("five-way combinations and chains of ten are fast to type-check")
    func combinationsAreLittleWork() throws {
        let products =
            Bundle.main.executableURL?.deletingLastPathComponent()
            ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let modules = products.appending(path: "Modules")
        let moduleMap = products.appending(path: "CScheduling.build/module.modulemap")
        try #require(FileManager.default.fileExists(atPath: modules.path), "\(modules.path)")
        let output = FileManager.default.temporaryDirectory
            .appending(path: "compile-time-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }

        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "swiftc", "-swift-version", "6", "-typecheck", Self.fixture, "-I", modules.path,
            "-Xcc", "-fmodule-map-file=\(moduleMap.path)", "-stats-output-dir", output.path,
        ]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)

        let files = try FileManager.default.contentsOfDirectory(
            at: output, includingPropertiesForKeys: nil)
        let statistics = try #require(files.first { $0.pathExtension == "json" })
        let counters = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: statistics)) as? [String: Any])
        let scopes = try #require(counters["Sema.NumConstraintScopes"] as? NSNumber)
        print("compile time: \(scopes) scopes of the constraint solver")
        #expect(scopes.intValue < Self.mostScopes)
    }

    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/FiveWayCombination.swift").path
}
