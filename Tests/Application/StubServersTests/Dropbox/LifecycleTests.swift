import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct LifecycleTests {
    @Test func aTakenPortIsAnError() async throws {
        try await withStub { _, client in
            var configuration = DropboxStubConfiguration(source: .generated(photos: 0, seed: 0))
            configuration.port = client.raw.port
            let second = DropboxStub(configuration)
            let error = await #expect(throws: StubStartError.self) { try await second.start() }
            #expect(error?.code == .cannotListen)
            #expect(error?.message == String(cString: strerror(EADDRINUSE)))
        }
    }

    @Test func stoppingEndsALongpoll() async throws {
        let stub = DropboxStub(.init(source: .generated(photos: 3, seed: 0)))
        let client = StubClient(raw: RawClient(port: try await stub.start()))
        let start = try await client.call(
            "files/list_folder/get_latest_cursor", #"{"path": ""}"#)
        let argument = #"{"cursor": "\#(start.cursor)", "timeout": 480}"#
        async let poll = client.call("files/list_folder/longpoll", argument)
        await stub.stop()
        _ = try? await poll
    }

    @Test func stoppingEndsADelayAndATrickle() async throws {
        for fault in [
            InjectedFault(route: "*", delay: .seconds(3600)),
            InjectedFault(route: "*", effect: .trickle(bytesPerSecond: 1)),
        ] {
            let stub = DropboxStub(.init(source: .generated(photos: 3, seed: 0)))
            let client = StubClient(raw: RawClient(port: try await stub.start()))
            try stub.apply(.fault(fault))
            async let response = client.call("files/list_folder", #"{"path": ""}"#)
            await stub.stop()
            _ = try? await response
        }
    }
}
