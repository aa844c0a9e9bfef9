import Foundation
import Originals
import PhotoFeed

/// The plan of a run, with the requests that its pages cost and the space for its thumbnails.
struct RunForecast {
    let plan: SyncPlan
    /// The number of requests for the pages, which the plan itself has sent.
    let pageRequests: Int
    /// The originals: their number, each of which is a request, and their size in bytes.
    let originals: (files: Int, bytes: Int64)
    /// The files that are read at a server without thumbnails, each with at least one request.
    let previews: PreviewsForecast.Price
    /// The free space of the library's disk in bytes; `nil` if it is unknown.
    let freeBytes: Int64?

    /// The number of requests without those for originals and previews.
    private var listingRequests: Int {
        plan.accountRequests + pageRequests + plan.thumbnailRequests
    }

    /// The number of requests that the run would send.
    var requests: Int { listingRequests + originals.files + previews.files }

    /// The time of the run in seconds without the originals and previews; `nil` without a complete
    /// run.
    var seconds: ClosedRange<Double>? {
        plan.secondsPerRequest.map {
            $0.lowerBound * Double(listingRequests)...$0.upperBound * Double(listingRequests)
        }
    }

    /// The free space of the disk that has, or would have, the folder.
    static func freeBytes(of folder: URL) -> Int64? {
        var path = folder.standardizedFileURL.path
        while path != "/", !FileManager.default.fileExists(atPath: path) {
            path = (path as NSString).deletingLastPathComponent
        }
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
