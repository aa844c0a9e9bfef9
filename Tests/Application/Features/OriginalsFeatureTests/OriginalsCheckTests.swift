import Diagnostics
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
        originals.unverified = 4
        expect("none-damaged", .good, "9 originals in place; 4 of them were never verified")
        originals.unknown = 1
        expect("unknown", .warning, "1 path of originals had something other than a file")
        originals.unreadable = 2
        expect("unreadable", .bad, "could not read 2 originals")
        originals.missing = 3
        expect("damaged", .bad, "found 0 originals damaged and 3 missing")
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
