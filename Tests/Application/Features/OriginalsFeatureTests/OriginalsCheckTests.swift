import CommandOptions
import PhotoFeed
import Testing

@testable import Originals
@testable import OriginalsFeature

/// The checks of the originals.
@Suite struct OriginalsCheckTests {
    /// A check has one limit, and the disk of the folder may hang until then.
    @Test func theStoredChoiceHasACheckBesideThatOfTheFolder() {
        let checks = OriginalsModule().checks
        #expect(checks.contains { $0 is OriginalsChoiceCheck })
        #expect(checks.contains { $0 is OriginalsCheck })
    }

    @Test func theWorstResultOfAVerificationIsNamed() {
        var originals = OriginalsVerification()
        originals.inPlace = 9
        func expect(
            _ result: DiagnosticWord, _ severity: DiagnosticFinding.Severity, _ text: String
        ) {
            let finding = OriginalsCheck.finding(about: originals)
            #expect(finding.result == result && finding.severity == severity)
            #expect(finding.message.contains(text) && finding.numbers["in-place"] == 9)
        }
        expect("none-damaged", .good, "9 originals in place; the last verification has found all")
        originals.edited = 2
        expect("none-damaged", .good, "has found 2 of them edited, and all others good")
        originals.edited = 0
        originals.unverified = 4
        expect("none-damaged", .good, "9 originals in place; 4 of them were never verified")
        (originals.unknown, originals.badPaths) = (1, ["a.jpg"])
        expect("unknown", .warning, "the last verification has found 1 not a file: a.jpg")
        (originals.unreadable, originals.badPaths) = (2, ["a.jpg", "b.jpg", "c.jpg"])
        expect("unreadable", .bad, "found 2 unreadable, 1 not a file: a.jpg, b.jpg, c.jpg")
        (originals.missing, originals.edited) = (3, 1)
        expect(
            "damaged", .bad,
            "found 3 missing, 2 unreadable, 1 not a file, 1 edited: "
                + "a.jpg, b.jpg, c.jpg, and 3 others")
    }

    @Test func theWorstStateOfTheTransfersIsNamed() {
        func finding(_ states: TransferState...) -> DiagnosticFinding {
            TransferCheck.finding(
                about: states.map { state in
                    let time = FeedTime(secondsSinceEpoch: 1)
                    let node = MediaNode(
                        id: NodeID(rawValue: "id:1"), name: "a.jpg", pathKey: "/a.jpg",
                        revision: "1", size: 1, clientModified: time, serverModified: time)
                    let item = FeedItem(node: node, displayPath: "/a.jpg", thumbnail: .pending)
                    var row = OriginalRow(item, path: "a.jpg", layoutPath: "a.jpg")
                    row.state = state
                    return Transfer(row)
                })
        }
        #expect(finding().message == "no original waits for a download")
        #expect(finding(.paused, .cancelled).message.hasSuffix("except 2 that you have stopped"))
        #expect(finding(.paused, .running, .waiting).result == "waiting")
        #expect(finding(.failed, .waiting).result == "failed")
        #expect(finding(.failed, .waiting).numbers == ["failed": 1, "waiting": 1, "stopped": 0])
    }
}
