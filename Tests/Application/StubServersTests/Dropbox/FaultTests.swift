import LoopbackTestKit
import StubServers
import Testing

@Suite struct FaultTests {
    private static let list = #"{"path": "", "recursive": true}"#
    private static let path = "/Camera Uploads/2025/12/IMG_0000019.jpg"

    private func list(_ client: StubClient) async throws -> RawReply {
        try await client.call("files/list_folder", Self.list)
    }

    @Test func aStatusIsShownAsOftenAsOrderedAndOnItsRouteAlone() async throws {
        try await withStub { stub, client in
            try stub.apply(
                .fault(
                    InjectedFault(
                        route: "files/list_folder", count: 2,
                        effect: .status(429, headers: ["Retry-After": "3"], body: "slow"))))
            #expect(
                try await client.call("files/get_metadata", #"{"path": "/Camera Uploads"}"#).status
                    == 200)
            for _ in 0..<2 {
                let response = try await list(client)
                #expect(response.status == 429)
                #expect(response.headers["retry-after"] == "3")
                #expect(response.text == "slow")
            }
            #expect(try await list(client).status == 200)
        }
    }

    @Test func aFaultWaitsForItsTurn() async throws {
        try await withStub { stub, client in
            try stub.apply(
                .fault(InjectedFault(route: "*", skip: 2, effect: .status(500))))
            var statuses: [Int] = []
            for _ in 0..<4 {
                statuses.append(try await list(client).status)
            }
            #expect(statuses == [200, 200, 500, 200])
        }
    }

    @Test func clearedFaultsAreNotShown() async throws {
        try await withStub { stub, client in
            try stub.apply(.fault(InjectedFault(route: "*", count: 9, effect: .status(503))))
            try stub.apply(.clearFaults)
            #expect(try await list(client).status == 200)
        }
    }

    @Test func aTruncatedBodyPromisesMoreThanComes() async throws {
        try await withStub { stub, client in
            for count in [0, 1, 100] {
                try stub.apply(
                    .fault(InjectedFault(route: "*", effect: .truncate(afterBytes: count))))
                let response = try await list(client)
                #expect(response.status == 200)
                #expect(response.body.count == count)
                #expect(!response.isWhole)
            }
            #expect(try await list(client).isWhole)
        }
    }

    @Test func aClosedConnectionAnswersNothing() async throws {
        try await withStub { stub, client in
            try stub.apply(.fault(InjectedFault(route: "*", effect: .close)))
            #expect(try await list(client).status == 0)
            #expect(stub.requests.map(\.status) == [nil])
        }
    }

    @Test func anEmptyPageAsksToGoOn() async throws {
        try await withStub { stub, client in
            try stub.apply(.fault(InjectedFault(route: "files/list_folder", effect: .emptyPage)))
            try stub.apply(
                .fault(
                    InjectedFault(route: "files/list_folder/continue", count: 3, effect: .emptyPage)
                )
            )
            var mirror = Mirror()
            let (pages, _) = try await client.list(Self.list, into: &mirror)
            #expect(pages == 5)
            #expect(mirror.files.count == 24)
        }
    }

    @Test func resetAndExpiryAreDropboxsErrors() async throws {
        try await withStub { stub, client in
            try stub.apply(.fault(InjectedFault(route: "*", effect: .reset)))
            #expect(try await list(client).errorTags == "reset")
            try stub.apply(.fault(InjectedFault(route: "*", effect: .expiredToken)))
            let response = try await list(client)
            #expect(response.status == 401)
            #expect(response.errorTags == "expired_access_token")
        }
    }

    @Test func garbageLooksLikeAnAnswer() async throws {
        try await withStub { stub, client in
            try stub.apply(.fault(InjectedFault(route: "*", effect: .garbage("{\"entries\": [}"))))
            let response = try await list(client)
            #expect(response.status == 200)
            #expect(response.headers["content-type"] == "application/json")
            #expect(response.object.isEmpty)
        }
    }

    @Test func aWrongHashIsWrongInTheListingAndInTheBytes() async throws {
        try await withStub(photos: 1) { stub, client in
            let path = "/Camera Uploads/2025/12/IMG_0000000.jpg"
            let right = try await list(client)
            try stub.apply(.fault(InjectedFault(route: "*", effect: .wrongHash)))
            let wrong = try await list(client)
            #expect(
                right.entries.last?["content_hash"] as? String
                    != wrong.entries.last?["content_hash"] as? String)
            let good = try await client.content("files/download", #"{"path": "\#(path)"}"#)
            try stub.apply(.fault(InjectedFault(route: "files/download", effect: .wrongHash)))
            let spoiled = try await client.content("files/download", #"{"path": "\#(path)"}"#)
            #expect(spoiled.body.count == good.body.count)
            #expect(spoiled.body != good.body)
        }
    }

    @Test func aTrickleArrivesWhole() async throws {
        try await withStub { stub, client in
            try stub.apply(
                .fault(InjectedFault(route: "*", effect: .trickle(bytesPerSecond: 4_000_000))))
            let response = try await list(client)
            #expect(response.isWhole)
            #expect(!response.entries.isEmpty)
        }
    }

    @Test func anUnknownFunctionIsNotFoundInJSON() async throws {
        try await withStub { _, client in
            let response = try await client.call("files/unknown", "null")
            #expect(response.status == 404)
            #expect(response.headers["content-type"] == "application/json")
            #expect(response.text.contains("files/unknown"))
            #expect(!response.errorTags.isEmpty)
        }
    }

    @Test func everyRequestIsLogged() async throws {
        try await withStub { stub, client in
            _ = try await list(client)
            try stub.apply(.fault(InjectedFault(route: "*", effect: .status(500))))
            _ = try await list(client)
            _ = try await client.call("files/unknown", "null")
            #expect(stub.requestCount(route: "files/list_folder") == 2)
            #expect(stub.requestCount(route: "files/get_metadata") == 0)
            #expect(stub.requests.map(\.status) == [200, 500, 404])
            #expect(stub.requests.map(\.arrival) == stub.requests.map(\.arrival).sorted())
        }
    }
}
