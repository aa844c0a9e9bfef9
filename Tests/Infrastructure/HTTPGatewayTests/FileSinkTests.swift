import Foundation
import Testing

@testable import HTTPGateway

@Suite struct FileSinkTests {
    private let path = NSTemporaryDirectory() + "sink-\(UUID().uuidString)"

    /// The state that a killed process leaves is recorded repeatedly, one note at a time.
    @Test func eachFewMebibytesAreNotedOnceTheNoteBeforeIsWritten() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let target = HTTPFileTarget(path: path + "/a", isResumable: true)
        let sink = FileSink(target, of: try HTTPURL("http://a/")) { $0 }
        try sink.open()
        try sink.begin(
            HTTPResponseHead(status: 200, headers: ["ETag": "\"1\""], url: try HTTPURL("http://a/"))
        )
        try write(4 << 20, to: sink)
        let first = try #require(sink.takeCheckpoint())
        #expect(sink.takeCheckpoint() == nil)
        try write(4 << 20, to: sink)
        #expect(sink.takeCheckpoint() == nil)
        first.write()
        #expect(ResumeNote.read(for: target.path)?.length == 4 << 20)
        let second = try #require(sink.takeCheckpoint())
        second.write()
        #expect(ResumeNote.read(for: target.path)?.length == 8 << 20)
        sink.abandon()
    }

    @Test func aFileMayHaveExactlyTheBytesOfItsLimit() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = FileSink(
            HTTPFileTarget(path: path + "/a", limit: 5), of: try HTTPURL("http://a/")
        ) { $0 }
        try sink.open()
        try write(5, to: sink)
        #expect(throws: HTTPError(.bodyTooLarge, "")) { try write(1, to: sink) }
        sink.abandon()
    }

    private func write(_ count: Int, to sink: FileSink) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(HTTPError) in try sink.write(bytes) }
        }
        try written.get()
    }
}

@Suite struct OriginTests {
    @Test(arguments: ["https://a:80/", "http://b:80/", "http://a:81/"])
    func originsThatDifferInOnePartAreDifferent(_ text: String) throws {
        let (one, other) = (try HTTPURL("http://a:80/").origin, try HTTPURL(text).origin)
        #expect(one != other)
        // Requests are counted by origin: all in one bucket of a table would make each lookup a
        // search.
        #expect(one.hashValue != other.hashValue)
        #expect(try HTTPURL("http://a/x").origin == one)
    }
}

@Suite struct ByteClassTests {
    @Test(arguments: [
        ("identity", true), ("IDENTITY", true), ("jdentity", false), ("identitz", false),
        ("identit", false),
    ])
    func textsAreEqualWhateverTheirCase(_ text: String, _ isEqual: Bool) {
        let same = Array(text.utf8).withUnsafeBufferPointer { text in
            Array("identity".utf8).withUnsafeBufferPointer { text.equalsIgnoringCase($0) }
        }
        #expect(same == isEqual)
    }
}
