/// The brands in the box `ftyp`, with which files of the ISO base media file format begin.
///
/// A file has a major brand and compatible ones. The first row of the table that has the major
/// brand decides, and otherwise the first one that has any of the brands. The brands of coded
/// pictures stand before those of their structure, because HEIF and AVIF have both, and those of
/// pictures before those of movies, which HEIF files name, too.
extension MediaFormat {
    /// The brands of the structure of HEIF and AVIF, with any coding.
    private static let structure: [FourCharacters] = ["mif1", "mif2", "msf1", "miaf"]

    static let brands: [(format: MediaFormat, brands: [FourCharacters])] = [
        (.canonRaw, ["crx "]),
        // AV1 Image File Format, sections 8 and 9
        (.avif, ["avif", "avis", "MA1A", "MA1B"]),
        // ISO/IEC 23008-12, annex B; ISO/IEC 23000-22 (MIAF)
        (.heif, ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "MiHE", "MiHB"]),
        (.heif, structure + ["MiHA", "MiPr"]),
        // ISO/IEC 14496-12, annex E, and -14; QuickTime File Format; 3GPP TS 26.244
        (
            .quickTime,
            [
                "qt  ", "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9",
                "avc1", "mp41", "mp42", "mp71", "M4V ", "M4VH", "M4VP", "MSNV", "XAVC", "dash",
                "3gp4", "3gp5", "3gp6", "3gp7", "3gp8", "3gp9", "3ge6", "3ge7", "3gg6", "3g2a",
                "3g2b", "3g2c", "mmp4", "f4v ", "mqt ",
            ]
        ),
    ]

    /// Returns the format by the brands of a file; `nil` if it has no known ones.
    ///
    /// - Parameter head: the first bytes of the file.
    package static func byBrands(_ head: [UInt8]) -> MediaFormat? {
        let fields = Fields(head)
        guard fields.matches("ftyp", at: 4), let length = fields.uint32(0) else { return nil }
        let end = length < 16 ? head.count : min(head.count, Int(length))
        // The number behind the major brand is its version.
        let brands = stride(from: 8, to: end - 3, by: 4).filter { $0 != 12 }
            .compactMap { fields.uint32($0).map { FourCharacters(number: UInt32($0)) } }
        let major = brands.prefix(1).filter { !structure.contains($0) }
        return format(of: major) ?? format(of: brands)
    }

    private static func format(of brands: some Sequence<FourCharacters>) -> MediaFormat? {
        let brands = Set(brands)
        return Self.brands.first { !brands.isDisjoint(with: $0.brands) }?.format
    }
}
