import Foundation
import LoopbackTestKit
import StubServers
import Testing

@Suite struct CursorTests {
    /// Repeatable choices for the scenario below.
    private struct Dice: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private func changeSomething(
        _ stub: DropboxStub, _ known: [String], with dice: inout Dice
    ) {
        let some = known.randomElement(using: &dice) ?? "/x"
        let number = Int.random(in: 0..<40, using: &dice)
        let command: ControlCommand =
            switch Int.random(in: 0..<9, using: &dice) {
            case 0: .add(path: "/added/\(number % 3)/photo \(number).jpg")
            case 1: .addPhotos(folder: "/Camera Uploads/2025/12", count: 2)
            case 2: .change(path: some)
            case 3: .move(from: some, to: "/moved/\(number)/again.jpg")
            case 4: .delete(path: some)
            case 5: .delete(path: "/Camera Uploads/2025/\(10 + number % 3)")
            case 6: .move(from: "/added", to: "/moved/\(number)")
            case 7: .add(path: "/Camera Uploads/2025/11")
            default: .addFolder(path: "/Camera Uploads/2025/11/empty")
            }
        // Some of these name what is no longer there: refused, and nothing is changed.
        try? stub.apply(command)
    }

    /// The law: whatever happens between and after the pages of a listing, a client that follows
    /// the cursor has the same entries in the end as a new listing.
    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func followingACursorLeadsToTheStateOfANewListing(seed: UInt64) async throws {
        try await withStub(photos: 60, seed: seed) { stub, client in
            var dice = Dice(state: seed)
            var mirror = Mirror()
            for _ in 0..<5 {
                changeSomething(stub, [], with: &dice)
            }
            var response = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true, "limit": 9}"#)
            mirror.apply(response.entries)
            for _ in 0..<25 {
                for _ in 0..<Int.random(in: 0..<3, using: &dice) {
                    changeSomething(stub, mirror.files, with: &dice)
                }
                response = try await client.next(response.cursor)
                mirror.apply(response.entries)
            }
            _ = try await client.resume(response.cursor, into: &mirror)
            var fresh = Mirror()
            _ = try await client.list(#"{"path": "", "recursive": true}"#, into: &fresh)
            #expect(mirror == fresh)
        }
    }

    @Test func changesArriveInTheirOrder() async throws {
        try await withStub { stub, client in
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": "", "recursive": true}"#)
            try stub.apply(.add(path: "/new/a.jpg"))
            try stub.apply(.move(from: "/new/a.jpg", to: "/new/b.jpg"))
            try stub.apply(.delete(path: "/new"))
            let response = try await client.next(start.cursor)
            let told = response.entries.map { "\($0[".tag"] ?? "") \($0["path_lower"] ?? "")" }
            #expect(
                told == [
                    "folder /new", "file /new/a.jpg", "deleted /new/a.jpg", "file /new/b.jpg",
                    "deleted /new",
                ])
        }
    }

    @Test func aMovedFileKeepsItsID() async throws {
        try await withStub { stub, client in
            let path = "/Camera Uploads/2025/12/IMG_0000019.jpg"
            let before = try await client.call("files/get_metadata", #"{"path": "\#(path)"}"#)
            try stub.apply(.move(from: path, to: "/elsewhere.jpg"))
            let after = try await client.call(
                "files/get_metadata", #"{"path": "/ELSEWHERE.jpg"}"#)
            #expect(after.object["id"] as? String == before.object["id"] as? String)
            #expect(
                after.object["content_hash"] as? String == before.object["content_hash"] as? String)
            let gone = try await client.call("files/get_metadata", #"{"path": "\#(path)"}"#)
            #expect(gone.errorTags == "path/not_found")
        }
    }

    @Test func anIDIsNeverThatOfTheFileThatCameAfter() async throws {
        try await withStub { stub, client in
            func metadata(_ target: String) async throws -> RawReply {
                try await client.call("files/get_metadata", #"{"path": "\#(target)"}"#)
            }
            try stub.apply(.add(path: "/a.jpg"))
            let former = try #require(try await metadata("/a.jpg").object["id"] as? String)
            try stub.apply(.delete(path: "/a.jpg"))
            try stub.apply(.add(path: "/a.jpg"))
            let present = try #require(try await metadata("/a.jpg").object["id"] as? String)
            #expect(try await metadata(former).errorTags == "path/not_found")
            #expect(try await metadata(present).object["id"] as? String == present)
        }
    }

    @Test func aNameWhoseCaseAloneChangedIsNotTold() async throws {
        try await withStub { stub, client in
            try stub.apply(.add(path: "/case.jpg"))
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": ""}"#)
            try stub.apply(.move(from: "/case.jpg", to: "/CASE.jpg"))
            #expect(try await client.next(start.cursor).entries.isEmpty)
            let fresh = try await client.call("files/list_folder", #"{"path": ""}"#)
            #expect(fresh.entries.contains { $0["name"] as? String == "CASE.jpg" })
        }
    }

    @Test func aCursorOfOneFolderIsToldOfThatFolderAlone() async throws {
        try await withStub { stub, client in
            try stub.apply(.addFolder(path: "/inside"))
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": "/Inside"}"#)
            try stub.apply(.add(path: "/inside/a.jpg"))
            try stub.apply(.add(path: "/insides.jpg"))
            try stub.apply(.add(path: "/inside/deeper/b.jpg"))
            let names = try await client.next(start.cursor).entries.compactMap {
                $0["name"] as? String
            }
            #expect(names == ["a.jpg", "deeper"])
        }
    }

    @Test func aCursorOfADeletedFolderEndsWithNotFound() async throws {
        try await withStub { stub, client in
            let start = try await client.call(
                "files/list_folder", #"{"path": "/Camera Uploads/2025"}"#)
            try stub.apply(.delete(path: "/Camera Uploads"))
            #expect(try await client.next(start.cursor).errorTags == "path/not_found")
        }
    }

    @Test func deletedEntriesAreListedOnRequest() async throws {
        try await withStub(photos: 3) { stub, client in
            try stub.apply(.delete(path: "/Camera Uploads/2025/12/IMG_0000001.jpg"))
            let argument = #"{"path": "", "recursive": true, "include_deleted": true}"#
            let with = try await client.call("files/list_folder", argument)
            #expect(with.entries.filter { $0[".tag"] as? String == "deleted" }.count == 1)
            let without = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true}"#)
            #expect(without.entries.allSatisfy { $0[".tag"] as? String != "deleted" })
        }
    }

    @Test func cursorsThatAreGivenUpAreReset() async throws {
        try await withStub { stub, client in
            let start = try await client.call("files/list_folder", #"{"path": ""}"#)
            try stub.apply(.resetCursors)
            let response = try await client.next(start.cursor)
            #expect(response.status == 409)
            #expect(response.errorTags == "reset")
            let again = try await client.call("files/list_folder", #"{"path": ""}"#)
            #expect(try await client.next(again.cursor).status == 200)
        }
    }

    @Test func aCursorOfAnotherLibraryIsResetAndNoCursorIs400() async throws {
        var foreign = ""
        try await withStub(seed: 1) { _, client async throws in
            foreign = try await client.call("files/list_folder", #"{"path": ""}"#).cursor
        }
        try await withStub(seed: 2) { _, client async throws in
            #expect(try await client.next(foreign).errorTags == "reset")
            for text in ["nonsense", "drawn-2-24.0 1 9223372036854775807 0 0 0 "] {
                let cursor = Data(text.utf8).base64EncodedString()
                #expect(try await client.next(cursor).status == 400)
            }
        }
    }

    @Test func aDrawnLibrarysCursorOutlivesARestart() async throws {
        var cursor = ""
        try await withStub { _, client in
            cursor = try await client.call("files/list_folder", #"{"path": ""}"#).cursor
        }
        try await withStub { _, client async throws in
            #expect(try await client.next(cursor).status == 200)
        }
    }

    @Test func longpollEndsWithTheChange() async throws {
        try await withStub { stub, client in
            let start = try await client.call(
                "files/list_folder/get_latest_cursor", #"{"path": "", "recursive": true}"#)
            let argument = #"{"cursor": "\#(start.cursor)", "timeout": 480}"#
            async let poll = client.call(
                "files/list_folder/longpoll", argument, headers: ["Authorization": ""])
            try stub.apply(.add(path: "/new.jpg"))
            #expect(try await poll.object["changes"] as? Bool == true)
        }
    }

    @Test func longpollAnswersAtOnceWhenThereIsSomethingToFetch() async throws {
        try await withStub { _, client in
            let start = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true, "limit": 1}"#)
            let response = try await client.call(
                "files/list_folder/longpoll", #"{"cursor": "\#(start.cursor)"}"#)
            #expect(response.object["changes"] as? Bool == true)
        }
    }

    @Test(arguments: [29, 481])
    func longpollRefusesOtherTimeouts(timeout: Int) async throws {
        try await withStub { _, client in
            let start = try await client.call("files/list_folder", #"{"path": ""}"#)
            let response = try await client.call(
                "files/list_folder/longpoll",
                #"{"cursor": "\#(start.cursor)", "timeout": \#(timeout)}"#)
            #expect(response.status == 400)
        }
    }
}
