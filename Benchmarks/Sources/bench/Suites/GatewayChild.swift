import CurlGateway
import Foundation
import HTTPGateway
import Scheduling
import Signals

/// This program as a child process that performs one task with a gateway.
///
/// A process that has measured before has free memory left, and would show less memory than a task
/// takes.
enum GatewayChild {
    /// The argument that makes this program such a child; a task and its arguments follow.
    static let role = "--gateway-child"

    /// Runs a task in a child, and returns the figure that it prints.
    static func run(_ arguments: [String]) throws -> Double {
        let output = try process(arguments).output
        guard let figure = Double(output.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure("unexpected output of the child: '\(output)'")
        }
        return figure
    }

    /// Runs a task in a child.
    static func process(_ arguments: [String]) throws -> Child {
        guard let program = Bundle.main.executablePath else {
            throw Failure("the path of this program is unknown")
        }
        return try Child.run(program, [role] + arguments)
    }

    /// Starts a child that performs rounds of GETs with libcurl alone.
    ///
    /// It reads the number of GETs of a round, and prints a line when they are done. libcurl has
    /// one allocator in a process. In this process it is the gateway's, which must not affect the
    /// reference.
    static func libcurl(_ inFlight: Int, _ address: String) throws -> Background {
        guard let program = Bundle.main.executablePath else {
            throw Failure("the path of this program is unknown")
        }
        return try Background(program, [role, "libcurl-rounds", "\(inFlight)", address])
    }

    /// Performs the task of a child.
    static func perform(_ arguments: [String]) async throws {
        let scheduler = WorkScheduler(name: "bench", priority: .default)
        defer { scheduler.shutDown() }
        switch arguments.first {
        case "libcurl" where arguments.count == 3:
            try GatewayGets.multi(try count(arguments[1]), inFlight, arguments[2])
        case "libcurl-rounds" where arguments.count == 3:
            while let line = readLine() {
                try GatewayGets.multi(try count(line), try count(arguments[1]), arguments[2])
                print("done")
                fflush(nil)
            }
        case "gateway" where arguments.count == 3:
            let url = try HTTPURL(arguments[2])
            let gateway = SchedulerBound(on: scheduler) {
                CurlGateway(home: $0, limits: .init(connections: inFlight, perOrigin: inFlight))
            }
            try GatewayLoad.run(try count(arguments[1]), inFlight, url, through: gateway)
        case "waiting" where arguments.count == 3:
            let url = try HTTPURL(arguments[2])
            print(try await waiting(try count(arguments[1]), url, on: scheduler))
        case "download" where arguments.count == 3:
            let url = try HTTPURL(arguments[1])
            let target = HTTPFileTarget(path: arguments[2])
            print(try await downloading(url, to: target, on: scheduler))
        default: throw Failure("\(role) libcurl|libcurl-rounds|gateway|waiting|download ARGUMENTS")
        }
    }

    private static let inFlight = 8

    private static func count(_ text: String) throws -> Int {
        guard let count = Int(text) else { throw Failure("'\(text)' is not a count") }
        return count
    }

    /// The memory of each of `count` waiting requests, in bytes.
    private static func waiting(
        _ count: Int, _ url: HTTPURL, on scheduler: WorkScheduler
    ) async throws -> Double {
        let gateway = SchedulerBound(on: scheduler) {
            CurlGateway(home: $0, limits: .init(connections: 1, perOrigin: 1))
        }
        let before = try await gateway.run { gateway in
            gateway.push(GET(), to: url).observe({ _ in }, ended: { _ in })
            return ResidentMemory.bytes
        }
        let growth = try await gateway.run { gateway in
            for _ in 0..<count { gateway.push(GET(), to: url).observe({ _ in }, ended: { _ in }) }
            return try ResidentMemory.growth(since: before)
        }
        guard try await gateway.run({ $0.requestCount }) == count + 1 else {
            throw Failure("the requests do not wait")
        }
        return growth / Double(count)
    }

    /// The peak memory of a download, in MiB, above that of an idle gateway.
    private static func downloading(
        _ url: HTTPURL, to target: HTTPFileTarget, on scheduler: WorkScheduler
    ) async throws -> Double {
        let gateway = SchedulerBound(on: scheduler) { CurlGateway(home: $0) }
        _ = try await gateway.run { $0.requestCount }
        let before = try memory("VmRSS")
        try await GatewayTransfers.finish(Download(to: target), url, gateway)
        return try memory("VmHWM") - before
    }

    private static func memory(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Double(number)
        else { throw Failure("the system does not report \(name)") }
        return kibibytes / 1_024
    }
}
