import PhotoFeed
import Testing
import TextFormats

@testable import CommandLineProgram

/// The table of `photopark feed` on terminals of every width.
@Suite struct FeedColumnsTests {
    private func row(_ path: String) -> FeedColumns.Row {
        FeedColumns.Row(date: "2024-06-15 12:00", size: "1.2 MB", pixels: "4032x3024", path: path)
    }

    @Test func columnsGoByRank() {
        let row = row("/Camera Uploads/IMG_0001.jpg")
        #expect(
            FeedColumns(width: nil).line(row)
                == "2024-06-15 12:00   1.2 MB  4032x3024  /Camera Uploads/IMG_0001.jpg")
        #expect(FeedColumns(width: 80).line(row) == FeedColumns(width: nil).line(row))
        #expect(
            FeedColumns(width: 58).line(row)
                == "2024-06-15 12:00   1.2 MB  4032x3024  …/IMG_0001.jpg")
        #expect(
            FeedColumns(width: 57).line(row)
                == "2024-06-15 12:00   1.2 MB  /Camera Uploads/IMG_0001.jpg")
        #expect(FeedColumns(width: 40).line(row) == "2024-06-15 12:00 …/IMG_0001.jpg")
        #expect(FeedColumns(width: 36).line(row) == "/Camera Uploads/IMG_0001.jpg")
        #expect(FeedColumns(width: 40).heading == "DATE             PATH")
    }

    @Test(arguments: [
        "/Camera Uploads/2024/IMG_0001.jpg",
        "/写真/二〇二四年/夏休みの旅行の写真、最後の日の夕方.jpg",
        "/👨‍👩‍👧‍👦👍🏽/🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️🏖️.jpg",
        "/e\u{301}te\u{301}/" + String(repeating: "e\u{301}", count: 60) + ".jpg",
        "/a/" + String(repeating: "x", count: 300), "/rtl\u{202E}gnp.exe.png",
        "/new\nline/\u{1B}[31m.png",
        "no slash at all, and wider than any of these columns are", "/", "",
    ])
    func noLineIsWiderThanTheTerminal(_ path: String) {
        for width in 1...120 {
            let columns = FeedColumns(width: width)
            let line = columns.line(row(path))
            #expect(TerminalText.columns(of: line) <= width, "\(width): \(line)")
            #expect(TerminalText.columns(of: columns.heading) <= width)
        }
    }

    @Test func theAccountsAreBesideTheDate() {
        let row = FeedColumns.Row(
            date: "2024-06-15 12:00", size: "1.2 MB", pixels: "-", path: "/a.jpg",
            accounts: "home, work")
        func columns(_ width: Int?) -> FeedColumns {
            FeedColumns(width: width, accounts: ["home", "work"])
        }
        #expect(
            columns(nil).line(row) == "2024-06-15 12:00 home, work    1.2 MB  -          /a.jpg")
        #expect(columns(49).line(row) == "2024-06-15 12:00 home, work  /a.jpg")
        #expect(columns(48).line(row) == "2024-06-15 12:00 /a.jpg")
        #expect(columns(49).heading == "DATE             ACCOUNTS    PATH")
        let long = FeedColumns(width: nil, accounts: [String(repeating: "x", count: 50)])
        #expect(long.heading.hasPrefix("DATE             ACCOUNTS                        "))
    }

    @Test func aPathLosesItsFoldersBeforeItsName() {
        let path = "/写真/旅行/海.jpg"
        #expect(FeedColumns.fit(path, width: 17) == path)
        #expect(FeedColumns.fit(path, width: 16) == "…/旅行/海.jpg")
        #expect(FeedColumns.fit(path, width: 12) == "…/海.jpg")
        #expect(FeedColumns.fit(path, width: 7) == "海.jpg")
        #expect(FeedColumns.fit(path, width: 5) == "海.j…")
    }

    @Test func anEmptyFeedSaysWhy() {
        let cursor = FeedCursor(rawValue: "c")
        let source = FeedSource(server: "dropbox.com", folder: "/Camera \u{1B}")
        let reasons: [(FeedState, Int, String)] = [
            (
                .empty, 0,
                "The library is empty: no sync has reached the server yet. Run photopark sync."
            ),
            (
                .listing(source, cursor: nil), 0,
                "The library is empty: its first sync has not finished. "
                    + "Run photopark sync again; it resumes where it stopped."
            ),
            (
                .following(source, cursor: cursor), 0,
                "The library is empty: the server has no photos or videos "
                    + "in /Camera \\u{1B} on dropbox.com."
            ),
            (
                .following(source, cursor: cursor), 1_200,
                "None of the library's 1,200 photos and videos matches the options."
            ),
            (
                .listing(source, cursor: cursor), 3,
                "None of the library's 3 photos and videos matches the options."
            ),
        ]
        for (state, count, reason) in reasons {
            #expect(EmptyFeed.reason(state, count: count) == reason)
        }
    }
}
