#if os(Linux)  // other systems have no list of locks
    import DurableFiles
    import Foundation
    import Testing

    @testable import ReportFeature

    @Suite struct LibraryHolderTests {
        @Test func aLockOfAnotherProcessIsInTheListOfTheKernel() throws {
            let path = NSTemporaryDirectory() + "/holder-\(UUID().uuidString)"
            let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            defer {
                close(file)
                unlink(path)
            }
            let status = try #require(FileStatus(descriptor: file))
            func isLocked(except process: pid_t) throws -> Bool {
                let list = try #require(FileManager.default.contents(atPath: "/proc/locks"))
                return LibraryHolder.isLocked(
                    status, in: String(decoding: list, as: UTF8.self), except: process)
            }
            #expect(try !isLocked(except: getppid()))
            try #require(flock(file, LOCK_EX) == 0)
            #expect(try (0..<10).contains { _ in try isLocked(except: getppid()) })
            #expect(try !isLocked(except: getpid()))
        }

        @Test func theHolderIsNotAnotherRunForItself() throws {
            let folder = NSTemporaryDirectory() + "/holder-\(UUID().uuidString)"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let file = open(folder + "/lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            defer { close(file) }
            try #require(flock(file, LOCK_EX) == 0)
            #expect(LibraryHolder.name(ofLibraryAt: folder) == nil)
        }
    }
#endif
