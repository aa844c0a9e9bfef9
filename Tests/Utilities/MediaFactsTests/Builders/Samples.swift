@testable import MediaFacts

/// A small file of each format.
enum Samples {
    static let movieLength = 4

    static let all: [(name: String, bytes: [UInt8])] = [
        (
            "sample.jpg",
            JPEGBuilder.bytes(
                exif: SampleEXIF.bytes(), xmp: SampleXMP.container(movieLength),
                trailer: Array(repeating: 7, count: movieLength))
        ),
        ("little.jpg", JPEGBuilder.bytes(exif: SampleEXIF.bytes(isLittleEndian: true))),
        (
            "micro.jpg",
            JPEGBuilder.bytes(
                xmp: SampleXMP.microVideo(movieLength),
                trailer: Array(repeating: 7, count: movieLength))
        ),
        ("sample.png", PNGBuilder.bytes(exif: SampleEXIF.bytes())),
        (
            "sample.webp",
            WebPBuilder.bytes(exif: SampleEXIF.bytes(), xmp: SampleXMP.container(movieLength))
        ),
        ("sample.heic", HEIFBuilder.bytes(exif: SampleEXIF.bytes())),
        ("motion.heic", HEIFBuilder.bytes(exif: SampleEXIF.bytes(), xmp: SampleXMP.container(99))),
        ("sample.avif", HEIFBuilder.bytes(exif: SampleEXIF.bytes(), brand: "avif", rotation: 0)),
        ("sample.dng", raw),
        ("sample.cr3", CanonRawBuilder.bytes()),
        ("sample.mov", MovieBuilder.bytes(movie)),
        (
            "plain.mov",
            MovieBuilder.bytes(
                MovieBuilder.Facts(
                    created: 3_800_000_000,
                    texts: [("\u{A9}xyz", "+35.6895+139.6917/"), ("\u{A9}mod", "Camera 2")],
                    matrix: [0, 1, -1, 0], hasLongTimes: true))
        ),
        ("xmp.jpg", JPEGBuilder.bytes(xmp: SampleXMP.facts)),
        ("fragments.mp4", MovieBuilder.fragmented(3)),
        ("sample.raf", RawBuilders.fuji()),
        ("sample.rw2", RawBuilders.panasonic),
        ("sample.cr2", RawBuilders.canon),
        ("big.tif", RawBuilders.bigTIFF),
        ("sample.jxl", RawBuilders.jpegXL(exif: SampleEXIF.bytes())),
        (
            "sample.gif",
            Array("GIF89a".utf8) + littleEndian(300, 2) + littleEndian(200, 2) + [0, 0, 0]
        ),
        (
            "sample.bmp",
            Array("BM".utf8) + littleEndian(58, 4) + littleEndian(0, 4) + littleEndian(54, 4)
                + littleEndian(40, 4) + littleEndian(300, 4) + littleEndian(-200, 4) + [
                    1, 0, 24, 0,
                ]
                + Array(repeating: 0, count: 28)
        ),
    ]

    static let movie = MovieBuilder.Facts(
        created: 3_800_000_000,
        keys: [
            ("make", "Apple"), ("model", "iPhone 15 Pro"),
            ("creationdate", "2024-06-01T12:30:45+0900"),
            ("location.ISO6709", "-33.8570+151.2085+040.000/"),
            ("content.identifier", SampleEXIF.identifier),
        ])

    /// A raw photo: a reduced picture, the whole one in a directory below, and EXIF.
    static let raw = TIFFBuilder(
        isLittleEndian: true,
        directories: [
            .init(
                [
                    (0x00FE, .long(1)), (0x0100, .long(256)), (0x0101, .long(171)),
                    (0x010F, .ascii("NIKON CORPORATION")), (0x0110, .ascii("NIKON D750")),
                    (0x0112, .short(1)), (0x014A, .directory(1)), (0x8769, .directory(2)),
                    (0xC612, .undefined([1, 4, 0, 0])),
                ], next: 3),
            .init([(0x00FE, .long(0)), (0x0100, .long(6032)), (0x0101, .long(4032))]),
            .init([(0x9003, .ascii("2019:07:04 05:06:07"))]),
            .init([
                (0x0103, .short(6)), (0x0201, .data(SampleEXIF.thumbnail)),
                (0x0202, .long(SampleEXIF.thumbnail.count)),
            ]),
        ]
    ).bytes

    static func bytes(_ name: String) -> [UInt8] {
        all.first { $0.name == name }?.bytes ?? []
    }
}
