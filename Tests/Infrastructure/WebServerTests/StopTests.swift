import Foundation
import LoopbackTestKit
import Testing
import WebServer

@Suite struct StopTests {
    @Test func stoppingFreesThePort() async throws {
        var configuration = WebServerConfiguration()
        let first = WebServer(configuration) { _ in .text("first") }
        configuration.port = try await first.start()
        await first.stop(within: .seconds(60))
        let second = WebServer(configuration) { _ in .text("second") }
        #expect(try await second.start() == configuration.port)
        await second.stop(within: .zero)
        await second.stop(within: .zero)
        try await second.waitUntilStopped()
    }

    @Test func aTakenPortIsAnError() async throws {
        try await withServer { _, client in
            var configuration = WebServerConfiguration()
            configuration.port = client.port
            let second = WebServer(configuration) { _ in .text("second") }
            let error = await #expect(throws: WebServerError.self) { try await second.start() }
            #expect(error?.code == .cannotListen)
            #expect(error?.reason == String(cString: strerror(EADDRINUSE)))
            #expect("\(error as Any)".contains("port \(client.port) of 127.0.0.1"))
        }
    }

    /// The server refuses connections and closes those that wait, and sends the response.
    @Test func aRunningResponseEndsBeforeTheServer() async throws {
        let (arrival, release, use) = (Event(), Event(), Event())
        let server = WebServer(WebServerConfiguration()) { request in
            if request.path == "/slow" {
                arrival.happen()
                await release.wait()
            }
            return .text("whole")
        }
        let client = RawClient(port: try await server.start())
        async let idle = client.script { connection in
            connection.get(port: client.port)
            let status = connection.reply()?.status
            use.happen()
            return connection.waitForEnd() ? status : nil
        }
        await use.wait()
        async let reply = client.send("GET", "/slow", headers: ["Connection": ""])
        await arrival.wait()
        async let stop: Void = server.stop(within: .seconds(600))
        #expect(try await idle == 200)
        #expect(RawConnection(to: client.port) == nil)
        release.happen()
        let response = try await reply
        #expect(response.text == "whole")
        #expect(response.headers["connection"] == "close")
        await stop
        #expect(server.connectionCount == 0)
    }

    @Test func aResponseInProgressEndsBeforeTheServer() async throws {
        let (arrival, release) = (Event(), Event())
        let server = WebServer(WebServerConfiguration()) { _ in
            WebResponse(
                body: WebBody(length: 2_000_000) { range, writer in
                    try await writer.write([UInt8](repeating: 1, count: 1_000_000))
                    arrival.happen()
                    await release.wait()
                    try await writer.write([UInt8](repeating: 2, count: 1_000_000))
                })
        }
        let client = RawClient(port: try await server.start())
        async let reply = client.send("GET", "/", headers: ["Connection": ""])
        await arrival.wait()
        async let stop: Void = server.stop(within: .seconds(600))
        release.happen()
        #expect(try await reply.isWhole)
        await stop
    }

    /// The handler waits for an event that never happens, until its task is cancelled.
    @Test(arguments: [Duration.zero, .milliseconds(20)])
    func aStopEndsAtItsDeadline(deadline: Duration) async throws {
        let (arrival, never) = (Event(), Event())
        let server = WebServer(WebServerConfiguration()) { _ in
            arrival.happen()
            await never.wait()
            return .text("late")
        }
        let client = RawClient(port: try await server.start())
        async let reply = client.send("GET", "/")
        await arrival.wait()
        await server.stop(within: deadline)
        #expect(try await reply.status == 0)
    }

    @Test func aLostConnectionCancelsItsHandler() async throws {
        let (arrival, never, end) = (Event(), Event(), Event())
        let next = DispatchSemaphore(value: 0)
        try await withServer(handler: { _ in
            arrival.happen()
            await never.wait()
            if Task.isCancelled { end.happen() }
            return .text("late")
        }) { _, client in
            async let script: Void = client.script { connection in
                connection.get(port: client.port)
                next.wait()
                connection.reset()
            }
            await arrival.wait()
            next.signal()
            try await script
            await end.wait()
        }
    }

    /// Connections in every state of being accepted meet the end of the server.
    @Test(arguments: [Duration.zero, .seconds(600)])
    func aServerMayBeStoppedWhileClientsConnect(deadline: Duration) async throws {
        for _ in 0..<20 {
            let server = WebServer(WebServerConfiguration()) { _ in .text("answer") }
            let client = RawClient(port: try await server.start())
            await withTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask { _ = try? await client.send("GET", "/") }
                }
                group.addTask { await server.stop(within: deadline) }
            }
        }
    }

    @Test func aServerMayBeStoppedWhileItStarts() async throws {
        for _ in 0..<20 {
            let server = WebServer(WebServerConfiguration()) { _ in .text("answer") }
            async let port = server.start()
            await server.stop(within: .zero)
            if let port = try? await port {
                await server.stop(within: .zero)
                #expect(RawConnection(to: port) == nil)
            }
        }
    }
}
