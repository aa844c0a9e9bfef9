#if canImport(Glibc)
    import Foundation
    import Glibc
    import Scheduling
    import SchedulingTestKit
    import Testing

    @Suite struct AllocatorTests {
        /// In a process of its own: the allocator is the whole process's.
        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer has its own allocator"))
        func aTunedAllocatorKeepsNoListsOfSmallBlocks() async {
            await #expect(processExitsWith: .success) {
                let before = try Allocator.keptBlocksAfterFreeingSome()
                try #require(before > 0, "this allocator has no such lists to begin with")
                Schedulers.tuneAllocator()
                #expect(try Allocator.keptBlocksAfterFreeingSome() == 0)
            }
        }
    }

    private enum Allocator {
        /// How many blocks are in glibc's fast bins, as its own report says, when many small blocks
        /// have been freed.
        static func keptBlocksAfterFreeingSome() throws -> Int {
            let symbol = try #require(dlsym(nil, "malloc_info"))
            typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
            let report = unsafeBitCast(symbol, to: Report.self)
            let file = try #require(tmpfile())
            defer { fclose(file) }
            // The file takes its buffer now: to allocate a large block empties the lists.
            fputs("\n", file)
            let blocks = (0..<1000).map { _ in malloc(48) }
            blocks.forEach(free)
            _ = report(0, file)
            rewind(file)
            let text = String(
                decoding: FileHandle(fileDescriptor: fileno(file)).readDataToEndOfFile(),
                as: UTF8.self)
            let total = try #require(
                text.range(of: "<total type=\"fast\" count=\"", options: .backwards))
            return try #require(Int(text[total.upperBound...].prefix { $0.isNumber }))
        }
    }
#endif
