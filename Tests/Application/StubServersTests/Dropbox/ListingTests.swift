import LoopbackTestKit
import StubServers
import Testing

@Suite struct ListingTests {
    @Test func recursiveListingShowsEveryFolderBeforeWhatIsInIt() async throws {
        try await withStub(photos: 120) { _, client in
            let response = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true}"#)
            let paths = response.entries.compactMap { $0["path_lower"] as? String }
            let files = response.entries.filter { $0[".tag"] as? String == "file" }
            #expect(files.count == 120)
            #expect(Set(paths).count == paths.count)
            for path in paths {
                let parent = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
                #expect(
                    parent.isEmpty || paths.firstIndex(of: parent)! < paths.firstIndex(of: path)!)
            }
            #expect(response.hasMore == false)
        }
    }

    @Test func walkingFolderByFolderFindsWhatARecursiveListingFinds() async throws {
        try await withStub(photos: 120) { _, client in
            var recursive = Mirror()
            _ = try await client.list(#"{"path": "", "recursive": true}"#, into: &recursive)
            var walked = Mirror()
            var folders = [""]
            while let folder = folders.popLast() {
                let response = try await client.call(
                    "files/list_folder", #"{"path": "\#(folder)"}"#)
                walked.apply(response.entries)
                folders += response.entries.filter { $0[".tag"] as? String == "folder" }
                    .compactMap { $0["path_display"] as? String }
            }
            #expect(walked == recursive)
        }
    }

    @Test(arguments: [1, 7, 50, 2000])
    func pagesOfAnySizeAddUpToTheWhole(limit: Int) async throws {
        try await withStub(photos: 60) { _, client in
            var whole = Mirror()
            _ = try await client.list(#"{"path": "", "recursive": true}"#, into: &whole)
            var paged = Mirror()
            let (pages, _) = try await client.list(
                #"{"path": "", "recursive": true, "limit": \#(limit)}"#, into: &paged)
            #expect(paged == whole)
            #expect(pages == (whole.entries.count + limit - 1) / limit)
        }
    }

    @Test func theServersPageLimitIsBelowTheClients() async throws {
        try await withStub(configure: { $0.pageLimit = 10 }) { _, client in
            let response = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true, "limit": 2000}"#)
            #expect(response.entries.count == 10)
            #expect(response.hasMore == true)
        }
    }

    @Test func anEntryHasTheFieldsThatClientsValidate() async throws {
        try await withStub { _, client in
            let response = try await client.call(
                "files/list_folder", #"{"path": "", "recursive": true, "include_media_info": true}"#
            )
            let file = try #require(response.entries.last)
            #expect(response.headers["content-type"] == "application/json")
            #expect(response.headers["x-dropbox-request-id"]?.isEmpty == false)
            #expect((file["content_hash"] as? String)?.count == 64)
            #expect(((file["rev"] as? String)?.count ?? 0) >= 9)
            #expect((file["id"] as? String)?.hasPrefix("id:") == true)
            #expect(file["is_downloadable"] as? Bool == true)
            #expect(file["media_info"] == nil)
            for time in ["client_modified", "server_modified"] {
                let text = try #require(file[time] as? String)
                #expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            }
        }
    }

    @Test func sameSeedIsTheSameLibraryAndAnotherSeedAnother() async throws {
        var mirrors: [Mirror] = []
        for seed: UInt64 in [1, 1, 2] {
            try await withStub(photos: 20, seed: seed) { _, client in
                var mirror = Mirror()
                _ = try await client.list(#"{"path": "", "recursive": true}"#, into: &mirror)
                mirrors.append(mirror)
            }
        }
        #expect(mirrors[0] == mirrors[1])
        #expect(mirrors[0] != mirrors[2])
    }

    @Test func aMillionPhotosAreListedFromTheirEnd() async throws {
        try await withStub(photos: 1_000_000) { _, client in
            let folder = "/Camera Uploads/2025/12"
            let response = try await client.call("files/list_folder", #"{"path": "\#(folder)"}"#)
            #expect(response.entries.count == 2000)
            #expect(response.hasMore == true)
            let last = "\(folder)/IMG_0999999.jpg"
            let metadata = try await client.call("files/get_metadata", #"{"path": "\#(last)"}"#)
            #expect(metadata.object["path_display"] as? String == last)
        }
    }

    @Test func anEmptyLibraryHasAnEmptyListing() async throws {
        try await withStub(photos: 0) { _, client in
            let response = try await client.call("files/list_folder", #"{"path": ""}"#)
            #expect(response.entries.isEmpty)
            #expect(response.hasMore == false)
        }
    }

    @Test func aSecondSyncWithNothingChangedIsOneRequest() async throws {
        try await withStub { stub, client in
            var mirror = Mirror()
            let (_, cursor) = try await client.list(
                #"{"path": "", "recursive": true}"#, into: &mirror)
            try stub.apply(.clearRequests)
            let (pages, _) = try await client.resume(cursor, into: &mirror)
            #expect(pages == 1)
            #expect(stub.requestCounts == ["files/list_folder/continue": 1])
        }
    }

    @Test(arguments: [
        (#"{"path": "/nowhere"}"#, 409, "path/not_found"),
        (#"{"path": "/Camera Uploads/2025/12/IMG_0000019.jpg"}"#, 409, "path/not_folder"),
        (#"{"path": "/a/b/"}"#, 409, "path/malformed_path"),
        (#"{"path": "/"}"#, 400, ""),
        (#"{"path": "no-slash"}"#, 400, ""),
        (#"{"path": "", "limit": 0}"#, 400, ""),
        (#"{"path": "", "limit": 2001}"#, 400, ""),
        (#"{"path": 5}"#, 400, ""),
        (#"{}"#, 400, ""),
        ("not json", 400, ""),
    ])
    func whatCannotBeListedIsRefusedInDropboxsShape(
        argument: String, status: Int, tags: String
    ) async throws {
        try await withStub { _, client in
            let response = try await client.call("files/list_folder", argument)
            #expect(response.status == status)
            #expect(response.errorTags == tags)
            let type = status == 400 ? "text/plain; charset=utf-8" : "application/json"
            #expect(response.headers["content-type"] == type)
        }
    }
}
