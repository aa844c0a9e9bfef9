import Foundation

/// `bench SUITE...` runs suites; `bench` alone prints their names.
@main
enum Bench {
    /// Blocks the main thread until the work is done.
    ///
    /// valgrind cannot follow a process whose main thread has ended.
    static func main() {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await run()
            done.signal()
        }
        done.wait()
    }

    private static func run() async {
        do {
            if CommandLine.arguments.dropFirst().first == GatewayChild.role {
                return try await GatewayChild.perform(Array(CommandLine.arguments.dropFirst(2)))
            }
            if CommandLine.arguments.dropFirst().first == Harness.countingRole {
                return try await doCountedRound(CommandLine.arguments.dropFirst(2))
            }
            guard CommandLine.arguments.count > 1 else {
                return Suite.all.forEach { print($0.name) }
            }
            for suite in try chosen(CommandLine.arguments.dropFirst()) {
                var harness = Harness(suite: suite.name, circumstances: .now())
                Table.show("\n\(suite.name)\n\(Table.heading)")
                try await suite.run(&harness)
                try Results.merge(harness.rows, of: suite.name, into: Places.results)
            }
        } catch {
            FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func doCountedRound(_ arguments: ArraySlice<String>) async throws {
        let round = try Harness.CountedRound(arguments.dropFirst())
        for suite in try chosen(arguments.prefix(1)) {
            var harness = Harness(suite: suite.name, circumstances: .now(), only: round)
            do {
                try await suite.run(&harness)
                throw Failure("suite '\(suite.name)' has no row '\(round.row)'")
            } catch is Harness.CountedRound.Done {}
        }
    }

    private static func chosen(_ names: ArraySlice<String>) throws -> [Suite] {
        try names.map { name in
            guard let suite = Suite.all.first(where: { $0.name == name }) else {
                let known = Suite.all.map(\.name).joined(separator: ", ")
                throw Failure("unknown suite '\(name)'; the suites are \(known)")
            }
            return suite
        }
    }
}
