import ArgumentParser
import CommandOptions
import Foundation
import PhotoFeed
import Providers
import Testing

/// Addresses and paths on the command line.
@Suite struct ArgumentTests {
    @Test(arguments: [
        ("https://example.com", false), ("http://127.0.0.1:8080", true), ("http://localhost", true),
    ])
    func anEndpointMayBeOnThisMachine(_ text: String, isLoopback: Bool) throws {
        #expect(try Endpoint(text: text).isLoopback == isLoopback)
    }

    @Test(
        arguments: [
            ("webdav", [], false), ("webdav", ["--insecure-http"], true), ("dropbox", [], false),
            ("dropbox", ["--insecure-http"], false),
        ] as [(String, [String], Bool)])
    func plainHTTPToAnotherMachineNeedsAnOptionThatNamesTheRisk(
        _ provider: String, _ options: [String], _ isAccepted: Bool
    ) throws {
        let service = try #require(Providers.all.first { $0.name == provider })
        let option = try EndpointOption.parse(["--endpoint", "http://nas.example/dav"] + options)
        #expect(option.usesInsecureHTTP == !options.isEmpty)
        if isAccepted {
            try option.check(for: service)
        } else {
            #expect(throws: (any Error).self) { try option.check(for: service) }
        }
        for address in ["https://nas.example/", "http://127.0.0.1:8080"] {
            let option = try EndpointOption.parse(["--endpoint", address] + options)
            #expect(!option.usesInsecureHTTP)
            try option.check(for: service)
        }
    }

    @Test(arguments: [
        "ftp://localhost", "https://example.com/?x=1",
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
