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
        #expect(!hosts.contains("evil.example:8080", port: 8080))
    }
}
