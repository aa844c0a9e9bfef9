import CCurl
import CCurlShim
import HTTPGateway
import HTTPGatewayTestKit
import SocketTestKit
import Testing

@testable import CurlGateway

@Suite struct CurlSettingsTests {
    /// The parser of addresses refuses other schemes; libcurl has to as well.
    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1:1/", "gopher://127.0.0.1:1/"])
    func libcurlSpeaksNothingButHTTP(_ url: String) throws {
        #expect(ccs_global_init())
        let handle = try #require(curl_easy_init())
        let settings = CurlSettings()
        settings.setUp(handle)
        ccs_set_pointer(handle, CURLOPT_CURLU, nil)
        ccs_set_string(handle, CURLOPT_URL, url)
        #expect(curl_easy_perform(handle) == CURLE_UNSUPPORTED_PROTOCOL)
        curl_easy_cleanup(handle)
        settings.free()
    }

    /// libcurl takes 0 for no limit, and refuses a negative one.
    @Test func aLimitBelowOneBytePerSecondIsNoMissingLimit() {
        #expect([nil, 0, -1, 7].map(CurlSettings.speed(of:)) == [0, 1, 1, 7])
    }

    /// The requested, observed and recorded addresses are equal.
    @Test func anAddressIsRequestedAsItIs() async throws {
        let server = try RawServer { connection in
            guard let request = connection.request() else { return }
            let text = request.target
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
        }
        let live = LiveGateway()
        for (path, target) in [("a/../b", "/base/b"), ("../../x", "/base/x"), ("..", "/base/")] {
            let outcome = await live.run(GET(path), server.url("/base"))
            #expect(outcome.outputs == [Array(target.utf8)])
            #expect(outcome.outputEvents.first?.head.url.path == target)
        }
    }
}
