import CommandLineProgram
import Originals
import PhotoFeed
import TextFormats

/// The output of `photopark plan` for a library.
struct ForecastText {
    /// The name of the account, or the path of a library without one.
    let name: String
    /// The path of the library.
    let folder: String
    let forecast: RunForecast

    private var plan: SyncPlan { forecast.plan }

    /// The lines for people.
    var lines: [String] {
        let bytes = plan.thumbnailBytes.map { ", about \(Units.bytes(Int($0)))" } ?? ""
        var lines = ["A sync of \(TerminalText.escape(name)) would send:"]
        lines.append(
            "  requests:   \(Units.count(forecast.requests)) (account "
                + "\(plan.accountRequests), pages \(Units.count(forecast.pageRequests)), "
                + "thumbnails \(Units.count(plan.thumbnailRequests)), "
                + "originals \(Units.count(forecast.originals.files))"
                + (previews.files > 0 ? ", previews \(Units.count(previews.files)))" : ")"))
        lines.append("  changes:    \(Units.count(plan.changes))")
        lines.append("  thumbnails: \(Units.count(plan.thumbnails))\(bytes)")
        if forecast.originals.files > 0 {
            lines.append(
                "  originals:  \(Units.count(forecast.originals.files)), "
                    + Units.bytes(Int(forecast.originals.bytes)))
        }
        if previews.files > 0 {
            lines.append(
                "  previews:   at most \(Units.bytes(Int(previews.bytes))) of "
                    + Units.count(previews.files, "file"))
        }
        if let free = forecast.freeBytes {
            lines.append("  free space: \(Units.bytes(Int(free)))")
        }
        if let seconds = forecast.seconds {
            lines.append(
                "  time:       \(Self.duration(seconds.lowerBound)) to "
                    + Self.duration(seconds.upperBound) + exceptions)
        } else {
            lines.append("  time:       unknown, since the library has no complete sync yet")
        }
        lines += plan.unlisted.prefix(FailureLines.limit)
            .map { "Not listed: \(TerminalText.escape($0.message))" }
        if plan.listing != nil {
            lines.append("This plan has listed the whole account, as the sync would.")
        }
        return lines + ["Nothing was stored."]
    }

    private var previews: PreviewsForecast.Price { forecast.previews }

    /// The requests that the time leaves out.
    private var exceptions: String {
        let parts = [
            forecast.originals.files > 0 ? "originals" : nil, previews.files > 0 ? "previews" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? "" : " without the " + parts.joined(separator: " and ")
    }

    private static func duration(_ seconds: Double) -> String {
        Units.duration(.milliseconds(Int64(seconds * 1_000)))
    }

    /// The line for programs.
    var json: String {
        JSONWriter.line { json in
            json.member("account", name)
            json.member("library", folder)
            json.member("lists", plan.listing != nil)
            json.member("requests", forecast.requests)
            json.member("account_requests", plan.accountRequests)
            json.member("page_requests", forecast.pageRequests)
            json.member("thumbnail_requests", plan.thumbnailRequests)
            json.member("pages", plan.pages)
            json.member("changes", plan.changes)
            json.member("not_listed", plan.unlisted.count)
            json.member("thumbnails", plan.thumbnails)
            json.member("thumbnail_bytes", plan.thumbnailBytes)
            json.member("originals", forecast.originals.files)
            json.member("original_bytes", forecast.originals.bytes)
            json.member("previews", previews.files)
            json.member("preview_bytes", previews.bytes)
            json.member("free_bytes", forecast.freeBytes)
            json.member("seconds_min", forecast.seconds?.lowerBound)
            json.member("seconds_max", forecast.seconds?.upperBound)
        }
    }
}
