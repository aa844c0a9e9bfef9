import CommandLineProgram
import Foundation
import Originals
import TextFormats

/// Shows a verification of originals.
@MainActor
struct VerifyDisplay {
    private let isJSON: Bool
    private let account: String?
    private let canRedraw: Bool
    private var hasLine = false

    init(isJSON: Bool, account: String?) {
        self.isJSON = isJSON
        self.account = account
        canRedraw =
            !isJSON && isatty(STDERR_FILENO) == 1
            && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    mutating func show(_ event: VerifyEvent) {
        if isJSON {
            guard let line = json(event) else { return }
            StandardOutput.shared.line(line)
            StandardOutput.shared.flush()
            return
        }
        if case .progress(let progress) = event {
            guard canRedraw else { return }
            let width = max(1, (TerminalWidth.columns(of: STDERR_FILENO) ?? 80) - 3)
            let line =
                "Verifying: \(Units.count(progress.checked)) of \(Units.count(progress.wanted))"
            StandardError.write("\r\u{1B}[K" + TerminalText.truncate(line, width: width))
            hasLine = true
            return
        }
        end()
        let name = account.map { "\($0): " } ?? ""
        StandardOutput.shared.line(TerminalText.escape(name + VerifyText.line(event)))
    }

    /// Clears the line of progress.
    mutating func end() {
        guard hasLine else { return }
        StandardError.write("\r\u{1B}[K")
        hasLine = false
    }

    private func json(_ event: VerifyEvent) -> String? {
        if case .progress = event { return nil }
        return JSONWriter.line { json in
            func begin(_ name: String, _ json: inout JSONWriter) {
                json.member("event", name)
                if let account { json.member("account", account) }
            }
            switch event {
            case .progress: break
            case .found(let path, let verdict, let blocks):
                begin("original", &json)
                json.member("path", path)
                json.member("state", verdict.rawValue)
                json.member("blocks", blocks.count)
            case .unreadable(let path, let blocks, let reason):
                begin("original", &json)
                json.member("path", path)
                json.member("state", OriginalVerdict.unreadable.rawValue)
                json.member("blocks", blocks.count)
                json.member("reason", reason)
            case .livePhoto(let still, let movie):
                begin("live_photo", &json)
                json.member("still", still.path)
                json.member("still_state", still.verdict?.rawValue)
                json.member("movie", movie.path)
                json.member("movie_state", movie.verdict?.rawValue)
            case .repaired(let path, let blocks):
                begin("repaired", &json)
                json.member("path", path)
                json.member("blocks", blocks)
            case .unrepaired(let path, let reason):
                begin("unrepaired", &json)
                json.member("path", path)
                json.member("reason", reason)
            case .finished(let progress):
                begin("verified", &json)
                json.member("known", progress.known)
                json.member("checked", progress.checked)
                json.member("bytes", progress.bytes)
                json.member("good", progress.good)
                json.member("missing", progress.missing)
                json.member("damaged", progress.damaged)
                json.member("edited", progress.edited)
                json.member("unknown", progress.unknown)
                json.member("unreadable", progress.unreadable)
                json.member("gone", progress.gone)
                json.member("repaired", progress.repaired)
                json.member("downloaded_blocks", progress.downloadedBlocks)
                json.member("live_photos", progress.livePhotos)
            }
        }
    }
}

/// The lines of a verification.
enum VerifyText {
    static func line(_ event: VerifyEvent) -> String {
        switch event {
        case .progress: ""
        case .found(let path, let verdict, let blocks):
            switch verdict {
            case .damaged, .edited:
                "\(verdict.rawValue): \(path) (blocks that differ: \(Units.count(blocks.count)))"
            case .gone: "no longer on the server: \(path)"
            default: "\(verdict.rawValue): \(path)"
            }
        case .unreadable(let path, _, let reason): "unreadable: \(path) (\(reason))"
        case .livePhoto: ""
        case .repaired(let path, let blocks):
            "repaired: \(path) (\(Units.count(blocks, "block")) downloaded)"
        case .unrepaired(let path, let reason): "not repaired: \(path): \(reason)"
        case .finished(let progress): summary(progress)
        }
    }

    private static func summary(_ progress: VerifyProgress) -> String {
        var parts = ["\(Units.count(progress.good)) good"]
        let others = [
            (progress.damaged, "damaged"), (progress.missing, "missing"),
            (progress.edited, "edited"), (progress.unknown, "not a file"),
            (progress.unreadable, "unreadable"), (progress.gone, "no longer on the server"),
        ]
        parts += others.filter { $0.0 > 0 }.map { "\(Units.count($0.0)) \($0.1)" }
        let repaired =
            progress.repaired > 0 ? "; \(Units.count(progress.repaired)) of them repaired" : ""
        return "Verified \(Units.count(progress.checked, "original")) of "
            + "\(Units.count(progress.known)): " + parts.joined(separator: ", ") + repaired + "."
    }
}
