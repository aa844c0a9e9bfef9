#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The system calls that change the disk; a simulation decides on each.
extension POSIX {
    /// Makes a change, unless the model of the disk decides otherwise.
    static func change(
        _ change: @autoclosure () -> DiskChange, _ call: () -> Int32
    ) -> Int32 {
        guard let model = DiskModels.current else { return call() }
        switch model.decide(on: change()) {
        case .proceed, .write: return call()
        case .skip: return 0
        case .fail(let number):
            errno = number
            return -1
        }
    }

    /// Writes some of `bytes` at the position of the file.
    static func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
        guard let model = DiskModels.current else {
            return write(descriptor, bytes.baseAddress, bytes.count)
        }
        let position = Int64(lseek(descriptor, 0, SEEK_CUR))
        switch model.decide(on: .write(.descriptor(descriptor), at: position, bytes)) {
        case .proceed: return write(descriptor, bytes.baseAddress, bytes.count)
        case .write(let count): return write(descriptor, bytes.baseAddress, count)
        case .skip: return bytes.count
        case .fail(let number):
            errno = number
            return -1
        }
    }

    /// Writes some of `vectors` at the position of the file.
    static func writeSome(_ vectors: ArraySlice<iovec>, to descriptor: Int32) -> Int {
        if DiskModels.current != nil {
            guard let first = vectors.first(where: { $0.iov_len > 0 }) else { return 0 }
            let bytes = UnsafeRawBufferPointer(start: first.iov_base, count: first.iov_len)
            return writeSome(bytes, to: descriptor)
        }
        return vectors.withUnsafeBufferPointer {
            writev(descriptor, $0.baseAddress, Int32($0.count))
        }
    }

    /// Changes the length of an open file.
    static func truncate(_ descriptor: Int32, to length: Int64) -> Int32 {
        change(.truncate(.descriptor(descriptor), to: length)) {
            ftruncate(descriptor, off_t(length))
        }
    }

    /// The absolute path of a name in an open folder; empty if the system does not tell it.
    static func path(of name: String, in folder: Int32?) -> String {
        guard let folder, name.utf8.first != UInt8(ascii: "/") else { return name }
        return DiskFile.path(of: folder).map { "\($0)/\(name)" } ?? ""
    }
}

extension DiskFile {
    /// The path of an open file or folder; `nil` if the system does not tell it.
    package static func path(of descriptor: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        #if os(Linux)
            let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count - 1)
            guard count > 0 else { return nil }
        #else
            guard fcntl(descriptor, F_GETPATH, &buffer) == 0 else { return nil }
        #endif
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
