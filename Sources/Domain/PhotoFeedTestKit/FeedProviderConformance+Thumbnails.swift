import PhotoFeed
import SchedulingTestKit

extension FeedProviderConformance {
    static let thumbnails = [
        Rule("a provider with thumbnail sizes has a fetcher for them") { mirror in
            try require(
                mirror.fetchers.thumbnails != nil || mirror.provider.thumbnailSizes.isEmpty,
                "the sizes are \(mirror.provider.thumbnailSizes.map(\.rawValue))")
        },
        Rule("a batch has one picture for each photo, in every size") { mirror in
            mirror.tree.write("/a.jpg", "/b.jpg", "/Trip/c.jpg", "/d.jpg")
            try mirror.update()
            let pending = mirror.pendingThumbnails
            for size in mirror.provider.thumbnailSizes {
                let results = try mirror.thumbnails(of: pending, size)
                try require(
                    Set(results.map(\.pending)) == Set(pending) && results.count == pending.count,
                    "there are \(results.count) results for \(pending.count) photos")
                for result in results {
                    guard case .picture(let bytes, _) = result.result, !bytes.isEmpty else {
                        throw FeedProviderViolation(
                            "\(result.pending.id) has no picture: \(result.result)")
                    }
                }
            }
        },
        Rule("a photo that has changed since its listing has no picture for now") { mirror in
            mirror.tree.write("/a.jpg")
            try mirror.update()
            let pending = mirror.pendingThumbnails
            mirror.tree.write("/a.jpg")
            for size in mirror.provider.thumbnailSizes {
                for result in try mirror.thumbnails(of: pending, size) {
                    guard case .failure(let failure) = result.result, !failure.isPermanent else {
                        throw FeedProviderViolation("the result is \(result.result)")
                    }
                }
            }
        },
    ]

    static let credentials = [
        Rule("the account of a credential is always the same") { mirror in
            guard let accounts = mirror.fetchers.accounts else { return }
            let answers = try (1...2).flatMap { _ in try mirror.values(of: accounts.account()) }
            try require(
                answers.count == 2 && Set(answers).count == 1, "the answers are \(answers)")
        },
        Rule("a wrong credential is refused by every fetcher") { mirror in
            mirror.tree.write("/a.jpg")
            let fetchers = try FeedMirror.fetchers(
                of: mirror.fixture, mirror.fixture.wrongCredential, in: mirror.scheduler.home)
            let codes: Set<FeedError.Code> = [
                .tokenExpired, .tokenRefused, .passwordRefused, .permissionMissing,
            ]
            try requireFailure(codes) {
                _ = try mirror.values(of: fetchers.nodes.pages(from: .beginning(folder: "")))
            }
            guard let accounts = fetchers.accounts else { return }
            try requireFailure(codes) { _ = try mirror.values(of: accounts.account()) }
        },
        Rule("a credential of another form is refused before a request") { mirror in
            let (credential, code): (FeedCredential, FeedError.Code) =
                switch mirror.provider.credentialForm {
                case .accessToken: (FeedCredential(user: "a", password: "b"), .tokenRefused)
                case .password: (FeedCredential(secret: "a"), .passwordRefused)
                }
            try requireFailure([code]) {
                _ = try FeedMirror.fetchers(
                    of: mirror.fixture, credential, in: mirror.scheduler.home)
            }
        },
    ]
}

extension FeedMirror {
    /// The requests for the thumbnails of all photos.
    fileprivate var pendingThumbnails: [PendingThumbnail] {
        photos.values.enumerated().map { number, photo in
            PendingThumbnail(
                id: photo.id, revision: photo.revision,
                position: FeedPosition(date: photo.date, number: Int64(number)))
        }
    }

    /// Returns the results of `pending`, fetched in batches.
    fileprivate func thumbnails(
        of pending: [PendingThumbnail], _ size: ThumbnailSize
    ) throws -> [ThumbnailResult] {
        guard let fetcher = fetchers.thumbnails else { return [] }
        let limit = fetcher.batchLimit(for: size)
        return try stride(from: 0, to: pending.count, by: limit).flatMap { start in
            try values(
                of: fetcher.fetch(
                    Array(pending[start..<min(start + limit, pending.count)]), size: size,
                    withMediaInfo: false)
            ).flatMap(\.self)
        }
    }
}
