import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct ControlTests {
    private func withControl(
        photos: Int = 3, _ body: (DropboxStub, StubClient) async throws -> Void
    ) async throws {
        try await withStub(photos: photos, configure: { $0.allowsControl = true }, body)
    }

    @Test func withoutPermissionThereIsNoControl() async throws {
        try await withStub { _, client async throws in
            #expect(try await client.control("add", #"{"path": "/a.jpg"}"#).status == 404)
            #expect(try await client.raw.send("GET", "/control/requests").status == 404)
        }
    }

    @Test func commandsPlayAScenario() async throws {
        try await withControl { _, client in
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": "", "recursive": true}"#)
            let text = Data("hello".utf8).base64EncodedString()
            for (command, json) in [
                ("add", #"{"path": "/a.jpg"}"#),
                ("add", #"{"path": "/b.txt", "content": "\#(text)"}"#),
                ("change", #"{"path": "/b.txt"}"#),
                ("add_photos", #"{"folder": "/trip", "count": 3}"#),
                ("add_folder", #"{"path": "/empty"}"#),
                ("move", #"{"from": "/trip", "to": "/journey"}"#),
                ("delete", #"{"path": "/a.jpg"}"#),
            ] {
                #expect(try await client.control(command, json).status == 200)
            }
            var mirror = Mirror()
            _ = try await client.resume(start.cursor, into: &mirror)
            #expect(
                mirror.entries.keys.sorted() == [
                    "/b.txt", "/empty", "/journey", "/journey/img_0000004.jpg",
                    "/journey/img_0000005.jpg", "/journey/img_0000006.jpg",
                ])
        }
    }

    @Test func faultsAreOrderedInJSON() async throws {
        try await withControl { _, client in
            let order = """
                {"route": "files/list_folder", "count": 1, "effect": "status", "status": 503,
                 "headers": {"Retry-After": "1"}, "body": "later"}
                """
            #expect(try await client.control("fault", order).status == 200)
            let response = try await client.call("files/list_folder", #"{"path": ""}"#)
            #expect(response.status == 503)
            #expect(response.headers["retry-after"] == "1")
            for effect in [
                "empty_page", "reset", "wrong_hash", "expired_token", "garbage", "close",
            ] {
                let json = #"{"route": "x", "effect": "\#(effect)"}"#
                #expect(try await client.control("fault", json).status == 200)
            }
        }
    }

    @Test(arguments: [
        ("add", #"{}"#), ("add", #"{"path": "no-slash"}"#), ("add", #"{"path": "/a//b"}"#),
        ("add", #"{"path": "/a", "content": "not base64!"}"#), ("delete", #"{"path": "/nothing"}"#),
        ("change", #"{"path": "/Camera Uploads"}"#), ("move", #"{"from": "/x", "to": "/y"}"#),
        ("move", #"{"from": "/Camera Uploads", "to": "/Camera Uploads/inside"}"#),
        ("add_photos", #"{"folder": "/x", "count": -1}"#), ("unknown", #"{}"#),
        ("fault", #"{"route": "x", "effect": "unknown"}"#),
        ("fault", #"{"route": "x", "effect": "status", "status": 99}"#),
        ("fault", #"{"route": "x", "effect": "truncate"}"#), ("fault", "no JSON"),
        ("fault", #"{"route": "*", "delay": 1e30}"#), ("fault", #"{"route": "*", "delay": -1}"#),
        ("fault", #"{"route": "*", "count": -1}"#), ("fault", #"{"route": "*", "skip": -1}"#),
        (
            "move",
            #"{"from": "/Camera Uploads/2025/12/IMG_0000001.jpg", "#
                + #""to": "/Camera Uploads/2025/12/IMG_0000000.jpg/below.jpg"}"#
        ),
        ("add", #"{"path": "/Camera Uploads/2025/12/IMG_0000000.jpg/below.jpg"}"#),
    ])
    func aCommandThatCannotBeDoneSaysWhyAndChangesNothing(
        command: String, json: String
    ) async throws {
        try await withControl { _, client in
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": "", "recursive": true}"#)
            let response = try await client.control(command, json)
            #expect(response.status == 400)
            #expect(!response.text.isEmpty)
            #expect(try await client.next(start.cursor).entries.isEmpty)
        }
    }

    @Test func theReportCountsRequests() async throws {
        try await withControl { _, client in
            _ = try await client.call(
                "files/list_folder", #"{"path": ""}"#, headers: ["Range": "bytes=0-1"])
            let report = try await client.raw.send("GET", "/control/requests")
            let counts = report.object["counts"] as? [String: Int]
            #expect(counts?["files/list_folder"] == 1)
            let requests = report.object["requests"] as? [[String: Any]]
            #expect(requests?.first?["status"] as? Int == 200)
            #expect(requests?.first?["range"] as? String == "bytes=0-1")
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", ""])
    func aPageInABrowserCannotSendACommand(type: String) async throws {
        try await withControl { _, client in
            let response = try await client.raw.send(
                "POST", "/control/delete", headers: ["Content-Type": type],
                body: Array(#"{"path": "/Camera Uploads"}"#.utf8))
            #expect(response.status == 400)
        }
    }

    @Test(arguments: [
        ("evil.example", 403), ("127.0.0.1.evil.example", 403), ("localhost:80", 200),
        ("api.dropboxapi.com", 200), ("www.dropbox.com:443", 200), ("[::1]:80", 200), ("", 403),
        ("dropboxapi.com.evil.example", 403),
    ])
    func anotherHostsNameIsRefused(host: String, status: Int) async throws {
        try await withControl { _, client in
            let response = try await client.raw.send(
                "GET", "/control/requests", headers: ["Host": host])
            #expect(response.status == status)
        }
    }

    @Test(arguments: [
        "..", "<script>alert(1)</script>.jpg", "a\u{0}b.jpg", "\u{1B}[31mred.jpg",
        "\u{202E}gpj.exe",
        "\"quoted\\\".jpg", "C:\\windows\\x.jpg", "../../etc/passwd", "line\nbreak\r.jpg",
        String(repeating: "x", count: 70_000), "e\u{301}\u{200B}.jpg", "👩‍👩‍👧‍👦.jpg",
    ])
    func anyNameIsToldAsItIs(name: String) async throws {
        try await withControl { stub, client in
            try stub.apply(.add(path: "/hostile.jpg", name: name))
            let listing = try await client.call("files/list_folder", #"{"path": ""}"#)
            let names = listing.entries.compactMap { $0["name"] as? String }
            #expect(names.contains { $0.utf8.elementsEqual(name.utf8) })
            let download = try await client.content("files/download", #"{"path": "/hostile.jpg"}"#)
            let told = download.result["name"] as? String ?? ""
            #expect(told.utf8.elementsEqual(name.utf8))
        }
    }

    @Test(arguments: [
        ("POST", "/2/files/unknown", 404), ("GET", "/2/files/list_folder", 405),
        ("GET", "/", 404), ("GET", "/../../etc/passwd", 404),
    ])
    func whatIsNoRouteIsNotFound(method: String, target: String, status: Int) async throws {
        try await withStub { _, client in
            let response = try await client.raw.send(
                method, target, headers: ["Authorization": "Bearer x"])
            #expect(response.status == status)
        }
    }

    @Test(arguments: [
        ("files/download", "application/x-www-form-urlencoded", 400),
        ("files/download", "application/octet-stream", 200),
        ("files/download", "text/plain; charset=utf-8", 200), ("files/download", "", 200),
    ])
    func aDownloadsContentTypeIsChecked(route: String, type: String, status: Int) async throws {
        try await withStub { _, client async throws in
            let response = try await client.content(
                route, #"{"path": "/Camera Uploads/2025/12/IMG_0000019.jpg"}"#,
                headers: ["Content-Type": type])
            #expect(response.status == status)
            #expect(status == 200 || response.text.contains("Bad HTTP \"Content-Type\" header"))
        }
    }
}
