import DurableFiles
import Foundation

@testable import Reports

/// A folder for the spools of a test, which is removed with the fixture.
final class SpoolFixture {
    let path = NSTemporaryDirectory() + "spool-\(UUID().uuidString)"
    /// The time of the spools.
    var time = Duration.zero

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func open(
        memory: Int = 4, disk: Int = 1 << 20,
        waterLine: WaterLine = WaterLine(count: 4, age: .seconds(1_000_000)), batch: Int = 4,
        lossRecord: ((Int) -> [UInt8])? = nil
    ) throws -> Spool {
        try Spool(
            in: path, memory: memory, disk: disk, waterLine: waterLine, batch: batch,
            lossRecord: lossRecord, now: { self.time })
    }

    /// The names of the files other than the lock, sorted.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0 != "spool.lock" }.sorted()
    }

    func content(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: path + "/" + name))
    }

    func write(_ data: Data, _ name: String) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: path + "/" + name))
    }
}

extension Spool {
    func append(_ text: String) { append(Array(text.utf8)) }

    func append(_ numbers: ClosedRange<Int>) {
        for number in numbers { append("\(number)") }
    }

    /// The texts of all records, which are acknowledged.
    func drain() -> [String] {
        var texts: [String] = []
        while let batch = nextBatch() {
            texts += batch.texts
            acknowledge()
        }
        return texts
    }
}

extension [SpoolRecord] {
    var texts: [String] { map { String(decoding: $0.bytes, as: UTF8.self) } }
}

func numbers(_ range: ClosedRange<Int>) -> [String] { range.map { "\($0)" } }

/// A disk whose writes fail while `error` is set.
final class FailingDisk: DiskModel {
    let bootSession = "test"
    private let error: Int32

    init(_ error: Int32) { self.error = error }

    func decide(on change: DiskChange) -> DiskVerdict {
        switch change {
        case .write, .create, .rename: .fail(error)
        default: .proceed
        }
    }

    /// Runs `body` while the writes of this thread fail.
    static func during<Value>(_ error: Int32, _ body: () throws -> Value) rethrows -> Value {
        try FailingDisk(error).use(body)
    }
}

/// A disk that fails to read one file.
final class FailingFile: DiskModel {
    let bootSession = "test"
    private let name: String

    private init(_ name: String) { self.name = name }

    func decide(on change: DiskChange) -> DiskVerdict { .proceed }

    func failure(ofReading descriptor: Int32, at position: Int64) -> Int32? {
        DiskFile.path(of: descriptor)?.hasSuffix("/" + name) == true ? EIO : nil
    }

    /// Runs `body` while this thread cannot read the file with the name.
    static func during<Value>(
        reading name: String, _ body: () throws -> Value
    ) rethrows -> Value {
        try FailingFile(name).use(body)
    }
}

extension DiskModel {
    /// Runs `body` with this model of the disk for the calling thread.
    fileprivate func use<Value>(_ body: () throws -> Value) rethrows -> Value {
        DiskModels.setCurrent(self)
        defer { DiskModels.setCurrent(nil) }
        return try body()
    }
}
