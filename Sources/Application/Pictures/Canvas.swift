import CGd

/// A true-colour drawing surface for one gd image, which it frees.
///
/// It is not `Sendable`: a gd image has no lock. Only this module holds canvases.
final class Canvas {
    let image: gdImagePtr

    var width: Int { Int(image.pointee.sx) }
    var height: Int { Int(image.pointee.sy) }

    init?(width: Int, height: Int) {
        guard let image = gd.imageCreateTrueColor(Int32(width), Int32(height)) else { return nil }
        self.image = image
    }

    /// Takes ownership of the image, which is freed with this canvas.
    init(owning image: gdImagePtr) {
        self.image = image
    }

    deinit {
        gd.imageDestroy(image)
    }

    func fill(_ color: Color, x: Int, y: Int, width: Int, height: Int) {
        gd.imageFilledRectangle(
            image, Int32(x), Int32(y), Int32(x + width - 1), Int32(y + height - 1), color.packed)
    }

    func disc(_ color: Color, x: Int, y: Int, width: Int, height: Int) {
        gd.imageFilledEllipse(image, Int32(x), Int32(y), Int32(width), Int32(height), color.packed)
    }

    func line(_ color: Color, from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        gd.imageLine(
            image, Int32(start.x), Int32(start.y), Int32(end.x), Int32(end.y), color.packed)
    }

    func polygon(_ color: Color, _ corners: [(x: Int, y: Int)]) {
        var points = corners.map { gdPoint(x: Int32($0.x), y: Int32($0.y)) }
        gd.imageFilledPolygon(image, &points, Int32(points.count), color.packed)
    }

    /// Fills the rows from `top` to `bottom` with a linear gradient between the two colours.
    func gradient(from upper: Color, to lower: Color, top: Int, bottom: Int) {
        for y in top..<bottom {
            let share = Double(y - top) / Double(max(1, bottom - top - 1))
            fill(upper.mixed(with: lower, share: share), x: 0, y: y, width: width, height: 1)
        }
    }

    func text(_ character: UInt8, _ color: Color, x: Int, y: Int) {
        gd.imageChar(image, gd.fontGetLarge(), Int32(x), Int32(y), Int32(character), color.packed)
    }

    /// The picture transformed according to an Exif orientation of 1 to 8.
    ///
    /// `nil` if there is not enough memory.
    func oriented(_ orientation: Int) -> Canvas? {
        guard orientation > 1 else { return self }
        let isTurned = orientation >= 5
        guard
            let target = Canvas(
                width: isTurned ? height : width, height: isTurned ? width : height)
        else { return nil }
        let (right, bottom) = (width - 1, height - 1)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let source =
                    switch orientation {
                    case 2: (right - x, y)
                    case 3: (right - x, bottom - y)
                    case 4: (x, bottom - y)
                    case 5: (y, x)
                    case 6: (y, bottom - x)
                    case 7: (right - y, bottom - x)
                    default: (right - y, x)
                    }
                let color = gd.imageGetTrueColorPixel(image, Int32(source.0), Int32(source.1))
                gd.imageSetPixel(target.image, Int32(x), Int32(y), color)
            }
        }
        return target
    }

    /// The brightness of each pixel, 0 to 255, row by row (ITU-R BT.601).
    var brightness: [UInt8] {
        (0..<height).flatMap { y in
            (0..<width).map { x in
                let color = Int(gd.imageGetTrueColorPixel(image, Int32(x), Int32(y)))
                let (red, green, blue) = (color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF)
                return UInt8((299 * red + 587 * green + 114 * blue) / 1_000)
            }
        }
    }

    /// The picture at the given size.
    ///
    /// Each new pixel is the average of the old pixels that it covers (gd's box filter). This
    /// needs half the time of gd's resampling copy. It also avoids the flicker of filters that use
    /// only four neighbours.
    func scaled(to size: PictureSize) -> Canvas? {
        _ = gd.imageSetInterpolationMethod(image, GD_BOX)
        return gd.imageScale(image, UInt32(size.width), UInt32(size.height)).map(
            Canvas.init(owning:))
    }
}

/// A colour in gd's packing: no alpha, eight bits each for red, green and blue.
struct Color: Equatable {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var packed: Int32 { Int32(red << 16 | green << 8 | blue) }

    func mixed(with other: Color, share: Double) -> Color {
        func mix(_ one: Int, _ two: Int) -> Int { one + Int(Double(two - one) * share) }
        return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }
}
