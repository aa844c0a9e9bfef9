import PhotoFeed
import Testing

@testable import HistoryFeature

/// The lines of `photopark log`.
@Suite struct LogLineTests {
    private let time = FeedTime(secondsSinceEpoch: 1_717_164_245)

    private func photo(_ path: String) -> MediaNode {
        MediaNode(
            id: NodeID(rawValue: "id:1"), name: "a.jpg", pathKey: path.lowercased(),
            pathDisplay: path, revision: "r", size: 7, clientModified: time, serverModified: time)
    }

    private func entry(_ former: String?, _ present: String?) -> JournalEntry {
        JournalEntry(
            time: time, id: NodeID(rawValue: "id:1"), former: former.map(photo),
            present: present.map(photo))
    }

    @Test(
        arguments: [
            (nil, "/A.jpg", "added    /A.jpg"), ("/A.jpg", "/A.jpg", "changed  /A.jpg"),
            ("/A.jpg", "/\u{1B}b.jpg", "changed  /A.jpg → /\\u{1B}b.jpg"),
            ("/A.jpg", nil, "removed  /A.jpg"),
        ] as [(String?, String?, String)])
    func aLineNamesTheChangeAndThePaths(_ former: String?, _ present: String?, _ line: String) {
        let change = entry(former, present)
        #expect(LogLine.text(change, of: nil) == "2024-05-31 14:04:05  " + line)
        #expect(
            LogLine.text(change, of: "home")
                == "2024-05-31 14:04:05  home              " + line)
    }

    @Test func aLineOfJSONHasEveryKey() {
        #expect(
            LogLine.json(entry("/A.jpg", nil), of: "home") == """
                {"time":"2024-05-31T14:04:05Z","account":"home","change":"removed","id":"id:1",\
                "path":null,"former_path":"/A.jpg","rev":null,"former_rev":"r","size":7,\
                "content_hash":null}
                """)
    }
}
