import Tracking

// snippet TrackedWord

extension TrackedWord {
    static let dropbox: TrackedWord = "dropbox"
}

func tracking() async {
    // snippet Tracker
}
