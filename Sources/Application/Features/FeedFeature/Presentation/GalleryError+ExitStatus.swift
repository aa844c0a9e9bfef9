package import CommandLineProgram
import DurableFiles
import FeedGallery

extension GalleryError: CommandFailure {
    private static let unusable: [DurableFileError.Code?] = [
        .badName, .isFolder, .notAFolder, .notRegularFile, .notFound, .notPermitted,
    ]

    package var exitStatus: ExitStatus {
        switch code {
        case .folderNotOurs: .notOurs
        case .inUse: .locked
        case .file:
            Self.unusable.contains((cause as? DurableFileError)?.code)
                ? .cannotCreate : .inputOutput
        default: .internalError
        }
    }
}
