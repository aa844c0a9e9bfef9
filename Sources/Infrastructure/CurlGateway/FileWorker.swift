import HTTPGateway
import Scheduling

/// The disk's thread of a gateway: opens, flushes and places the files of downloads.
///
/// It works in order: the bytes of a cancelled transfer are kept before the next transfer opens its
/// file. A flush may take long, and the I/O thread must not wait for it.
final class FileWorker: Sendable {
    private let disk = LazyScheduler(name: "gateway.disk")

    /// Opens the file of a transfer and posts the result to the I/O thread.
    func open(_ box: FileSinkBox, of transfer: CurlTransfer, notifying commandQueue: CommandQueue) {
        disk.scheduler.schedule {
            let opening = Result { () throws(HTTPError) in try box.file.open() }
            commandQueue.post(.opened(transfer, opening))
        }
    }

    /// Finishes or abandons a file with the outcome of its transfer, and delivers the end.
    func finish(
        _ box: FileSinkBox, of transfer: CurlTransfer,
        _ outcome: Result<HTTPResponse, HTTPError>, notifying deliveryQueue: DeliveryQueue
    ) {
        disk.scheduler.schedule {
            let finished = box.file.end(transfer.plan, outcome)
            var batch = [DeliveryQueue.Delivery(transfer, transfer.ended(finished))]
            deliveryQueue.send(&batch)
        }
    }

    /// Abandons a download, which may still be opening its file; leaves its target as it was.
    func abandon(_ box: FileSinkBox) {
        disk.scheduler.schedule { box.file.abandon() }
    }

    /// Writes a checkpoint of a download.
    func write(_ checkpoint: FileCheckpoint) {
        disk.scheduler.schedule { checkpoint.write() }
    }

    /// Ends the thread when its work is done.
    func shutDown() { disk.shutDown() }
}
