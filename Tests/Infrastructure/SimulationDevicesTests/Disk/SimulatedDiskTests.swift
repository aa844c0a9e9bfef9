import DurableFiles
import Foundation
import SchedulingTestKit
import Simulation
import SimulationDevices
import Testing

@Suite struct SimulatedDiskTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The content of a file, as text; `nil` if it does not exist.
    private static func text(of name: String, in folder: TemporaryFolder) -> String? {
        FileManager.default.contents(atPath: folder.path + "/" + name)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the contents of the file `name` that crashes leave, over many seeds.
    private func contents(
        of name: String, _ work: @escaping (DurableFolder, SimulatedDisk) throws -> Void
    ) throws -> Set<String?> {
        let found = Recorder<String?>()
        let exploration = Simulation { [folder] world in
            try folder.empty()
            let disk = try SimulatedDisk(in: world, at: folder.path)
            // The error of the crash is a part of the plan.
            try? work(try DurableFolder(path: folder.path), disk)
            disk.restart()
            let text = Self.text(of: name, in: folder)
            found.add(text)
        }.explore(seeds: 0..<200)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
        return Set(found.values)
    }

    @Test func bytesThatWereNotFlushedArePresentTornOrAbsent() throws {
        let contents = try contents(of: "pack") { folder, _ in
            let pack = try DurablePack(appendingTo: "pack", in: folder, length: 0)
            try pack.append([Array("abcd".utf8)], at: 0)
            try pack.synchronize()
            try pack.append([Array("efgh".utf8)], at: 4)
        }
        #expect(contents == ["abcd", "abcde", "abcdef", "abcdefg", "abcdefgh"])
    }

    @Test func theLossesOfSeveralWritesAreIndependent() throws {
        let contents = try contents(of: "pack") { folder, _ in
            let pack = try DurablePack(appendingTo: "pack", in: folder, length: 0)
            try pack.append([Array("ab".utf8)], at: 0)
            try pack.append([Array("cd".utf8)], at: 2)
        }
        #expect(contents.contains("\0\0cd"))
        #expect(contents.contains(""))
        #expect(contents.contains("abcd"))
    }

    @Test func aFullyDurableFileSurvivesEveryCrashAfterItsEnd() throws {
        let contents = try contents(of: "file") { folder, _ in
            try folder.write("old".utf8, named: "file")
            try folder.write("new".utf8, named: "file")
        }
        #expect(contents == ["new"])
    }

    @Test func aCrashDuringAReplacementLeavesOneOfTheContents() {
        let exploration = Simulation { [folder] world in
            try folder.empty()
            let disk = try SimulatedDisk(in: world, at: folder.path)
            let durable = try DurableFolder(path: folder.path)
            try durable.write("old".utf8, named: "file")
            disk.crash(atCall: world.choose(8))
            try? durable.write("new".utf8, named: "file")
            disk.restart()
            let text = Self.text(of: "file", in: folder)
            if text != "old", text != "new" { world.fail("the file has \(text as Any)") }
        }.explore(seeds: 0..<300)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func aDurableFileInNewFoldersSurvivesACrash() throws {
        let contents = try contents(of: "a/b/file") { folder, _ in
            try DurableFolder(creating: folder.path + "/a/b").write("new".utf8, named: "file")
        }
        #expect(contents == ["new"])
    }

    @Test func anAtomicFileMayBeTorn() throws {
        let contents = try contents(of: "file") { folder, _ in
            try folder.write("new".utf8, named: "file", durability: .atomic)
        }
        #expect(contents == ["new", "ne", "n", "", nil])
    }

    @Test func aRemovedFileMayReturn() throws {
        let contents = try contents(of: "file") { folder, _ in
            try folder.write("old".utf8, named: "file")
            try folder.remove("file")
        }
        #expect(contents == ["old", nil])
    }

    @Test func aFlushedRemovalStays() throws {
        let contents = try contents(of: "file") { folder, _ in
            try folder.write("old".utf8, named: "file")
            try folder.remove("file", durability: .full)
        }
        #expect(contents == [nil])
    }

    @Test(
        arguments: [
            (.full, .noSpace), (.failedSync, .mediumFailure), (.failedWrite, .mediumFailure),
        ] as [(DiskFault, DurableFileError.Code)])
    func aFaultBecomesTheErrorOfItsKind(fault: DiskFault, code: DurableFileError.Code) {
        let codes = Recorder<String>()
        _ = Simulation { [folder] world in
            try folder.empty()
            var conditions = DiskConditions()
            (conditions.faults, conditions.faultInterval) = ([fault], 2)
            _ = try SimulatedDisk(in: world, at: folder.path, conditions)
            let durable = try DurableFolder(path: folder.path)
            do {
                try durable.write("new".utf8, named: "file")
            } catch let error as DurableFileError {
                codes.add(error.code.name)
            }
        }.explore(seeds: 0..<20)
        #expect(Set(codes.values) == [code.name])
    }

    @Test func aShortWriteIsContinued() {
        let exploration = Simulation { [folder] world in
            try folder.empty()
            var conditions = DiskConditions()
            (conditions.faults, conditions.faultInterval) = ([.shortWrite], 2)
            let disk = try SimulatedDisk(in: world, at: folder.path, conditions)
            let durable = try DurableFolder(path: folder.path)
            try durable.write("0123456789".utf8, named: "file")
            disk.restart()
            if Self.text(of: "file", in: folder) != "0123456789" { world.fail("bytes are lost") }
        }.explore(seeds: 0..<100)
        #expect(exploration.finding == nil, "\(exploration.finding as Any)")
    }

    @Test func aRestartIsAnotherBootSession() throws {
        let run = Simulation { [folder] world in
            let disk = try SimulatedDisk(in: world, at: folder.path)
            let first = BootSession.identifier
            disk.restart()
            if BootSession.identifier == first { world.fail("the session is the same") }
        }.run()
        #expect(run.failure == nil, "\(run.failure as Any)")
        #expect(BootSession.identifier == BootSession.identifier)
    }
}
