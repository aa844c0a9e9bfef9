/// A JPEG as cameras write it: its EXIF has an orientation and a thumbnail.
package enum CameraPhoto {
    /// The thumbnail of a file, unless another one is given: the beginning and the end of a JPEG.
    package static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x03, 0x01, 0xFF, 0xD9]

    /// Returns a file of at least `length` bytes.
    ///
    /// - Parameter taken: the date of the photo, such as `2024:06:01 12:30:45`; none if empty.
    package static func bytes(
        orientation: UInt8 = 1, thumbnail: [UInt8] = thumbnail, taken: String = "", length: Int = 0
    ) -> [UInt8] {
        func field(
            _ tag: UInt16, _ type: UInt8, _ value: [UInt8], count: UInt8 = 1
        ) -> [UInt8] {
            [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, type, 0, 0, 0, count] + value
        }
        func long(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 0xFF)] }
        var tiff = Array("MM\0*".utf8) + long(8)
        tiff += [0, 2] + field(0x0112, 3, [0, orientation, 0, 0])
        tiff += field(0x8769, 4, long(80 + thumbnail.count)) + long(38)
        tiff += [0, 3] + field(0x0103, 3, [0, 6, 0, 0]) + field(0x0201, 4, long(80))
        tiff += field(0x0202, 4, long(thumbnail.count)) + long(0) + thumbnail
        let date = Array(taken.utf8) + [0]
        tiff += [0, 1]
        tiff += field(0x9003, 2, long(98 + thumbnail.count), count: UInt8(date.count))
        tiff += long(0) + date
        let segment = Array("Exif\0\0".utf8) + tiff
        let size = segment.count + 2
        var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, UInt8(size >> 8), UInt8(size & 0xFF)]
        file += segment
        file += [
            0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0,
        ]
        file += [UInt8](repeating: 0, count: max(0, length - file.count - 2))
        return file + [0xFF, 0xD9]
    }
}
