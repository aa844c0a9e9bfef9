import PhotoFeed

extension FeedProviderConformance {
    static let changes = [
        Rule("an update without a change has no changes and needs no listing") { mirror in
            mirror.tree.write("/a.jpg", "/Trip/b.jpg")
            try mirror.update()
            try mirror.update()
            try require(mirror.listings == 1, "the feed was listed again")
            try require(mirror.lastChanges == 0, "there were \(mirror.lastChanges) changes")
        },
        Rule("an update adds new photos") { mirror in
            mirror.tree.write("/a.jpg")
            try mirror.update()
            mirror.tree.write("/Trip/b.jpg")
            try mirror.update()
            try require(mirror.names == ["a.jpg", "b.jpg"], "the photos are \(mirror.names)")
        },
        Rule("a provider with a cursor reports changes without a listing") { mirror in
            guard mirror.provider.capabilities.changes == .cursor else { return }
            mirror.tree.write("/a.jpg")
            try mirror.update()
            mirror.tree.write("/b.jpg")
            try mirror.update()
            try require(mirror.listings == 1, "the feed was listed again")
        },
        Rule("an update removes deleted photos and folders") { mirror in
            mirror.tree.write("/a.jpg", "/b.jpg", "/Trip/c.jpg", "/Trip/deep/d.jpg")
            try mirror.update()
            mirror.tree.remove("/a.jpg")
            mirror.tree.remove("/Trip")
            try mirror.update()
            try require(mirror.names == ["b.jpg"], "the photos are \(mirror.names)")
        },
        Rule("a rename keeps the identifier if and only if identifiers are stable") { mirror in
            mirror.tree.write("/a.jpg", "/b.jpg")
            try mirror.update()
            let former = try mirror.photo("a.jpg").id
            mirror.tree.move("/a.jpg", to: "/Trip/new.jpg")
            try mirror.update()
            try require(mirror.names == ["b.jpg", "new.jpg"], "the photos are \(mirror.names)")
            let isSame = try mirror.photo("new.jpg").id == former
            try require(
                isSame == mirror.provider.capabilities.hasStableIDs,
                "the identifier is \(isSame ? "the same" : "another one")")
        },
        Rule("a new content has a new revision, and other files keep theirs") { mirror in
            mirror.tree.write("/a.jpg", "/b.jpg")
            try mirror.update()
            let (a, b) = (try mirror.photo("a.jpg"), try mirror.photo("b.jpg"))
            mirror.tree.write("/a.jpg")
            try mirror.update()
            try require(try mirror.photo("a.jpg").id == a.id, "the identifier has changed")
            try require(
                try mirror.photo("a.jpg").revision != a.revision, "the revision is the same")
            try require(
                try mirror.photo("b.jpg").revision == b.revision, "the other revision has changed")
        },
        Rule("two names that differ in case are two photos if paths are case-sensitive") { mirror in
            guard mirror.provider.capabilities.hasCaseSensitivePaths else { return }
            mirror.tree.write("/a.jpg", "/A.jpg", "/trip/b.jpg", "/Trip/b.jpg")
            try mirror.update()
            try require(
                mirror.photos.keys.sorted() == ["/A.jpg", "/Trip/b.jpg", "/a.jpg", "/trip/b.jpg"],
                "the keys of the paths are \(mirror.photos.keys.sorted())")
        },
        Rule("a rename in case keeps the key of the path if case is ignored") { mirror in
            guard !mirror.provider.capabilities.hasCaseSensitivePaths else { return }
            mirror.tree.write("/a.jpg")
            try mirror.update()
            let former = try mirror.photo("a.jpg").pathKey
            mirror.tree.move("/a.jpg", to: "/A.jpg")
            try mirror.update()
            try require(mirror.names == ["A.jpg"], "the photos are \(mirror.names)")
            try require(
                try mirror.photo("A.jpg").pathKey == former, "the key of the path has changed")
        },
        Rule("a server that has forgotten its changes requires a new listing") { mirror in
            mirror.tree.write("/a.jpg", "/b.jpg")
            try mirror.update()
            mirror.tree.remove("/b.jpg")
            mirror.tree.forgetChanges()
            try mirror.update()
            try require(mirror.listings == 2, "there were \(mirror.listings) listings")
            try require(mirror.names == ["a.jpg"], "the photos are \(mirror.names)")
        },
        Rule("content hashes are sent if and only if the provider has them") { mirror in
            mirror.tree.write("/a.jpg")
            try mirror.update()
            let hasHash = try mirror.photo("a.jpg").contentHash != nil
            try require(
                hasHash == mirror.provider.capabilities.hasContentHashes,
                "the photo has \(hasHash ? "a" : "no") hash")
        },
    ]
}
