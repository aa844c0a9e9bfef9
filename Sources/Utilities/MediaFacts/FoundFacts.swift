/// The facts that the parts of a file state, of which the one of the best source counts.
struct FoundFacts {
    var make = Ranked<String>()
    var model = Ranked<String>()
    var place = Ranked<MediaPlace>()
    private var dates: [DateSource: TakenTime] = [:]

    /// The date of the best source that has one.
    var taken: TakenTime? { DateSource.allCases.lazy.compactMap { dates[$0] }.first }

    /// Takes a date; the first one of a source counts.
    mutating func take(_ date: TakenTime?, from source: DateSource) {
        if let date, dates[source] == nil { dates[source] = date }
    }
}

/// The places where a file states its camera and its place, best first: XMP repeats EXIF, and
/// programs that change one of them forget XMP more often.
enum FactSource: Int { case exif, movie, xmp }

/// The dates that may state when a picture was taken, best first.
///
/// For pictures, it is the order of the Metadata Working Group (Guidelines for Handling Image
/// Metadata 2.0, section 5.4): the date of the picture itself, and then that of its digital form;
/// EXIF before XMP. The date of the file's last change is not one of them.
enum DateSource: CaseIterable {
    /// `creationdate` in the keys of a movie, or a text of its user data.
    case movie
    /// DateTimeOriginal of EXIF.
    case exifOriginal
    /// `exif:DateTimeOriginal`: XMP Specification Part 2, section 3.3.
    case xmpOriginal
    /// `photoshop:DateCreated`: there, section 3.2; the date of the content, as in IPTC.
    case xmpDateCreated
    /// DateTimeDigitized of EXIF.
    case exifDigitized
    /// `exif:DateTimeDigitized`: there, section 3.3.
    case xmpDigitized
    /// `xmp:CreateDate`: Part 1, section 8.4; the date of the digital document.
    case xmpCreateDate
}

/// A fact of several sources.
struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    /// Takes a value; that of the best source counts, and the first one of equal sources.
    mutating func take(_ new: Value?, from source: FactSource) {
        guard let new, source.rawValue < rank else { return }
        (value, rank) = (new, source.rawValue)
    }
}
