import Pictures
import TextFormats
import WebServer

extension StubService {
    private struct ThumbnailArgument: Decodable {
        let path: String
        let format: TagArgument?
        let size: TagArgument?
        let mode: TagArgument?
    }

    private struct ThumbnailV2Argument: Decodable {
        let resource: Resource
        let format: TagArgument?
        let size: TagArgument?
        let mode: TagArgument?
        let exclude_media_info: Bool?

        struct Resource: Decodable {
            let tag: String
            let path: String?

            enum CodingKeys: String, CodingKey {
                case tag = ".tag"
                case path
            }
        }
    }

    private struct BatchArgument: Decodable {
        let entries: [ThumbnailArgument]
    }

    /// The requested form of a thumbnail, with Dropbox's defaults.
    private struct ThumbnailForm {
        let box: PictureSize
        let sizeTag: String
        let mode: ThumbnailMode
        let format: PictureFormat

        init(
            format: TagArgument?, size: TagArgument?, mode: TagArgument?, call: StubCall
        ) throws(StubErrorResponse) {
            sizeTag = size?.tag ?? "w64h64"
            let numbers = sizeTag.dropFirst().split(separator: "h").compactMap { Int($0) }
            guard StubService.sizes.contains(sizeTag), numbers.count == 2 else {
                throw call.failure("request body: size: invalid tag '\(sizeTag)'")
            }
            box = PictureSize(width: numbers[0], height: numbers[1])
            guard let mode = ThumbnailMode(rawValue: mode?.tag ?? "strict") else {
                throw call.failure("request body: mode: invalid tag '\(mode?.tag ?? "")'")
            }
            self.mode = mode
            guard let format = PictureFormat(rawValue: format?.tag ?? "jpeg"), format != .gif
            else { throw call.failure("request body: format: invalid tag '\(format?.tag ?? "")'") }
            self.format = format
        }
    }

    private static let sizes: Set = [
        "w32h32", "w64h64", "w128h128", "w256h256", "w480h320", "w640h480", "w960h640",
        "w1024h768", "w2048h1536", "w3200h2400",
    ]
    private static let extensions: Set = [
        "jpg", "jpeg", "png", "tiff", "tif", "gif", "webp", "ppm", "bmp",
    ]
    private static let sizeLimit = 20 << 20
    private static let batchLimit = 25

    func getThumbnail(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(ThumbnailArgument.self)
        let form = try ThumbnailForm(
            format: argument.format, size: argument.size, mode: argument.mode, call: call)
        let file = try file(argument.path, for: call)
        let thumbnail = try thumbnail(of: file, form, effect: call.effect)
        var result = JSONWriter(escaping: .nonASCII)
        metadataWriter(for: call, media: true).write(.file(file), isTagged: false, to: &result)
        return Self.response(thumbnail, type: form.format.mediaType, result: result.bytes)
    }

    func getThumbnailV2(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(ThumbnailV2Argument.self)
        let form = try ThumbnailForm(
            format: argument.format, size: argument.size, mode: argument.mode, call: call)
        guard argument.resource.tag == "path", let path = argument.resource.path else {
            throw .conflict("not_found")
        }
        let file = try file(path, for: call)
        let thumbnail = try thumbnail(of: file, form, effect: call.effect)
        let writer = metadataWriter(for: call, media: argument.exclude_media_info != true)
        let preview = JSONWriter.object(escaping: .nonASCII) {
            $0.name("file_metadata")
            writer.write(.file(file), isTagged: false, to: &$0)
        }
        return Self.response(thumbnail, type: form.format.mediaType, result: preview)
    }

    /// Makes up to 25 thumbnails in one answer; a failed one does not affect the others.
    func getThumbnailBatch(_ call: StubCall) throws(StubErrorResponse) -> WebResponse {
        let argument = try call.decode(BatchArgument.self)
        guard argument.entries.count <= Self.batchLimit else {
            throw .conflict("too_many_files")
        }
        log.noteBatch(argument.entries.map(\.path))
        let forms = try argument.entries.map { entry throws(StubErrorResponse) in
            try ThumbnailForm(format: entry.format, size: entry.size, mode: entry.mode, call: call)
        }
        let writer = metadataWriter(for: call, media: false)
        return .json { json in
            json.array("entries") { json in
                for (entry, form) in zip(argument.entries, forms) {
                    write(entry.path, form, writer, for: call, to: &json)
                }
            }
        }
    }

    private func write(
        _ path: String, _ form: ThumbnailForm, _ writer: MetadataWriter, for call: StubCall,
        to json: inout JSONWriter
    ) {
        do throws(StubErrorResponse) {
            let file = try file(path, for: call)
            let thumbnail = try thumbnail(of: file, form, effect: call.effect)
            json.object {
                $0.member(".tag", "success")
                $0.name("metadata")
                writer.write(.file(file), isTagged: false, to: &$0)
                $0.member("thumbnail", plain: Base64.encode(thumbnail))
            }
        } catch {
            json.object {
                $0.member(".tag", "failure")
                StubErrorResponse.writeError(error.tags[...], as: "failure", to: &$0)
            }
        }
    }

    private func thumbnail(
        of file: StubFile, _ form: ThumbnailForm, effect: InjectedFault.Effect?
    ) throws(StubErrorResponse) -> [UInt8] {
        let suffix = file.location.name.split(separator: ".").last?.lowercased() ?? ""
        guard Self.extensions.contains(suffix) else { throw .conflict("unsupported_extension") }
        let key = ThumbnailKey(
            rev: file.rev, photo: file.content.photo, size: form.sizeTag, mode: form.mode.rawValue,
            format: form.format.rawValue)
        var thumbnail = pictures.thumbnails[key]
        if thumbnail == nil {
            guard let bytes = library.bytes(of: file.content, upTo: Self.sizeLimit + 1) else {
                throw .conflict("path", "not_found")
            }
            guard bytes.count <= Self.sizeLimit else { throw .conflict("unsupported_image") }
            do throws(PictureError) {
                thumbnail = try pictures.thumbnail(
                    of: bytes, in: form.box, mode: form.mode, format: form.format)
            } catch {
                let isUnknown = error.code == .unknownFormat || error.code == .tooLarge
                throw .conflict(isUnknown ? "unsupported_image" : "conversion_error")
            }
            pictures.thumbnails.store(thumbnail ?? [], for: key)
        }
        let made = thumbnail ?? []
        return effect == .wrongHash ? Self.corrupted(made) : made
    }
}

/// The revision and the form of a thumbnail.
struct ThumbnailKey: Hashable {
    let rev: String
    /// The drawn photo: stubs that share their pictures may give one revision to several.
    let photo: GeneratedPhoto?
    let size: String
    let mode: String
    let format: String
}
