/// The parts of the gallery's page that other pages use, too.
package enum GalleryAssets {
    /// The scripts that need no browser: items, texts, layout, keys, places, and the
    /// machine of addresses.
    ///
    /// A file may use the values of the files before it when it is loaded.
    package static var logic: [[UInt8]] {
        [
            PackageResources.items_js, PackageResources.text_js, PackageResources.layout_js,
            PackageResources.keys_js, PackageResources.history_js, PackageResources.places_js,
            PackageResources.countries_js,
        ]
    }

    /// The script with the functions that make elements; those of the page follow it.
    package static var elements: [[UInt8]] { [PackageResources.dom_js] }

    /// The grid and the large view, which follow the parts of a page that they use.
    package static var viewer: [[UInt8]] { [PackageResources.viewer_js] }

    /// The map of the page, which is the last of its scripts.
    package static var map: [[UInt8]] { [PackageResources.atlas_js] }

    /// The markup of the map, for the placeholder `map` of a page.
    package static var mapMarkup: String {
        String(decoding: PackageResources.map_html, as: UTF8.self)
    }

    /// The style sheet.
    package static var style: [UInt8] { PackageResources.gallery_css }
}
