import CommandLineProgram
import DropboxFeed
import PhotoFeed
import PhotoFeedTestKit
import Testing

/// The lines about photos and videos without a thumbnail.
@Suite struct FailureLinesTests {
    private func line(_ path: String, _ reason: String) -> String? {
        var lines = FailureLines(provider: .dropbox)
        return lines.line(path, ThumbnailFailure(reason: reason, isPermanent: false))
    }

    @Test(arguments: [
        ("unsupported_extension", "Dropbox does not make thumbnails of this format (HEIC)"),
        ("unsupported_image", "Dropbox cannot read the picture; the file may be damaged"),
        ("conversion_error", "Dropbox could not convert the picture"),
        ("encrypted_content", "the file is encrypted"),
        ("access_denied", "the account has no access to the file"),
        ("not_found", "the file is no longer on the server"),
        ("path/not_found", "the file is no longer on the server"),
        ("path/restricted_content", "path, restricted content"),
    ])
    func aReasonIsStatedInWords(_ reason: String, _ words: String) {
        #expect(line("/Lake/IMG_1.heic", reason) == "No thumbnail of /Lake/IMG_1.heic: \(words)")
    }

    @Test(arguments: [
        ("/Lake/scan.tar.Gz", "GZ"), ("/Lake.d/README", "no extension"),
        ("/Lake/.hidden", "no extension"), ("/Lake/scan.", "no extension"),
    ])
    func anUnsupportedFormatIsNamedByTheLastExtension(_ path: String, _ format: String) {
        let words = "Dropbox does not make thumbnails of this format (\(format))"
        #expect(line(path, "unsupported_extension") == "No thumbnail of \(path): \(words)")
    }

    @Test func anotherProviderIsNamed() {
        var lines = FailureLines(provider: MemoryService().provider)
        let words = "Memory does not make thumbnails of this format (HEIC)"
        #expect(lines.line("/a.heic", .unsupportedFormat) == "No thumbnail of /a.heic: \(words)")
    }

    @Test func aServerThatMakesNoThumbnailsIsNotNamedForEachEntry() {
        var lines = FailureLines(provider: MemoryService().provider)
        #expect(lines.line("/a.heic", .providerWithoutThumbnails) == nil)
    }

    @Test func whatIsNotListedIsNamedUpToALimit() {
        var lines = FailureLines(provider: MemoryService().provider)
        let error = FeedError(.permissionMissing, "/no: the server\nanswered 403")
        let named = (0..<30).compactMap { _ in lines.line(error) }
        #expect(named.count == FailureLines.limit)
        #expect(named[0].hasPrefix("Left as it was: /no: the server"))
        #expect(!named[0].contains("\n"))
        #expect(named.last?.hasSuffix("; further ones are only counted") == true)
    }

    @Test func theServersTextCannotControlTheTerminal() {
        #expect(
            line("/a\nb.jpg", "bad_\u{1B}[2J")
                == "No thumbnail of /a\\nb.jpg: bad \\u{1B}[2J")
    }

    @Test func theFormatOfALongPathIsThatOfItsEnd() {
        let path = "/" + String(repeating: "x", count: 300) + ".heic"
        #expect(line(path, "unsupported_extension")?.hasSuffix("(HEIC)") == true)
    }

    @Test func aLongPathIsCut() {
        #expect(
            line("/" + String(repeating: "x", count: 300), "encrypted_content")
                == "No thumbnail of /\(String(repeating: "x", count: 198))…: the file is encrypted")
    }

    @Test func theTwentiethLineIsTheLast() {
        var lines = FailureLines(provider: .dropbox)
        let failure = ThumbnailFailure(reason: "encrypted_content", isPermanent: true)
        for number in 1...19 {
            #expect(
                lines.line("/\(number).jpg", failure)
                    == "No thumbnail of /\(number).jpg: the file is encrypted")
        }
        #expect(
            lines.line("/20.jpg", failure)
                == "No thumbnail of /20.jpg: the file is encrypted; "
                + "further failures are only counted")
        #expect(lines.line("/21.jpg", failure) == nil)
        #expect(lines.line("/22.jpg", failure) == nil)
    }
}
