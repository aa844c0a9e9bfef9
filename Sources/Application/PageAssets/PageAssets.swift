import Countries
import FeedGallery

/// The files of the page of `photopark serve`: small scripts without a framework or a build step.
///
/// The files in `Assets/Logic` compute states, texts and positions without a browser. Those in
/// `Assets/Page` show them. They share one JavaScript scope with the gallery's scripts for its
/// logic, grid, large view and map, which both pages need. The page also uses the gallery's style
/// sheet.
package enum PageAssets {
    /// The page, in HTML, with the map of the gallery.
    package static let page = Array(
        PageTemplate.filled(PackageResources.page_html, ["map": GalleryAssets.mapMarkup]).utf8)

    /// The style sheet: that of the gallery, that of this page, and the colours of the themes.
    package static let style: [UInt8] =
        GalleryAssets.style + PackageResources.page_css + Array(Theme.styleSheet.utf8)

    /// The scripts, joined to one.
    package static let script = ScriptFile.joined(
        GalleryAssets.logic + GalleryAssets.elements + parts + GalleryAssets.viewer
            + GalleryAssets.map + lastParts)

    /// The outlines of the countries, which the map loads when it is opened.
    package static var outlines: [UInt8] { Countries.json }

    /// A file may use the values of the files before it when it is loaded.
    private static let parts = [
        PackageResources.feed_js, PackageResources.scroll_js, PackageResources.scrubber_js,
        PackageResources.themes_js, PackageResources.original_js,
        PackageResources.mapquery_js, PackageResources.copies_js,
        PackageResources.elements_js, PackageResources.store_js, PackageResources.tiles_js,
        PackageResources.grid_js, PackageResources.ticks_js, PackageResources.view_js,
        PackageResources.live_js,
    ]

    /// The parts that follow the map.
    private static let lastParts = [
        PackageResources.duplicates_js, PackageResources.changes_js, PackageResources.start_js,
    ]
}
