import Scheduling

/// One post of work: the run that posted it, and the run of the work.
public struct RecordedHop: Sendable {
    /// The service whose work posted; `nil` for a post outside of a service's call, or a run that
    /// is not kept.
    public let poster: String?
    /// The module of the source line that posted.
    public let module: String
    /// The service that the work called; `nil` for work without a service, such as a delivery.
    public let receiver: String?
    /// The scheduler whose work posted; `nil` for a post from another thread.
    public let from: String?
    /// The scheduler that ran the work.
    public let to: String
    /// The posts that led to the work, the newest first; at most `longestChain`.
    public let chain: [String]

    /// The maximum number of posts of a chain.
    public static let longestChain = 12

    /// Returns the hops that led to these runs, in the order of the runs.
    ///
    /// The runs are sorted by their beginnings. Takes time in proportion to `n log n`.
    static func hops(of runs: [RecordedRun]) -> [RecordedHop] {
        let posters = posters(of: runs)
        return runs.indices.compactMap { index in
            let run = runs[index]
            guard let provenance = run.provenance else { return nil }
            let poster = posters[index].map { runs[$0] }
            return RecordedHop(
                poster: poster?.service,
                module: String("\(provenance.file)".prefix { $0 != "/" }),
                receiver: run.service, from: poster?.scheduler, to: run.scheduler,
                chain: chain(to: index, runs, posters))
        }
    }

    /// The position of the run that posted each run; `nil` where it is not known.
    static func posters(of runs: [RecordedRun]) -> [Int?] {
        let runsOfTracks = Dictionary(grouping: runs.indices, by: { runs[$0].number })
        return runs.map { run in
            runsOfTracks[run.postedOn ?? 0].flatMap { poster(of: run, in: $0, of: runs) }
        }
    }

    /// The innermost run of a scheduler during which another run was posted.
    private static func poster(
        of run: RecordedRun, in track: [Int], of runs: [RecordedRun]
    ) -> Int? {
        guard let postedAt = run.postedAt else { return nil }
        // The runs that began before the post are at the front.
        var (low, high) = (0, track.count)
        while low < high {
            let middle = (low + high) / 2
            if runs[track[middle]].beganAt <= postedAt { low = middle + 1 } else { high = middle }
        }
        // An earlier run can enclose the post only where runs are nested, which is rarely deep.
        return track[..<low].suffix(8).last { runs[$0].endedAt >= postedAt }
    }

    private static func chain(
        to index: Int, _ runs: [RecordedRun], _ posters: [Int?]
    ) -> [String] {
        var chain: [String] = []
        var next: Int? = index
        while let current = next, chain.count < longestChain {
            let run = runs[current]
            let place = run.provenance.map { ", posted at \($0.file):\($0.line)" } ?? ""
            chain.append("\(run.activity ?? "work") on \(run.scheduler)\(place)")
            next = posters[current]
        }
        return chain
    }
}
