/// The way in which a picture is fitted to a thumbnail's size; pictures are only scaled down.
package enum ThumbnailMode: String, Sendable, CaseIterable {
    /// Fits the picture within the box.
    case strict
    /// Fits the picture within the box or the rotated box, whichever gives the larger picture.
    case bestFit = "bestfit"
    /// Covers the box or the rotated box, whichever gives the smaller picture.
    case fitOneBestFit = "fitone_bestfit"
    /// Keeps the picture's own size.
    case original

    /// The size of a thumbnail of a picture of size `picture` in `box`.
    package func size(of picture: PictureSize, in box: PictureSize) -> PictureSize {
        func ratios(_ box: PictureSize) -> (Double, Double) {
            (
                Double(box.width) / Double(picture.width),
                Double(box.height) / Double(picture.height)
            )
        }
        func fitting(_ box: PictureSize) -> Double {
            let (width, height) = ratios(box)
            return min(width, height)
        }
        func covering(_ box: PictureSize) -> Double {
            let (width, height) = ratios(box)
            return max(width, height)
        }
        return switch self {
        case .strict: picture.scaled(by: fitting(box))
        case .bestFit: picture.scaled(by: max(fitting(box), fitting(box.transposed)))
        case .fitOneBestFit: picture.scaled(by: min(covering(box), covering(box.transposed)))
        case .original: picture
        }
    }
}
