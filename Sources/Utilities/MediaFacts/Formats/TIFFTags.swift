/// The role of a TIFF directory.
enum TIFFRole {
    /// The first directory, of the picture itself or of a reduced one.
    case main
    /// A directory that the first one refers to, with another picture.
    case picture
    /// The directory behind the first one, which has the thumbnail.
    case thumbnail
    case exif, gps
}

/// A tag that gives a fact, and the directory where it stands.
///
/// The values have the types that the standards state, or any other ones: readers of EXIF accept
/// each type of a number for a number, and each type of bytes for a text.
struct TIFFTag: Hashable {
    let role: TIFFRole
    let number: Int

    init(_ role: TIFFRole, _ number: Int) {
        self.role = role
        self.number = number
    }

    /// A fact, a part of one, or a directory with others.
    enum Fact {
        case make, model, orientation
        case exifDirectory, gpsDirectory, pictureDirectories, xmp
        case original, originalOffset, originalFraction
        case digitized, digitizedOffset, digitizedFraction
        case makerNote, width, height
        case latitude, latitudeReference, longitude, longitudeReference
        case thumbnailStart, thumbnailLength
    }

    /// The facts by their tags.
    ///
    /// The names are those of EXIF 3.0 (CIPA DC-008), section 4.6, and of TIFF 6.0, section 8.
    static let facts: [TIFFTag: Fact] = [
        TIFFTag(.main, 0x010F): .make,  // Make
        TIFFTag(.main, 0x0110): .model,  // Model
        TIFFTag(.main, 0x0112): .orientation,  // Orientation
        TIFFTag(.main, 0x014A): .pictureDirectories,  // SubIFDs (TIFF technical note 1)
        TIFFTag(.main, 0x02BC): .xmp,  // XMP (ISO 16684-3)
        TIFFTag(.main, 0x8769): .exifDirectory,  // Exif IFD
        TIFFTag(.main, 0x8825): .gpsDirectory,  // GPS IFD
        // TIFF/EP (ISO 12234-2) has the date in the first directory.
        TIFFTag(.main, 0x9003): .original,  // DateTimeOriginal
        TIFFTag(.exif, 0x9003): .original,  // DateTimeOriginal
        TIFFTag(.exif, 0x9004): .digitized,  // DateTimeDigitized
        TIFFTag(.exif, 0x9011): .originalOffset,  // OffsetTimeOriginal
        TIFFTag(.exif, 0x9012): .digitizedOffset,  // OffsetTimeDigitized
        TIFFTag(.exif, 0x9291): .originalFraction,  // SubSecTimeOriginal
        TIFFTag(.exif, 0x9292): .digitizedFraction,  // SubSecTimeDigitized
        TIFFTag(.exif, 0x927C): .makerNote,  // MakerNote
        TIFFTag(.exif, 0xA002): .width,  // PixelXDimension
        TIFFTag(.exif, 0xA003): .height,  // PixelYDimension
        TIFFTag(.gps, 0x0001): .latitudeReference,  // GPSLatitudeRef
        TIFFTag(.gps, 0x0002): .latitude,  // GPSLatitude
        TIFFTag(.gps, 0x0003): .longitudeReference,  // GPSLongitudeRef
        TIFFTag(.gps, 0x0004): .longitude,  // GPSLongitude
        TIFFTag(.thumbnail, 0x0201): .thumbnailStart,  // JPEGInterchangeFormat
        TIFFTag(.thumbnail, 0x0202): .thumbnailLength,  // JPEGInterchangeFormatLength
    ]
}
