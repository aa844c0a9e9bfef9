import CGd
import CJpeg

/// A baseline JPEG in which every 16 by 16 block is coded independently.
///
/// A restart marker before each block (ITU-T T.81 E.1.4, restart interval 1) resets the coder. The
/// coded bytes of a block therefore do not depend on its neighbours, and can be exchanged without
/// encoding the picture again.
struct RestartJPEG {
    /// The bytes before the first block: tables, and frame and scan headers.
    let preamble: [UInt8]
    /// The coded bytes of each block, row by row, without the markers between them.
    let blocks: [[UInt8]]

    /// The width and height of a block in pixels, with colour at half resolution.
    static let blockSide = 16

    init(_ canvas: Canvas, quality: Int) {
        self.init(splitting: Self.encode(canvas, quality: quality))
    }

    private init(splitting file: [UInt8]) {
        let scan = Self.scanStart(file)
        var blocks: [[UInt8]] = []
        var start = scan
        var at = scan
        // In coded data, 0xFF is followed by 0x00, by a restart marker, or by the end marker.
        while at + 1 < file.count {
            if file[at] == 0xFF, file[at + 1] != 0 {
                blocks.append(Array(file[start..<at]))
                start = at + 2
                at += 1
            }
            at += 1
        }
        preamble = Array(file[..<scan])
        self.blocks = blocks
    }

    /// The second byte of the marker before block `index`; the markers cycle through eight values.
    static func restartCode(before index: Int) -> UInt8 {
        0xD0 + UInt8((index + 7) % 8)
    }

    private static func scanStart(_ file: [UInt8]) -> Int {
        var at = 2
        while true {
            let length = Int(file[at + 2]) << 8 | Int(file[at + 3])
            let isScan = file[at + 1] == 0xDA
            at += 2 + length
            if isScan { return at }
        }
    }

    /// Encodes the picture with libjpeg, since gd cannot write restart markers.
    ///
    /// libjpeg reads gd's pixels (0x00RRGGBB) in place.
    private static func encode(_ canvas: Canvas, quality: Int) -> [UInt8] {
        let errors = UnsafeMutablePointer<jpeg_error_mgr>.allocate(capacity: 1)
        let coder = UnsafeMutablePointer<jpeg_compress_struct>.allocate(capacity: 1)
        errors.initialize(to: jpeg_error_mgr())
        coder.initialize(to: jpeg_compress_struct())
        defer {
            jpeg_destroy_compress(coder)
            coder.deallocate()
            errors.deallocate()
        }
        coder.pointee.err = jpeg_std_error(errors)
        jpeg_CreateCompress(
            coder, JPEG_LIB_VERSION, MemoryLayout<jpeg_compress_struct>.size)

        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { free(output) }
        return withUnsafeMutablePointer(to: &output) { output in
            withUnsafeMutablePointer(to: &count) { count in
                jpeg_mem_dest(coder, output, count)
                coder.pointee.image_width = JDIMENSION(canvas.width)
                coder.pointee.image_height = JDIMENSION(canvas.height)
                coder.pointee.input_components = 4
                coder.pointee.in_color_space = JCS_EXT_BGRX
                jpeg_set_defaults(coder)
                jpeg_set_quality(coder, Int32(quality), boolean(1))
                coder.pointee.restart_interval = 1
                jpeg_start_compress(coder, boolean(1))
                for y in 0..<canvas.height {
                    let pixels = canvas.image.pointee.tpixels[y]
                    pixels?.withMemoryRebound(to: UInt8.self, capacity: canvas.width * 4) {
                        var row: JSAMPROW? = $0
                        jpeg_write_scanlines(coder, &row, 1)
                    }
                }
                jpeg_finish_compress(coder)
                return [UInt8](
                    UnsafeBufferPointer(start: output.pointee, count: Int(count.pointee)))
            }
        }
    }
}
