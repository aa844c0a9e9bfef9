import Pictures
import TextFormats

/// Writes entries in the form of Dropbox's Metadata.
struct MetadataWriter {
    let library: StubLibrary
    var includesMediaInfo = false
    /// The number of a file's first bytes in which a picture's size is searched.
    private static let headSize = 1 << 20
    /// A fault: writes a wrong hash.
    var hashIsWrong = false

    /// Writes one entry.
    ///
    /// - Parameter isTagged: `false` where the type is fixed: the metadata of a thumbnail or
    ///   download is that of a file, and has no `.tag`.
    func write(_ node: StubNode, isTagged: Bool = true, to json: inout JSONWriter) {
        switch node {
        case .file(let file): write(file, isTagged: isTagged, to: &json)
        case .folder(let folder):
            json.object {
                $0.member(".tag", "folder")
                writeLocation(folder.location, to: &$0)
                $0.member("id", folder.id)
            }
        }
    }

    func writeDeleted(_ location: StubPath, to json: inout JSONWriter) {
        json.object {
            $0.member(".tag", "deleted")
            writeLocation(location, to: &$0)
        }
    }

    private func write(_ file: StubFile, isTagged: Bool, to json: inout JSONWriter) {
        let (size, hash) = library.measure(file.content)
        json.object {
            if isTagged {
                $0.member(".tag", "file")
            }
            writeLocation(file.location, to: &$0)
            $0.member("id", file.id)
            $0.member("client_modified", time: file.clientModified)
            $0.member("server_modified", time: file.serverModified)
            $0.member("rev", file.rev)
            $0.member("size", size)
            $0.member("is_downloadable", true)
            if includesMediaInfo {
                writeMediaInfo(of: file, to: &$0)
            }
            if let hash {
                $0.member("content_hash", hashIsWrong ? String(hash.reversed()) : hash)
            }
        }
    }

    private func writeLocation(_ location: StubPath, to json: inout JSONWriter) {
        json.member("name", location.name)
        json.member("path_lower", location.pathLower)
        json.member("path_display", location.pathDisplay)
    }

    /// Writes the media facts of a file; Dropbox has none for a PNG.
    private func writeMediaInfo(of file: StubFile, to json: inout JSONWriter) {
        var media = file.media
        if media.size == nil {
            guard let bytes = library.bytes(of: file.content, upTo: Self.headSize),
                let read = StubMedia(of: bytes)
            else { return }
            media = read
        }
        json.object("media_info") {
            $0.member(".tag", "metadata")
            $0.object("metadata") {
                $0.member(".tag", media.duration == nil ? "photo" : "video")
                if let size = media.size {
                    $0.object("dimensions") {
                        $0.member("height", size.height)
                        $0.member("width", size.width)
                    }
                }
                if let latitude = media.latitude, let longitude = media.longitude {
                    $0.object("location") {
                        $0.member("latitude", latitude)
                        $0.member("longitude", longitude)
                    }
                }
                if let time = media.takenAt {
                    $0.member("time_taken", time: time)
                }
                if let duration = media.duration {
                    $0.member("duration", duration)
                }
            }
        }
    }
}
