package import Foundation
package import PictureScaling

/// Makes a JPEG of an open file that fits into a box.
///
/// It throws a `PictureScalingError`, or a `CancellationError`.
package typealias PictureMaker = @Sendable (FileHandle, PictureBox) async throws -> [UInt8]
