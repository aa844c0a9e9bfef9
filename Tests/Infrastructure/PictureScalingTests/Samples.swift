import Foundation
import Processes

/// The programs of these tests.
enum Tool {
    static let areInstalled = ["vipsthumbnail", "ffmpeg", "heif-enc"].allSatisfy {
        ConfinedProgram.path(of: $0) != nil
    }
}

/// Files in many formats, drawn once.
actor Samples {
    static let shared = Samples()

    private let folder = NSTemporaryDirectory() + "/samples-" + UUID().uuidString
    private var drawing: Task<Void, any Error>?

    private static let script = """
        set -e
        mkdir "$FOLDER"
        trap 'status=$?; [ $status = 0 ] || rm -rf "$FOLDER"' EXIT
        cd "$FOLDER"
        draw() { ffmpeg -nostdin -loglevel error "$@"; }
        draw -f lavfi -i testsrc=size=1200x900 -frames:v 1 photo.png
        draw -f lavfi -i testsrc=size=40x30 -frames:v 1 small.png
        for format in jpg gif tiff bmp webp; do draw -i photo.png photo.$format; done
        heif-enc photo.png -o photo.heic >/dev/null
        draw -f lavfi -i testsrc=size=1280x720:rate=10:duration=2 -pix_fmt yuv420p film.mp4
        draw -f lavfi -i testsrc=size=640x480:rate=25:duration=0.2 -pix_fmt yuv420p short.mp4
        draw -f lavfi -i testsrc=size=720x576:rate=10:duration=2 -vf setsar=64/45 \
            -pix_fmt yuv420p wide.mp4
        for format in mov mkv; do draw -i wide.mp4 -c copy wide.$format; done
        for format in mov mkv ts; do draw -i film.mp4 -c copy film.$format; done
        for format in avi mpg; do draw -i film.mp4 -r 25 film.$format; done
        """

    /// The bytes of a file.
    func bytes(_ name: String) async throws -> [UInt8] {
        if drawing == nil {
            let folder = folder
            drawing = Task {
                let outcome = try await ShellCommand.run(
                    Self.script, environment: ["FOLDER": folder], readingUpTo: 1_000)
                guard outcome.code == 0 else { throw POSIXError(.EIO) }
            }
        }
        try await drawing?.value
        return [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
    }

    /// A file, open for reading.
    func file(_ name: String) async throws -> FileHandle {
        try .unnamed(containing: [try await bytes(name)])
    }
}

/// The size of a JPEG, from its frame header.
enum JPEGSize {
    static func of(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var position = 2
        while position + 9 < bytes.count, bytes[position] == 0xFF {
            let marker = bytes[position + 1]
            func number(_ offset: Int) -> Int {
                Int(bytes[position + offset]) << 8 | Int(bytes[position + offset + 1])
            }
            if marker == 0xC0 || marker == 0xC2 { return (number(7), number(5)) }
            position += 2 + number(2)
        }
        return nil
    }
}

/// A small PNG of many black pixels, of one bit each.
enum PNGBomb {
    /// Returns a square of `edge` pixels; Python compresses it.
    static func bytes(edge: Int, isInterlaced: Bool = false) -> [UInt8] {
        var script = "import sys, zlib, struct\n"
        script += """
            def chunk(kind, data):
                crc = zlib.crc32(kind + data)
                return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', crc)
            edge = \(edge)
            coder = zlib.compressobj(9)
            row = bytes(edge // 8 + 1)
            data = b''.join(coder.compress(row) for _ in range(edge)) + coder.flush()
            head = struct.pack('>IIBBBBB', edge, edge, 1, 0, 0, 0, \(isInterlaced ? 1 : 0))
            sys.stdout.buffer.write(
                b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', head) + chunk(b'IDAT', data)
                + chunk(b'IEND', b''))
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let pipe = Pipe()
        process.standardOutput = pipe
        try? process.run()
        return [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
    }
}
