import HTTPGateway

/// A file sink on its way from the I/O thread to the disk's.
struct FileHandover: @unchecked Sendable {  // the I/O thread lets go of the sink when it makes one
    let file: FileSink

    /// Ends the file as its transfer has ended; on the disk's thread.
    func finish(
        _ plan: TransferPlan, _ outcome: Result<HTTPResponse, HTTPError>
    ) -> Result<HTTPResponse, HTTPError> {
        guard case .success(let response) = outcome, plan.accepted.contains(response.status) else {
            if case .success(let response) = outcome { file.refused(response) }
            file.abandon()
            return outcome
        }
        return Result { () throws(HTTPError) in
            HTTPResponse(head: response.head, file: try file.finish(), timings: response.timings)
        }
    }
}
