import CCurl
import CCurlShim
import Foundation
import HTTPGateway
import HTTPGatewayTestKit
import LoopbackTestKit
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

    #if os(Linux)
        /// A request that waits for minutes would not learn that its server is gone.
        @Test func theSystemNoticesAfter75SecondsThatASilentPeerIsGone() async throws {
            let server = try RawServer.answering { _ in .text("ok") }
            let live = LiveGateway()
            defer { withExtendedLifetime(live) {} }
            #expect(await live.run(GET(), server.url()).error == nil)
            let socket = try #require(try Self.socket(connectedTo: server.port))
            #expect(Self.option(SO_KEEPALIVE, of: SOL_SOCKET, socket) == 1)
            let idle = Self.option(TCP_KEEPIDLE, of: Int32(IPPROTO_TCP), socket)
            let interval = Self.option(TCP_KEEPINTVL, of: Int32(IPPROTO_TCP), socket)
            // The machine may have another number of questions than nine.
            #expect(idle == 30 && interval == 5)
        }

        /// Returns the socket of this process whose peer has a port of this machine.
        private static func socket(connectedTo port: Int) throws -> Int32? {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            return names.compactMap { Int32($0) }.first { descriptor in
                var peer = sockaddr_in()
                var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                let result = withUnsafeMutablePointer(to: &peer) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        getpeername(descriptor, $0, &length)
                    }
                }
                return result == 0 && peer.sin_family == sa_family_t(AF_INET)
                    && Int(UInt16(bigEndian: peer.sin_port)) == port
            }
        }

        /// Returns the value of an option of a socket.
        private static func option(_ name: Int32, of level: Int32, _ socket: Int32) -> Int32 {
            var value: Int32 = -1
            var length = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket, level, name, &value, &length)
            return value
        }
    #endif
}
