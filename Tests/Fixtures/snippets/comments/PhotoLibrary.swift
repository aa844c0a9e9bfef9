import PhotoLibrary

func locking(folder: String) throws {
    // snippet LibraryWatchLock
}
