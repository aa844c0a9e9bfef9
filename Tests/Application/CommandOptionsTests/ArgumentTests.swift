import CommandOptions
import Foundation
import Testing

/// Addresses and paths on the command line.
@Suite struct ArgumentTests {
    @Test(arguments: [
        ("https://example.com", false), ("http://127.0.0.1:8080", true), ("http://localhost", true),
    ])
    func anEndpointIsEncryptedOrOnThisMachine(_ text: String, isLoopback: Bool) throws {
        #expect(try Endpoint(text: text).isLoopback == isLoopback)
    }

    @Test(arguments: [
        "http://example.com", "ftp://localhost", "https://example.com/?x=1",
        "https://example.com/#top", "example", "",
    ])
    func anyOtherEndpointIsRefused(_ text: String) {
        #expect(throws: (any Error).self) { try Endpoint(text: text) }
    }

    @Test func aPathIsShownAsItWasTyped() {
        #expect(UserPath(argument: "") == nil)
        #expect(UserPath("~/photos").description == "~/photos")
        #expect(UserPath("~/photos").expanded.hasSuffix("/photos"))
        #expect(!UserPath("~/photos").expanded.contains("~"))
        #expect(UserPath("a~/b").expanded == "a~/b")
        #expect(UserPath("~/\u{301}a").expanded == UserPath("~").expanded + "/\u{301}a")
    }
}
