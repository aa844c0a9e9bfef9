import Testing
import WebServer

@Suite struct AllowedHostsTests {
    @Test(arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func namesOfTheLoopbackAddressAreAccepted(host: String) {
        #expect(AllowedHosts().contains(host, port: 8080))
    }

    @Test(arguments: [
        "", ":8080", "127.0.0.1", "localhost", "[::1]", "127.0.0.1:", "127.0.0.1:80",
        "127.0.0.1:8081", "127.0.0.1:08080", "127.0.0.1:8080 ", "127.0.0.1:8080:8080",
        "127.0.0.1.:8080", "127.1:8080", "127.0.0.2:8080", "0.0.0.0:8080", "0:8080", "[::]:8080",
        "[::2]:8080", "::1:8080", "[::1:8080", "[::1]8080", "[::1]x:8080", "LOCALHOST:8080",
        "localhost.:8080", "localhost.evil.example:8080", "evil.example:8080",
        "127.0.0.1.evil.example:8080", "user@127.0.0.1:8080", "127.0.0.1@evil.example:8080",
        "127.0.0.1:8080@evil.example", "127.0.0.1:8080/", "http://127.0.0.1:8080",
        "127.0.0.1,evil.example:8080", " 127.0.0.1:8080", "127.0.0.1\t:8080", "2130706433:8080",
        "0x7f.0.0.1:8080", "localhost\u{0}:8080", "[::ffff:127.0.0.1]:8080", "ip6-localhost:8080",
        "localhost:\u{301}8080", "localhost\u{301}:8080", "\u{301}localhost:8080",
    ])
    func otherHostsAreRefused(host: String) {
        #expect(!AllowedHosts().contains(host, port: 8080))
    }

    @Test func theStandardPortMayBeMissing() {
        #expect(AllowedHosts().contains("localhost", port: 80))
        #expect(AllowedHosts().contains("localhost:80", port: 80))
        #expect(!AllowedHosts().contains("localhost:", port: 80))
    }

    @Test func aDomainIncludesThoseBelowIt() {
        var hosts = AllowedHosts()
        hosts.domains = ["example.org"]
        #expect(hosts.contains("example.org:1", port: 1))
        #expect(hosts.contains("a.b.example.org:1", port: 1))
        #expect(!hosts.contains("badexample.org:1", port: 1))
        #expect(!hosts.contains("example.org.evil.example:1", port: 1))
    }

    @Test func anyPortIsAcceptedOnRequest() {
        var hosts = AllowedHosts()
        hosts.allowsAnyPort = true
        #expect(hosts.contains("localhost", port: 8080))
        #expect(hosts.contains("[::1]:9", port: 8080))
        #expect(!hosts.contains("[::1]:x", port: 8080))
        #expect(!hosts.contains("[::1]:\u{301}9", port: 8080))
        #expect(!hosts.contains("evil.example:8080", port: 8080))
    }

    @Test func theHostOfAProxyIsAcceptedAsItIs() {
        var hosts = AllowedHosts()
        hosts.names = []
        hosts.authorities = ["photos.example.org", "photos.example.org:443"]
        #expect(hosts.contains("photos.example.org", port: 8080))
        #expect(hosts.contains("photos.example.org:443", port: 8080))
        for host in [
            "photos.example.org:8080", "photos.example.org:", "photos.example.org.", "127.0.0.1",
            "127.0.0.1:8080", "example.org", "a.photos.example.org", "PHOTOS.example.org", "",
        ] { #expect(!hosts.contains(host, port: 8080), "\(host)") }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("127.9.8.7", "127.9.8.7", true), ("::1", "[::1]", true),
        ("0:0:0:0:0:0:0:1", "[::1]", true), ("0.0.0.0", "0.0.0.0", false), ("::", "[::]", false),
        ("192.168.1.5", "192.168.1.5", false), ("FE80::1", "[fe80::1]", false),
        ("::ffff:127.0.0.1", "[::ffff:127.0.0.1]", false),
    ])
    func anAddressIsNumeric(text: String, urlHost: String, isLoopback: Bool) throws {
        let address = try #require(WebServerConfiguration.Address(text))
        #expect(address.urlHost == urlHost)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: ["", "localhost", "127.1", "2130706433", "127.0.0.1:80", "[::1]", "a b"])
    func anotherTextIsNotAnAddress(text: String) {
        #expect(WebServerConfiguration.Address(text) == nil)
    }
}
