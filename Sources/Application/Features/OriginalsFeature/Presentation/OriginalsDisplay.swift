import CommandLineProgram
import Foundation
import Originals
import PhotoFeed
import ProgramServices
import TextFormats

/// Shows a run that downloads originals.
@MainActor
struct OriginalsDisplay {
    /// The number of failures that are named; all of them are counted.
    private static let failureLimit = 20

    private let format: FetchOriginals.Format
    private let account: String?
    private let canRedraw: Bool
    private let start = ContinuousClock.now
    private var hasLine = false
    private var failures = 0

    init(_ format: FetchOriginals.Format, account: String?) {
        self.format = format
        self.account = account
        canRedraw =
            format == .text && isatty(STDERR_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    mutating func show(_ event: OriginalsEvent) {
        switch format {
        case .quiet: break
        case .json:
            StandardOutput.shared.line(json(event))
            StandardOutput.shared.flush()
        case .text: showText(event)
        }
    }

    /// Shows an event of the thumbnails that are made of originals.
    mutating func show(_ event: OriginalThumbnailsEvent) {
        switch format {
        case .quiet: break
        case .json:
            guard let line = json(event) else { return }
            StandardOutput.shared.line(line)
            StandardOutput.shared.flush()
        case .text: showText(event)
        }
    }

    /// Shows the sidecars that were written.
    mutating func showSidecars(written: Int, kept: Int) {
        end()
        switch format {
        case .quiet: break
        case .json:
            StandardOutput.shared.line(
                JSONWriter.line { json in
                    json.member("event", "sidecars_finished")
                    if let account { json.member("account", account) }
                    json.member("written", written)
                    json.member("kept", kept)
                })
        case .text:
            guard written > 0 || kept > 0 else { return }
            let name = account.map { "\($0): " } ?? ""
            StandardOutput.shared.line(
                TerminalText.escape(name + OriginalsText.sidecars(written: written, kept: kept)))
        }
    }

    /// Clears the line of progress.
    mutating func end() {
        guard hasLine else { return }
        StandardError.write("\r\u{1B}[K")
        hasLine = false
    }

    /// Shows that a signal has stopped the run.
    mutating func interrupt() {
        end()
        switch format {
        case .quiet: break
        case .json:
            StandardOutput.shared.line(
                JSONWriter.line { json in
                    json.member("event", "interrupted")
                    if let account { json.member("account", account) }
                })
        case .text: StandardError.line("Interrupted. The next run continues inside the files.")
        }
    }

    private mutating func showText(_ event: OriginalsEvent) {
        switch event {
        case .progress(let progress):
            guard canRedraw, progress.wanted > 0 else { return }
            let width = max(1, (TerminalWidth.columns(of: STDERR_FILENO) ?? 80) - 3)
            let line = OriginalsText.line(progress, after: .now - start)
            StandardError.write("\r\u{1B}[K" + TerminalText.truncate(line, width: width))
            hasLine = true
        case .failed(let path, let reason):
            end()
            failures += 1
            guard failures <= Self.failureLimit else { return }
            StandardError.line(TerminalText.escape("\(path): \(reason)"))
        case .finished(let progress):
            end()
            let name = account.map { "\($0): " } ?? ""
            StandardOutput.shared.line(
                TerminalText.escape(name + OriginalsText.summary(progress, after: .now - start)))
        }
    }

    private mutating func showText(_ event: OriginalThumbnailsEvent) {
        switch event {
        case .progress(let progress):
            guard canRedraw else { return }
            StandardError.write("\r\u{1B}[KThumbnails: \(Units.count(progress.made)) made")
            hasLine = true
        case .failed(let path, let reason):
            end()
            failures += 1
            guard failures <= Self.failureLimit else { return }
            StandardError.line(TerminalText.escape("No thumbnail of \(path): \(reason)"))
        case .unavailable(let reason):
            end()
            StandardError.line(TerminalText.escape("Thumbnails of originals: \(reason)"))
        case .finished(let progress):
            end()
            guard let text = OriginalsText.summary(progress) else { return }
            let name = account.map { "\($0): " } ?? ""
            StandardOutput.shared.line(TerminalText.escape(name + text))
        }
    }

    /// The line of an event; `nil` for those that programs do not need.
    private func json(_ event: OriginalThumbnailsEvent) -> String? {
        switch event {
        case .progress: nil
        case .failed(let path, let reason):
            JSONWriter.line { json in
                json.member("event", "original_thumbnail_failed")
                if let account { json.member("account", account) }
                json.member("path", path)
                json.member("reason", reason)
            }
        case .unavailable(let reason):
            JSONWriter.line { json in
                json.member("event", "original_thumbnails_unavailable")
                if let account { json.member("account", account) }
                json.member("reason", reason)
            }
        case .finished(let progress):
            progress.isEmpty
                ? nil
                : JSONWriter.line { json in
                    json.member("event", "original_thumbnails_finished")
                    if let account { json.member("account", account) }
                    json.member("made", progress.made)
                    json.member("failed", progress.failed)
                    json.member("postponed", progress.postponed)
                }
        }
    }

    private func json(_ event: OriginalsEvent) -> String {
        JSONWriter.line { json in
            switch event {
            case .progress(let progress):
                json.member("event", "originals_progress")
                if let account { json.member("account", account) }
                Self.add(progress, to: &json)
                json.member("free_bytes", progress.freeBytes)
                json.member("waiting_for", progress.pause?.reason.rawValue)
                json.member("wait_seconds", progress.pause?.duration.wholeSeconds)
                json.member("wait_cause", progress.pause?.cause?.name)
                json.member("wait_status", progress.pause?.cause?.status)
            case .failed(let path, let reason):
                json.member("event", "original_failed")
                if let account { json.member("account", account) }
                json.member("path", path)
                json.member("reason", reason)
            case .finished(let progress):
                json.member("event", "originals_finished")
                if let account { json.member("account", account) }
                Self.add(progress, to: &json)
                json.member("seconds", (ContinuousClock.now - start).wholeSeconds)
            }
        }
    }

    private static func add(_ progress: OriginalsProgress, to json: inout JSONWriter) {
        json.member("wanted", progress.wanted)
        json.member("wanted_bytes", progress.wantedBytes)
        json.member("downloaded", progress.downloaded)
        json.member("resumed", progress.resumed)
        json.member("received_bytes", progress.receivedBytes)
        json.member("adopted", progress.adopted)
        json.member("present", progress.present)
        json.member("moved", progress.moved)
        json.member("failed", progress.failed)
        json.member("postponed", progress.postponed)
        json.member("held", progress.held)
        json.member("trashed", progress.trashed)
        json.member("untrashed", progress.untrashed)
        json.member("kept", progress.kept)
    }
}

/// The sentences about a run that downloads originals.
enum OriginalsText {
    /// The line of progress: files, bytes, rate and remaining time, or what the run waits for.
    ///
    /// Before the first bytes, it has the free space.
    static func line(_ progress: OriginalsProgress, after elapsed: Duration) -> String {
        let done = progress.downloaded + progress.adopted + progress.failed
        var parts = [
            "Originals: \(Units.count(done)) of \(Units.count(progress.wanted))",
            "\(Units.bytes(Int(progress.receivedBytes))) of "
                + Units.bytes(Int(progress.wantedBytes)),
        ]
        if let pause = progress.pause {
            parts.append(ProgressText.announcement(pause))
            return parts.joined(separator: ", ")
        }
        if progress.receivedBytes == 0, let free = progress.freeBytes {
            parts.append("\(Units.bytes(Int(free))) free")
        }
        let seconds = elapsed / .seconds(1)
        if seconds >= 1, progress.receivedBytes > 0 {
            let rate = Double(progress.receivedBytes) / seconds
            parts.append("\(Units.bytes(Int(rate)))/s")
            let left = Double(progress.wantedBytes - progress.receivedBytes) / rate
            if left >= 1 { parts.append("\(Units.duration(.seconds(Int(min(left, 1e9))))) left") }
        }
        return parts.joined(separator: ", ")
    }

    /// The sentence about the sidecars.
    static func sidecars(written: Int, kept: Int) -> String {
        let others = kept > 0 ? ", \(Units.count(kept, "file")) of other programs kept" : ""
        return "\(Units.count(written, "sidecar")) written\(others)."
    }

    /// The sentence at the end of a run.
    static func summary(_ progress: OriginalsProgress, after elapsed: Duration) -> String {
        var parts = [
            "\(Units.count(progress.downloaded)) downloaded "
                + "(\(Units.bytes(Int(progress.receivedBytes))))"
        ]
        if progress.resumed > 0 { parts.append("\(Units.count(progress.resumed)) of them resumed") }
        if progress.adopted > 0 {
            parts.append("\(Units.count(progress.adopted)) found in the folder")
        }
        parts.append("\(Units.count(progress.present)) already there")
        if progress.moved > 0 { parts.append("\(Units.count(progress.moved)) of them moved") }
        if progress.failed > 0 { parts.append("\(Units.count(progress.failed)) failed") }
        if progress.postponed > 0 {
            parts.append("\(Units.count(progress.postponed)) left for later runs")
        }
        if progress.held > 0 {
            parts.append("\(Units.count(progress.held)) paused or cancelled")
        }
        if progress.trashed > 0 {
            parts.append("\(Units.count(progress.trashed)) moved to the trash")
        }
        if progress.untrashed > 0 {
            parts.append(
                "\(Units.count(progress.untrashed)) of deleted photos left for later runs")
        }
        if progress.kept > 0 {
            parts.append("\(Units.count(progress.kept)) of deleted photos kept, as edited")
        }
        return "Originals in \(Units.duration(elapsed)): " + parts.joined(separator: ", ") + "."
    }
}

extension OriginalsText {
    /// The sentence about the thumbnails that were made of originals; `nil` without any.
    static func summary(_ progress: OriginalThumbnailsProgress) -> String? {
        guard !progress.isEmpty else { return nil }
        var parts = ["\(Units.count(progress.made)) made"]
        if progress.failed > 0 { parts.append("\(Units.count(progress.failed)) cannot be made") }
        if progress.postponed > 0 {
            parts.append("\(Units.count(progress.postponed)) left for later runs")
        }
        return "Thumbnails of originals: " + parts.joined(separator: ", ") + "."
    }
}

extension Duration {
    fileprivate var wholeSeconds: Int64 { components.seconds }
}
