import Foundation
import PictureScaling

func scale(_ file: FileHandle) async throws {
    // snippet PictureScaler
    _ = picture
}
