import Foundation
import Testing

@testable import DurableFiles

@Suite struct POSIXTests {
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: "/dev/full"),
            "needs a device that is always full: Linux's /dev/full"))
    func fullDiskIsNoSpace() throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let error = #expect(throws: DurableFileError.self) {
            try [UInt8(1)].withUnsafeBytes { bytes in
                try POSIX.writeFully(bytes, to: full.fileDescriptor, path: "photo")
            }
        }
        #expect(error?.code == .noSpace)
        #expect(error?.systemError == ENOSPC)
        #expect("\(error as Any)".contains("free some space"))
    }

    @Test func interruptedCallsAreRepeated() throws {
        var calls = 0
        let result = try POSIX.retry("test", "file") { () -> Int in
            calls += 1
            errno = EINTR
            return calls < 4 ? -1 : 7
        }
        #expect(result == 7)
        #expect(calls == 4)
    }

    /// A pipe takes 64 KiB or so at a time, and a reader that lags makes every write a short one.
    @Test func everythingIsWrittenThroughAPipeThatTakesLittle() async throws {
        let pipe = Pipe()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let writing = Task.detached {
            try bytes.withUnsafeBytes {
                try POSIX.writeFully(
                    $0, to: pipe.fileHandleForWriting.fileDescriptor, path: "pipe")
            }
            try pipe.fileHandleForWriting.close()
        }
        let read = try pipe.fileHandleForReading.readToEnd()
        try await writing.value
        #expect(read.map(Array.init) == bytes)
    }

    @Test(arguments: [
        (ENOSPC, DurableFileError.Code.noSpace), (EDQUOT, .noSpace), (EFBIG, .tooLarge),
        (EACCES, .notPermitted), (EROFS, .notPermitted), (EISDIR, .isFolder),
        (ENOTDIR, .notAFolder), (ELOOP, .notRegularFile), (ENAMETOOLONG, .badName),
        (EMFILE, .tooManyOpenFiles), (EIO, .mediumFailure), (EMLINK, .system),
    ])
    func systemErrorsHaveNames(number: Int32, code: DurableFileError.Code) {
        let error = POSIX.failure(number, "write", "file")
        #expect(error.code == code)
        #expect(error.systemError == number)
        #expect(!error.reason.isEmpty)
    }
}
