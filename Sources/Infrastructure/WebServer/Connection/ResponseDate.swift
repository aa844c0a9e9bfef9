import Foundation
import Scheduling
import TextFormats

/// The `Date` field of responses, whose text is made once a second (RFC 9110, 5.6.7).
enum ResponseDate {
    private static let latest = Guarded((second: Int64.min, text: ""))

    static var now: String {
        let second = Int64(Date().timeIntervalSince1970)
        return latest.withLock { latest in
            if latest.second != second {
                latest = (second, CivilTime(secondsSinceEpoch: second).httpDate)
            }
            return latest.text
        }
    }
}
