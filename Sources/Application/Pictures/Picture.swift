import CGd

/// Reads picture files, and writes scaled copies of them.
///
/// All functions take and return bytes, so they may be called on any thread. Each call decodes the
/// picture again.
package enum Picture {
    /// The maximum number of pixels.
    ///
    /// A file whose header states more is refused before memory is allocated for it.
    static let pixelLimit = 100_000_000

    /// Loads libgd, which reads, draws and writes the pictures.
    ///
    /// Where the system lacks it, all other functions trap.
    ///
    /// - Throws: `PictureError` with the code `noLibrary`.
    package static func requireLibrary() throws(PictureError) { _ = try GdLibrary.loaded.get() }

    /// Makes a thumbnail: decodes, scales down, applies the Exif orientation, and encodes.
    ///
    /// Cost: about 5 ms for a 640 by 480 JPEG; proportional to the number of pixels.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG, GIF or WebP file.
    ///   - box: the requested size.
    ///   - mode: the way in which the picture is fitted to that size.
    ///   - format: the format to write; GIF is refused with `notWritable`.
    ///   - quality: the quality of a JPEG or WebP, 0 to 100.
    package static func thumbnail(
        of bytes: [UInt8], in box: PictureSize, mode: ThumbnailMode, format: PictureFormat,
        quality: Int = 80
    ) throws(PictureError) -> [UInt8] {
        let canvas = try decode(bytes)
        let exif = ExifData(ofJPEG: bytes)
        let isTurned = exif?.isTurned ?? false
        let original = PictureSize(width: canvas.width, height: canvas.height)
        let size = mode.size(of: isTurned ? original.transposed : original, in: box)
        guard let scaled = canvas.scaled(to: isTurned ? size.transposed : size),
            let shown = scaled.oriented(exif?.orientation ?? 1)
        else { throw PictureError(.tooLarge) }
        return try encode(shown, as: format, quality: quality)
    }

    /// Decodes a picture, and returns its brightness at `edge` by `edge` pixels, and its size.
    ///
    /// Cost: some milliseconds for a thumbnail; proportional to the number of pixels.
    ///
    /// - Parameters:
    ///   - bytes: a JPEG, PNG, GIF or WebP file.
    ///   - edge: the width and the height of the result, whatever the shape of the picture is.
    ///   - pixelLimit: the number of pixels above which the picture is refused with `tooLarge`.
    /// - Returns: the values, 0 to 255, row by row, and the size of the picture itself.
    package static func brightness(
        of bytes: [UInt8], edge: Int, pixelLimit: Int
    ) throws(PictureError) -> (values: [UInt8], size: PictureSize) {
        let header = try PictureHeader(of: bytes)
        guard header.size.pixels <= pixelLimit else { throw PictureError(.tooLarge) }
        let canvas = try decode(bytes)
        guard let small = canvas.scaled(to: PictureSize(width: edge, height: edge)) else {
            throw PictureError(.tooLarge)
        }
        return (small.brightness, PictureSize(width: canvas.width, height: canvas.height))
    }

    static func decode(_ bytes: [UInt8]) throws(PictureError) -> Canvas {
        let header = try PictureHeader(of: bytes)
        guard header.size.pixels <= pixelLimit, let count = Int32(exactly: bytes.count) else {
            throw PictureError(.tooLarge)
        }
        _ = silence
        var copy = bytes
        let image = copy.withUnsafeMutableBytes { buffer in
            switch header.format {
            case .jpeg: gd.imageCreateFromJpegPtr(count, buffer.baseAddress)
            case .png: gd.imageCreateFromPngPtr(count, buffer.baseAddress)
            case .gif: gd.imageCreateFromGifPtr(count, buffer.baseAddress)
            case .webp: gd.imageCreateFromWebpPtr(count, buffer.baseAddress)
            }
        }
        guard let image else { throw PictureError(.damaged) }
        return Canvas(owning: image)
    }

    static func encode(
        _ canvas: Canvas, as format: PictureFormat, quality: Int
    ) throws(PictureError) -> [UInt8] {
        var count: Int32 = 0
        let memory =
            switch format {
            case .jpeg: gd.imageJpegPtr(canvas.image, &count, Int32(quality))
            case .png: gd.imagePngPtr(canvas.image, &count)
            case .webp: gd.imageWebpPtrEx(canvas.image, &count, Int32(quality))
            case .gif: throw PictureError(.notWritable)
            }
        guard let memory else { throw PictureError(.damaged) }
        defer { gd.free(memory) }
        return [UInt8](UnsafeRawBufferPointer(start: memory, count: Int(count)))
    }

    /// Turns off gd's messages on standard error; damaged files throw an error instead.
    private static let silence: Void = gd.setErrorMethod { _, _, _ in }
}
