import Foundation

/// A trace that the program wrote.
package struct RecordedTrace: Decodable {
    package struct Event: Decodable {
        package let name: String
        package let ph: String
        package let ts: Double?
        package let dur: Double?
        package let pid: Int
        package let tid: Int
        package let args: [String: String]?
    }

    package let traceEvents: [Event]

    package init(at path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// The runs of the track that has the name of this scheduler; empty if no track has it.
    package func events(of scheduler: String) -> [Event] { events("X", on: scheduler) }

    /// The moments of the track with this name; empty if no track has it.
    package func moments(of track: String) -> [Event] { events("i", on: track) }

    private func events(_ phase: String, on track: String) -> [Event] {
        let title = traceEvents.first {
            $0.ph == "M" && $0.name == "thread_name" && $0.args?["name"] == track
        }
        return traceEvents.filter { $0.ph == phase && $0.tid == title?.tid }
    }
}
