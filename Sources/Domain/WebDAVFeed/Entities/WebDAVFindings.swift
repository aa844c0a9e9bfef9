import PhotoFeed

/// The findings of a probe so far, and the matrix that is made of them.
struct WebDAVFindings: Sendable {
    /// The folder that a library follows.
    let folder: String
    /// The memory of the library's runs; `nil` without a library.
    let memory: WebDAVMemory?
    var abilities = WebDAVAbilities()
    private(set) var root: WebDAVMember?
    private(set) var photo: WebDAVMember?
    private(set) var folderOfPhoto: String?
    /// The form of the tag in the answer with a part of the photo.
    var rangeTag: WebDAVMember.TagForm?
    /// Whether the server sent a preview of the photo; `nil` if it was not asked.
    var sentPreview: Bool?

    init(folder: String, memory: WebDAVMemory?) {
        self.folder = folder
        self.memory = memory
    }

    func with(_ ability: WebDAVAbility, _ value: Bool) -> WebDAVFindings {
        var findings = self
        findings.abilities[ability] = value
        return findings
    }

    /// Takes the description of the folder.
    func describing(_ root: WebDAVMember) -> WebDAVFindings {
        var findings = self
        findings.root = root
        findings.abilities[.reports] = root.reportsChanges
        findings.abilities[.ids] = root.fileID != nil
        findings.abilities[.previews] = root.hasPreview != nil
        return findings
    }

    /// Takes the description of a photo.
    func finding(_ photo: WebDAVMember, in folder: String) -> WebDAVFindings {
        var findings = self
        findings.photo = photo
        findings.folderOfPhoto = folder
        findings.abilities[.tags] = photo.tag != nil
        if let form = photo.tagForm { findings.abilities[.quotes] = form != .unquoted }
        // Servers with identifiers have digests of those files alone that a client has sent with
        // one.
        let provesAbsence = root?.fileID == nil
        if photo.contentHash != nil || provesAbsence {
            findings.abilities[.checksums] = photo.contentHash != nil
        }
        return findings
    }

    /// The abilities, and the cursor with them.
    func result(after cursor: WebDAVCursor?) -> ProbedCapabilities {
        guard var cursor else { return ProbedCapabilities(matrix: matrix, cursor: nil) }
        cursor.memory.abilities.update(with: abilities)
        if let hasFileIDs = abilities[.ids], hasFileIDs != cursor.memory.hasFileIDs {
            cursor.memory.hasFileIDs = hasFileIDs
            // The files of the unchanged folders have other identifiers.
            cursor.memory.folders = nil
        }
        return ProbedCapabilities(matrix: matrix, cursor: cursor.text)
    }

    // MARK: The matrix

    /// The abilities in the order of their use.
    var matrix: CapabilityMatrix {
        let noPhoto = photo == nil ? "no photo was found" : nil
        return CapabilityMatrix(rows: [
            row(.reports, "reports of changes", "sync-collection, RFC 6578"),
            propagation,
            row(.infinity, "everything in one answer", "Depth: infinity"),
            row(.ids, "identifiers of files", "oc:fileid"),
            row(.tags, "tags of files", tagForm, unknown: noPhoto),
            row(
                .checksums, "digests of files", photo?.contentHash.map { $0.algorithm.name },
                unknown: noPhoto ?? "the photo that was found has none"),
            row(.ranges, "parts of files", rangeDetail, unknown: noPhoto),
            previews,
            row(.search, "searches", "RFC 5323"),
        ])
    }

    private func row(
        _ ability: WebDAVAbility, _ title: String, _ detail: String?, unknown: String? = nil
    ) -> CapabilityMatrix.Row {
        let value = abilities[ability]
        return CapabilityMatrix.Row(
            name: Self.name(of: ability), title: title,
            finding: value.map { $0 ? .yes : .no } ?? .unknown,
            detail: value == true ? detail : value == nil ? unknown : nil)
    }

    private static func name(of ability: WebDAVAbility) -> ServerFinding.Name {
        switch ability {
        case .reports: "change-reports"
        case .infinity: "depth-infinity"
        case .ids: "file-identifiers"
        case .tags: "file-tags"
        case .quotes: "quoted-tags"
        case .checksums: "checksums"
        case .ranges: "ranges"
        case .previews: "previews"
        case .search: "search"
        }
    }

    /// Whether the tag of the folder changes with everything below it.
    ///
    /// A probe that only reads cannot show it: the runs of a library have to see a change.
    private var propagation: CapabilityMatrix.Row {
        let (finding, detail): (CapabilityMatrix.Finding, String) =
            switch (root?.tag, memory?.propagation ?? .unknown) {
            case (nil, _): (.no, "folders have no tags")
            case (_, .seen): (.yes, "a change deep below was seen to change the tag")
            case (_, .refuted): (.no, "a change deep below did not change the tag")
            case (_, .unknown): (.unknown, "no run has seen a change deep below yet")
            }
        return CapabilityMatrix.Row(
            name: "folder-tags", title: "tags of folders with everything below", finding: finding,
            detail: detail)
    }

    private var tagForm: String? {
        switch photo?.tagForm {
        case .quoted: "quoted"
        case .unquoted: "unquoted"
        case .weak: "weak"
        case nil: nil
        }
    }

    private var rangeDetail: String {
        switch rangeTag {
        case .quoted, .unquoted: "continued by a strong tag"
        case .weak: "not continued: the tag is weak"
        case nil: "continued by the time of the change"
        }
    }

    private var previews: CapabilityMatrix.Row {
        let (finding, detail): (CapabilityMatrix.Finding, String?) =
            switch (abilities[.previews], sentPreview) {
            case (true, true): (.yes, "the server sent one")
            case (true, false): (.unknown, "the server has none of the photo that was found")
            case (true, nil): (.unknown, "no photo was found")
            default: (.no, nil)
            }
        return CapabilityMatrix.Row(
            name: "previews", title: "smaller pictures of files", finding: finding, detail: detail)
    }
}
