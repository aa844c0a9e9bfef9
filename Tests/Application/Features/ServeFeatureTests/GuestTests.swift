import Foundation
import LoopbackTestKit
import Originals
import PhotoFeed
import PhotoFeedTestKit
import Scheduling
import Testing

@testable import ServeFeature

/// Guests, who see the libraries of their shares and nothing else.
@Suite struct GuestTests {
    /// The owner of three libraries with one photo each, and guests of some of them.
    private func withGuests(
        of shares: [[Int]], _ body: ([Visitor]) async throws -> Void
    ) async throws {
        let scheduler = WorkScheduler(name: "readers")
        let names = ["home", "work", "secret"]
        func feed(_ numbers: [Int], _ audience: ServedFeed.Audience) -> SchedulerBound<ServedFeed> {
            SchedulerBound(on: scheduler) {
                ServedFeed(
                    numbers.map { number in
                        let library = Samples.library([
                            Samples.photo(
                                "\(names[number]).jpg", at: Samples.june, place: (1, 2))
                        ])
                        if number == 1 { library.readableWindows = 0 }
                        return .init(name: names[number], reader: library)
                    }, for: audience)
            }
        }
        let server = FeedServer(
            feed([0, 1, 2], .owner), guests: shares.map { feed($0, .guest(originals: false)) })
        let owner = try await server.start(port: 0)
        let client = RawClient(port: server.port.withLock { $0 })
        var visitors: [Visitor] = []
        do {
            for address in [owner] + server.guestAddresses {
                var visitor = Visitor(client: client, address: address, server: server)
                try await visitor.signIn()
                visitors.append(visitor)
            }
            try await body(visitors)
        } catch {
            await server.stop(within: .zero)
            throw error
        }
        await server.stop(within: .zero)
    }

    @Test func aGuestWithManyStreamsDoesNotKeepOutTheOwner() async throws {
        try await withGuests(of: [[0], [1]]) { visitors async throws in
            let (owner, guest) = (visitors[0], visitors[1])
            let port = owner.client.port
            var streams: [RawConnection] = []
            for _ in 0..<260 {
                let stream = try #require(RawConnection(to: port))
                stream.send(
                    "GET /changes HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                        + "Cookie: \(guest.cookie["Cookie"] ?? "")\r\n\r\n")
                streams.append(stream)
            }
            // Until the limit of the guest is reached.
            while try await guest.get("/months").status != 503 {}
            for visitor in [owner, visitors[2]] {
                #expect(try await visitor.get("/").status == 200)
                #expect(try await visitor.get("/months").status == 200)
            }
            #expect(try await owner.get("/", headers: ["Cookie": ""]).status == 200)
            streams = []
        }
    }

    @Test func everyRequestOfAGuestIsAboutItsOwnLibraries() async throws {
        try await withGuests(of: [[2], [0], [0, 2]]) { visitors async throws in
            #expect(Set(visitors.map(\.token)).count == 4)
            #expect(Set(visitors.map { $0.cookie["Cookie"] }).count == 4)
            let names = ["home.jpg", "work.jpg", "secret.jpg"]
            let owned = [
                ["home.jpg", "secret.jpg"], ["secret.jpg"], ["home.jpg"], [names[0], names[2]],
            ]
            for (visitor, visible) in zip(visitors, owned) {
                let months = try await visitor.months()
                #expect(months.items == visible.count)
                let version = months.version
                // Every route, with every number of a library and every name of a photo.
                var paths = ["/months", "/duplicates", "/places", "/items/0?version=\(version)"]
                for account in 0..<4 {
                    paths += ["/months", "/duplicates", "/places"].map {
                        "\($0)?account=\(account)"
                    }
                    for name in names {
                        let id = Data("id:\(name)".utf8).base64EncodedString()
                            .replacing("=", with: "").replacing("+", with: "-")
                        paths += [
                            "/months?q=\(name)&account=\(account)", "/details/\(account)/\(id)",
                            "/thumbnails/\(account)/\(id)/ab", "/originals/\(account)/\(id)/ab",
                        ]
                        let picture = try await visitor.get("/thumbnails/\(account)/\(id)/ab")
                        let number = visible.firstIndex(of: name)
                        if visitor.token != visitors[0].token {
                            #expect((picture.status == 200) == (number == account), "\(name)")
                        }
                    }
                }
                for path in paths {
                    let reply = try await visitor.get(path)
                    for name in names where !visible.contains(name) {
                        let account = String(name.dropLast(4))
                        #expect(!reply.text.contains(name), "\(path)")
                        let isOwner = visitor.token == visitors[0].token
                        #expect(isOwner || !reply.text.contains("\"\(account)\""), "\(path)")
                    }
                }
            }
        }
    }

    @Test func aCookieIsThatOfOneVisitor() async throws {
        try await withGuests(of: [[2], [0]]) { visitors async throws in
            // The cookie of a guest does not become that of the owner by another sign-in.
            var first = visitors[1]
            #expect(try await first.months().accounts == ["secret"])
            try await first.signIn()
            #expect(try await first.months().accounts == ["secret"])
            let other = try await visitors[2].months()
            #expect(other.accounts == ["home"])
            let crossed = try await visitors[2].get("/months", headers: visitors[1].cookie)
            #expect(crossed.text.contains(#""secret""#) && !crossed.text.contains(#""home""#))
            #expect(try await visitors[1].get("/months", headers: ["Cookie": ""]).status == 401)
            #expect(try await visitors[1].get("/months", method: "POST").status == 405)
        }
    }

    @Test func aGuestIsNotToldThePathsOfTheMachine() async throws {
        try await withGuests(of: [[1, 2]]) { visitors async throws in
            let owner = try await visitors[0].months().failures
            #expect(owner == ["work: the library is damaged"])
            #expect(try await visitors[1].months().failures == ["work: it cannot be read"])
        }
        #expect(ServedFeed.name("/srv/owner/photos", for: .owner) == "/srv/owner/photos")
        let guest = ServedFeed.Audience.guest(originals: true)
        #expect(ServedFeed.name("/srv/owner/photos", for: guest) == "photos")
        #expect(ServedFeed.name("/\u{301}srv/\u{301}photos", for: guest) == "\u{301}photos")
        #expect(ServedFeed.name("work", for: guest) == "work")
    }

    @Test(arguments: [
        ("a=home", [0]), ("a=work,home", [1, 0]), ("a=work,work", [1]), ("a=/srv/x", [2]),
        ("a=/srv/x/", [2]), ("a=/srv/../srv/x", [2]), ("a=b=c", nil), ("a=x", nil),
        ("a=Home", nil), ("a=/srv", nil),
    ])
    func aShareNamesServedLibraries(_ text: String, _ positions: [Int]?) throws {
        let share = try #require(GuestShare(argument: text))
        #expect(share.name == "a")
        #expect(share.positions(in: ["home", "work", "/srv/x"]) == positions)
    }

    /// The spellings of a name look the same, but a file system distinguishes them.
    @Test func aShareDoesNotNameAFolderOfAnotherSpelling() throws {
        let folders = ["/srv/caf\u{E9}", "/srv/cafe\u{301}"]
        for (number, folder) in folders.enumerated() {
            for end in ["", "/"] {
                let share = try #require(GuestShare(argument: "a=\(folder)\(end)"))
                #expect(share.positions(in: folders) == [number])
                #expect(share.positions(in: [folders[1 - number]]) == nil)
            }
        }
    }

    @Test func aLibraryOfAShareMayBeginWithACombiningMark() throws {
        let share = try #require(GuestShare(argument: "a=\u{301}x,\u{301}y"))
        #expect(share.positions(in: ["\u{301}y", "\u{301}x"]) == [1, 0])
    }

    @Test func aShareHasANameAndLibraries() {
        for text in ["", "a", "=home", "a=", "a=home,", "a=,home"] {
            #expect(GuestShare(argument: text) == nil, "\(text)")
        }
        #expect(GuestShare(argument: String(repeating: "a", count: 65) + "=home") == nil)
    }
}
