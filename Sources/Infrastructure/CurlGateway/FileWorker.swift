import HTTPGateway
import Scheduling

/// The disk's thread of a gateway: opens, flushes and places the files of downloads.
///
/// It does its work in order: what a transfer that was cancelled before has left is there when the next
/// one opens its file. Flushing may take long, and the I/O thread must not wait for it.
final class FileWorker: Sendable {
    private let disk = LazyScheduler(name: "gateway.disk")

    /// Opens the file of a transfer, and tells the I/O thread.
    func open(_ target: HTTPFileTarget, for transfer: CurlTransfer, telling inbox: Inbox) {
        disk.scheduler.schedule {
            let file = FileSink(
                target, of: transfer.plan.url, hash: SHA256Digest.hexadecimal(of:))
            let opening = Result { () throws(HTTPError) in
                try file.open()
                return FileHandover(file: file)
            }
            if !inbox.post(.opened(transfer, opening)), case .success(let handed) = opening {
                handed.file.abandon()
            }
        }
    }

    /// Finishes or abandons a file as its transfer has ended, and delivers that end.
    func finish(
        _ handed: FileHandover, of transfer: CurlTransfer,
        _ outcome: Result<HTTPResponse, HTTPError>, telling deliveries: Deliveries
    ) {
        disk.scheduler.schedule {
            let finished = handed.finish(transfer.plan, outcome)
            var batch = [Deliveries.Delivery(transfer, transfer.ended(finished))]
            deliveries.send(&batch)
        }
    }

    /// Leaves a file as it was before its download.
    func abandon(_ handed: FileHandover) {
        disk.scheduler.schedule { handed.file.abandon() }
    }

    /// Notes how far a download is.
    func write(_ checkpoint: FileCheckpoint) {
        disk.scheduler.schedule { checkpoint.write() }
    }

    /// Ends the thread when its work is done.
    func shutDown() { disk.shutDown() }
}
