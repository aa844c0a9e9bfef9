import CGd

/// The library libgd, which is loaded when the first picture is drawn or decoded.
///
/// On Linux, libgd loads some 45 other libraries, up to X11 and the codecs of videos. If the
/// program were linked with it, each start would load them, which takes 12 ms.
enum GdLibrary {
    static let loaded = Result { () throws(PictureError) in try load("libgd.so.3") }

    /// Finds the functions of libgd, on Linux in the library `file`.
    static func load(_ file: String) throws(PictureError) -> cgd_functions {
        let functions = UnsafeMutablePointer<cgd_functions>.allocate(capacity: 1)
        defer { functions.deallocate() }
        if let reason = cgd_load(functions, file) {
            throw PictureError(.noLibrary, reason: String(cString: reason))
        }
        return functions.pointee
    }
}

/// The functions of libgd; a program that may lack it calls `Picture.requireLibrary` before.
let gd: cgd_functions = {
    do { return try GdLibrary.loaded.get() } catch {
        fatalError("call Picture.requireLibrary before the first picture: \(error)")
    }
}()
