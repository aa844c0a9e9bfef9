import ArgumentParser
import PhotoFeed
import Testing

@testable import CommandOptions

/// The options that select a photo service.
@Suite struct ServerOptionsTests {
    @Test(arguments: [
        ([], "dropbox"), (["--provider", "dropbox"], "dropbox"),
        (
            ["--provider", "webdav", "--user", "ada", "--endpoint", "https://example.org/dav"],
            "webdav"
        ),
    ])
    func theProviderIsTheNamedOneOrTheFirst(_ arguments: [String], _ name: String) throws {
        let options = try ServerOptions.parse(arguments)
        #expect(options.service.name == name)
        #expect(options.isGiven == !arguments.isEmpty)
    }

    @Test(arguments: [
        (["--provider", "other"], "'other' is not a provider"),
        (["--provider", "webdav"], "WebDAV needs --endpoint and --user"),
        (
            ["--provider", "webdav", "--endpoint", "https://example.org"],
            "WebDAV needs --endpoint and --user"
        ),
        (["--provider", "webdav", "--user", "ada"], "WebDAV needs --endpoint and --user"),
        (["--user", "ada"], "Dropbox has tokens"),
        (
            ["--provider", "webdav", "--user", "a:b", "--endpoint", "https://example.org"],
            "must not contain a colon"
        ),
        (
            ["--provider", "webdav", "--user", "a:\u{301}b", "--endpoint", "https://example.org"],
            "must not contain a colon"
        ),
    ])
    func aCombinationWithoutMeaningIsRefused(_ arguments: [String], _ reason: String) {
        do {
            _ = try ServerOptions.parse(arguments)
            Issue.record("the options were accepted")
        } catch {
            #expect(ServerOptions.message(for: error).contains(reason))
        }
    }

    @Test func theCredentialHasTheFormOfTheService() throws {
        let dropbox = try ServerOptions.parse([])
        #expect(dropbox.credential("secret").form == .accessToken)
        let webDAV = try ServerOptions.parse([
            "--provider", "webdav", "--user", "ada", "--endpoint", "https://example.org",
        ])
        #expect(webDAV.credential("secret").form == .password)
    }
}
