import Foundation
import PhotoFeed
import Signals

extension FeedProviderConformance {
    static let description = [
        Rule("the name for programs has lower-case letters, digits and hyphens") { mirror in
            let name = mirror.provider.name
            let isValid = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            try require(isValid && !name.isEmpty, "the name is '\(name)'")
        },
        Rule("the provider has a name for people, and one for its servers") { mirror in
            try require(!mirror.provider.displayName.isEmpty, "the name for people is empty")
            try require(!mirror.provider.hosts.name.isEmpty, "the name of the servers is empty")
        },
        Rule("the addresses of the provider's hosts belong to its domains") { mirror in
            let hosts = mirror.provider.hosts
            for address in hosts.addresses {
                let host = URL(string: address)?.host() ?? ""
                try require(
                    hosts.domains.contains { ".\(host)".hasSuffix(".\($0)") },
                    "\(address) is in none of the domains")
            }
        },
    ]

    static let listings = [
        Rule("a listing contains every photo and video, in every folder") { mirror in
            mirror.tree.write("/a.jpg", "/Trip/b.MP4", "/Trip/deep/c.heic", "/notes.txt", "/d.dng")
            try mirror.update()
            try require(
                mirror.names == ["a.jpg", "b.MP4", "c.heic", "d.dng"], "it has \(mirror.names)")
        },
        Rule("the key of a path begins with a slash and ends with the name") { mirror in
            mirror.tree.write("/a.jpg", "/Trip/deep/B.jpg")
            try mirror.update()
            for (key, photo) in mirror.photos {
                try require(
                    key.hasPrefix("/")
                        && key.lowercased().hasSuffix("/" + photo.name.lowercased()),
                    "the key of \(photo.name) is \(key)")
            }
        },
        Rule("an empty account has an empty listing with a cursor") { mirror in
            try mirror.update()
            try require(mirror.photos.isEmpty, "it has \(mirror.names)")
            try mirror.update()
            try require(mirror.listings == 1, "the cursor was not accepted")
        },
        Rule("a listing continues at the cursor of each of its pages, or begins again") { mirror in
            mirror.tree.write(
                "/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg", "/6.jpg", "/7.jpg")
            let pages = try mirror.pages(from: .beginning(folder: ""))
            try require(pages.count > 1, "the server sent everything in one page")
            for (number, page) in pages.enumerated() where page.hasMore {
                do {
                    let rest = try mirror.pages(from: .cursor(page.cursor))
                    try mirror.replace(with: Array(pages[...number]) + rest)
                } catch let error as FeedError where error.code == .cursorReset {
                    try mirror.replace(with: mirror.pages(from: .beginning(folder: "")))
                }
                try require(
                    mirror.names == (1...7).map { "\($0).jpg" },
                    "continued after page \(number + 1), it has \(mirror.names)")
            }
        },
        Rule("the listing of a folder contains only what is below it") { mirror in
            mirror.tree.write("/a.jpg", "/Trip/b.jpg", "/Trip/deep/c.jpg", "/Trip2/d.jpg")
            try mirror.replace(with: mirror.pages(from: .beginning(folder: "/Trip")))
            try require(mirror.names == ["b.jpg", "c.jpg"], "it has \(mirror.names)")
        },
        Rule("names of all scripts arrive unchanged, in files and in folders") { mirror in
            let names = [
                "\u{E9}t\u{E9}.jpg", "e\u{301}.jpg", "\u{5199}\u{771F}.jpg", "\u{1F389} a+b.jpg",
                "100%25.jpg", "q?#[]&;='.jpg", "\u{645}\u{631}.jpg", "\u{FF21}.jpg",
            ]
            mirror.tree.write(names.map { "/\($0)" } + names.map { "/\($0)/d/\($0)" }.dropFirst(1))
            mirror.tree.remove("/\(names[2])")
            try mirror.update()
            let found = mirror.photos.values.map { Array($0.name.utf8) }
            for name in names where name != names[2] {
                try require(found.contains(Array(name.utf8)), "\(name) is missing")
            }
            try require(!found.contains(Array(names[2].utf8)), "a removed photo is there")
        },
        Rule("a large folder and many folders are listed completely") { mirror in
            let paths =
                (0..<300).map { "/large/\($0).jpg" } + (0..<60).map { "/\($0)/\($0)/x\($0).jpg" }
            mirror.tree.write(paths)
            try mirror.update()
            try require(
                mirror.photos.count == paths.count, "it has \(mirror.photos.count) photos")
        },
        Rule("a folder that does not exist is reported") { mirror in
            mirror.tree.write("/a.jpg")
            try requireFailure([.folderNotFound]) {
                _ = try mirror.pages(from: .beginning(folder: "/missing"))
            }
        },
        Rule("a cursor of another server requires a new listing") { mirror in
            try requireFailure([.cursorReset]) {
                _ = try mirror.pages(from: .cursor(FeedCursor(rawValue: "?")))
            }
        },
        Rule("a signal sends nothing after its disposal") { mirror in
            mirror.tree.write("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg", "/5.jpg", "/6.jpg")
            let subscription = Disposable()
            var pages = 0
            let all = mirror.fetchers.nodes.pages(from: .beginning(folder: ""))
                .on(value: { _ in
                    pages += 1
                    subscription.dispose()
                })
            subscription.add(all.observe({ _ in }, ended: { _ in }))
            _ = try mirror.values(of: .just(()))
            try require(pages == 1, "\(pages) pages were sent")
        },
        Rule("the pauses begin with the current state") { mirror in
            for pauses in [mirror.fetchers.nodes.pauses, mirror.fetchers.thumbnails?.pauses] {
                var states: [FeedPause?] = []
                guard let pauses else { continue }
                let subscription = pauses.observe { states.append($0) }
                try require(states == [nil], "the pauses begin with \(states)")
                subscription.dispose()
            }
        },
    ]
}
