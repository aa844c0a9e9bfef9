import Countries

/// `gallery.js`: the scripts of the page, joined to one, so that a gallery has few files.
///
/// The files in `Assets/Logic` compute texts, positions and addresses without a browser. Those in
/// `Assets/Page` show them.
enum GalleryScript {
    static var bytes: [UInt8] { ScriptFile.joined([outlines] + parts) }

    /// The outlines of the countries, which a page from a disk cannot load later.
    private static var outlines: [UInt8] {
        Array("const OUTLINES =\n".utf8) + Countries.json + Array(";\n".utf8)
    }

    /// A file may use the values of the files before it when it is loaded.
    private static let parts = [
        PackageResources.items_js, PackageResources.text_js, PackageResources.layout_js,
        PackageResources.keys_js, PackageResources.history_js, PackageResources.places_js,
        PackageResources.countries_js, PackageResources.borders_js, PackageResources.finder_js,
        PackageResources.gallery_js,
        PackageResources.dom_js, PackageResources.elements_js, PackageResources.chunks_js,
        PackageResources.tiles_js, PackageResources.grid_js, PackageResources.years_js,
        PackageResources.view_js, PackageResources.accounts_js, PackageResources.viewer_js,
        PackageResources.search_js, PackageResources.atlas_js, PackageResources.start_js,
    ]
}
