import Originals
import PhotoFeed
import Testing

@testable import OriginalsFeature

@Suite("Sentences about originals")
struct OriginalsTextTests {
    private func progress(_ change: (inout OriginalsProgress) -> Void) -> OriginalsProgress {
        var progress = OriginalsProgress()
        change(&progress)
        return progress
    }

    // gallery-dl#2018, gallery-dl#6023: the end of a run had no report.
    @Test func aSummaryNamesOnlyWhatHappened() {
        let plain = progress {
            $0.downloaded = 3
            $0.receivedBytes = 1_200
            $0.present = 7
        }
        #expect(
            OriginalsText.summary(plain, after: .seconds(2))
                == "Originals in 2.0 s: 3 downloaded (1.2 kB), 7 already there.")
        let full = progress {
            $0.downloaded = 3
            $0.resumed = 1
            $0.adopted = 2
            $0.failed = 4
            $0.postponed = 5
            $0.held = 6
        }
        let text = OriginalsText.summary(full, after: .seconds(2))
        for part in [
            "1 of them resumed", "2 found in the folder", "4 failed", "5 left for later runs",
            "6 paused or cancelled",
        ] {
            #expect(text.contains(part))
        }
    }

    // gallery-dl#2526, gallery-dl#2873, gallery-dl#6201: the progress had no totals.
    @Test func theLineOfProgressHasRateAndRemainingTime() {
        let running = progress {
            $0.wanted = 10
            $0.wantedBytes = 10_000
            $0.downloaded = 2
            $0.receivedBytes = 2_000
        }
        let line = OriginalsText.line(running, after: .seconds(2))
        #expect(line.hasPrefix("Originals: 2 of 10, 2.0 kB of 10.0 kB, 1.0 kB/s, 8"))
        #expect(line.hasSuffix("left"))
        #expect(
            OriginalsText.line(running, after: .zero) == "Originals: 2 of 10, 2.0 kB of 10.0 kB")
    }

    @Test func theLineOfProgressHasTheFreeSpaceBeforeTheFirstBytes() {
        var first = progress {
            $0.wanted = 10
            $0.wantedBytes = 10_000
            $0.freeBytes = 50_000_000_000
        }
        #expect(
            OriginalsText.line(first, after: .zero)
                == "Originals: 0 of 10, 0 B of 10.0 kB, 50.0 GB free")
        first.receivedBytes = 1
        #expect(OriginalsText.line(first, after: .zero) == "Originals: 0 of 10, 1 B of 10.0 kB")
    }

    @Test func theStoredChoiceHasASentence() throws {
        var choice = OriginalsChoice(folder: "/photos", layout: try OriginalLayout("{stem}.{ext}"))
        #expect(
            OriginalsChoiceText.sentence(about: choice)
                == "each sync downloads originals to /photos: layout {stem}.{ext}, mtime modified")
        choice.since = FeedTime(secondsSinceEpoch: 1_717_164_245)
        choice.kind = .video
        choice.included = [PathPattern("/a/**"), PathPattern("*.mov")]
        choice.excluded = [PathPattern("*.gif")]
        choice.byteLimit = 500_000_000
        choice.fileTime = .taken
        #expect(
            OriginalsChoiceText.sentence(about: choice)
                == "each sync downloads originals to /photos: layout {stem}.{ext}, "
                + "since 2024-05-31 14:04:05 UTC, kind video, include /a/**, include *.mov, "
                + "exclude *.gif, at most 500 MB in a run, mtime taken")
    }

    @Test func theLineOfProgressNamesWhatTheRunWaitsFor() {
        let waiting = progress {
            $0.wanted = 10
            $0.pause = FeedPause(reason: .rateLimit, duration: .seconds(30))
        }
        let line = OriginalsText.line(waiting, after: .seconds(2))
        #expect(line.hasPrefix("Originals: 0 of 10, "), "\(line)")
        #expect(line.contains("30"), "\(line)")
    }

    @Test func aVerificationNamesTheBadFiles() {
        #expect(
            VerifyText.line(.found(path: "a.jpg", .damaged, blocks: [3]))
                == "damaged: a.jpg (blocks that differ: 1)")
        #expect(VerifyText.line(.found(path: "a.jpg", .missing, blocks: [0])) == "missing: a.jpg")
        #expect(
            VerifyText.line(.unrepaired(path: "a.jpg", reason: "gone"))
                == "not repaired: a.jpg: gone")
        #expect(
            VerifyText.line(.unreadable(path: "a.jpg", blocks: [0], reason: "Input/output error"))
                == "unreadable: a.jpg (Input/output error)")
        var result = VerifyProgress()
        (result.known, result.checked, result.good, result.damaged) = (9, 3, 2, 1)
        #expect(
            VerifyText.line(.finished(result))
                == "Verified 3 originals of 9: 2 good, 1 damaged.")
        result.repaired = 1
        #expect(
            VerifyText.line(.finished(result))
                == "Verified 3 originals of 9: 2 good, 1 damaged; 1 of them repaired.")
    }
}
