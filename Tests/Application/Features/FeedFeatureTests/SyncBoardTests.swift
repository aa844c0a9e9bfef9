import CommandLineProgram
import PhotoFeed
import Testing

@testable import FeedFeature

/// The displays of several runs on one terminal.
@MainActor @Suite struct SyncBoardTests {
    private typealias Text = SyncOutput.Text

    /// The texts that a board of two runs writes.
    private func texts(_ body: (SyncBoard) -> Void) -> [Text] {
        var written: [Text] = []
        let board = SyncBoard(["home", "at work"]) { written += $0 }
        body(board)
        return written
    }

    private func output(_ texts: Text...) -> SyncOutput {
        var output = SyncOutput()
        output.replace(with: texts)
        return output
    }

    @Test func eachRunHasALine() {
        let written = texts { board in
            #expect(board.margin == 9)
            board.write(output(.redrawn("Listing")), of: 1)
            board.write(output(.redrawn("Waiting")), of: 0)
            board.write(output(.redrawn("Waiting")), of: 0)
            board.write(output(.redrawn("")), of: 1)
            board.write(output(.redrawn("")), of: 0)
        }
        #expect(
            written == [
                .controls("\r\u{1B}[Jat work  Listing"),
                .controls("\r\u{1B}[Jhome     Waiting\nat work  Listing"),
                .controls("\u{1B}[1A\r\u{1B}[Jhome     Waiting"), .controls("\r\u{1B}[J"),
            ])
    }

    @Test func messagesAreAboveTheLinesAndNameTheirRun() {
        let written = texts { board in
            board.write(output(.redrawn("Listing")), of: 0)
            board.write(output(.message("slow")), of: 1)
            board.write(output(.redrawn(""), .line("Synced\nThe library")), of: 0)
            board.write(FailureReport(FeedError(.rateLimited, "wait")), of: 1)
        }
        #expect(
            written == [
                .controls("\r\u{1B}[Jhome     Listing"), .controls("\r\u{1B}[J"),
                .message("at work: slow"), .controls("\r\u{1B}[Jhome     Listing"),
                .controls("\r\u{1B}[J"), .event("home: Synced"), .event("home: The library"),
                .message(
                    "photopark: at work: \(FailureReport(FeedError(.rateLimited, "wait")).message)"
                ),
            ])
    }

    @Test func plainLinesNeedNoControls() {
        let written = texts { board in
            board.write(output(.message("slow"), .event("{}")), of: 0)
            board.write(output(.line("Synced")), of: 1)
        }
        #expect(written == [.message("home: slow"), .event("{}"), .event("at work: Synced")])
    }
}
