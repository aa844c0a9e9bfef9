/// A JPEG as cameras write it: its EXIF has an orientation and a thumbnail.
package enum CameraPhoto {
    /// The thumbnail of a file, unless another one is given: the beginning and the end of a JPEG.
    package static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x03, 0x01, 0xFF, 0xD9]

    /// Returns a file of at least `length` bytes.
    package static func bytes(
        orientation: UInt8 = 1, thumbnail: [UInt8] = thumbnail, length: Int = 0
    ) -> [UInt8] {
        func field(_ tag: UInt16, _ type: UInt8, _ value: [UInt8]) -> [UInt8] {
            [UInt8(tag >> 8), UInt8(tag & 0xFF), 0, type, 0, 0, 0, 1] + value
        }
        func long(_ value: Int) -> [UInt8] { [0, 0, UInt8(value >> 8), UInt8(value & 0xFF)] }
        var tiff = Array("MM\0*".utf8) + long(8)
        tiff += [0, 1] + field(0x0112, 3, [0, orientation, 0, 0]) + long(26)
        tiff += [0, 3] + field(0x0103, 3, [0, 6, 0, 0]) + field(0x0201, 4, long(68))
        tiff += field(0x0202, 4, long(thumbnail.count)) + long(0) + thumbnail
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
