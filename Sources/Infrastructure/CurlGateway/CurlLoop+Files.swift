import HTTPGateway

// The files of downloads, which the disk's thread opens, finishes and abandons.
extension CurlLoop {
    func openFile(of transfer: CurlTransfer) {
        guard case .file(let target) = transfer.plan.destination else { return }
        let file = FileSink(
            target, of: transfer.plan.url, hash: SHA256ContentDigest.hexadecimal(of:))
        transfer.file = file
        files.open(FileSinkBox(file: file), of: transfer, notifying: commandQueue)
    }

    /// Continues a transfer after the opening of its file, unless it was cancelled meanwhile.
    func opened(_ transfer: CurlTransfer, _ opening: Result<Void, HTTPError>) {
        switch opening {
        case .success: proceed(transfer, transfer.state.openedFile(isSuccess: true))
        case .failure(let error):
            transfer.file = nil
            end(transfer, transfer.state.openedFile(isSuccess: false), .failure(error))
        }
    }

    /// Finishes the file with the outcome of the transfer, and delivers the end then.
    func finishFile(of transfer: CurlTransfer, _ outcome: Result<HTTPResponse, HTTPError>) {
        guard let file = transfer.file.take() else { return }
        files.finish(FileSinkBox(file: file), of: transfer, outcome, notifying: deliveryQueue)
    }

    /// Abandons the file at once, even while it is being opened: the next transfer may want it.
    func abandonFile(of transfer: CurlTransfer) {
        guard let file = transfer.file.take() else { return }
        files.abandon(FileSinkBox(file: file))
    }

    /// Writes a checkpoint of a download on the disk's thread.
    func write(_ checkpoint: FileCheckpoint) {
        files.write(checkpoint)
    }
}
