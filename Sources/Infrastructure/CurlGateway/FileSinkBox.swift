import HTTPGateway

/// A file sink that is passed from the I/O thread to the disk's thread.
///
/// The I/O thread uses the sink again only after the file was opened successfully. It is not an
/// `IsolatedBox`: the sink alternates between a thread and a scheduler, and belongs to neither.
struct FileSinkBox: @unchecked Sendable {  // one thread at a time uses the sink
    let file: FileSink

    /// Ends the file with the outcome of its transfer; on the disk's thread.
    func finish(
        _ plan: TransferPlan, _ outcome: Result<HTTPResponse, HTTPError>
    ) -> Result<HTTPResponse, HTTPError> {
        guard case .success(let response) = outcome, plan.accepted.contains(response.status) else {
            switch outcome {
            case .success(let response): file.refused(response)
            case .failure(let error):
                if error.code == .contentMismatch || error.code == .bodyTooLarge { file.forget() }
            }
            file.abandon()
            return outcome
        }
        return Result { () throws(HTTPError) in
            HTTPResponse(head: response.head, file: try file.finish(), timings: response.timings)
        }
    }
}
