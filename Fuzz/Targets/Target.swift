#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A parser under test, named after the folder of its seeds.
///
/// Besides not crashing, each parser has an invariant, which its function describes.
enum Target: String, CaseIterable {
    case address, head, retryAfter, contentRange, resumeNote, json, page, errorBody, base64, jpeg,
        requestHead, routeAddress, xml, multistatus, mediaFacts, proxy

    func run(_ input: UnsafeBufferPointer<UInt8>) {
        switch self {
        case .address: fuzzAddress(Array(input))
        case .proxy: fuzzProxy(Array(input))
        case .head: fuzzHead(Array(input))
        case .retryAfter: fuzzRetryAfter(Array(input))
        case .contentRange: fuzzContentRange(Array(input))
        case .resumeNote: fuzzResumeNote(Array(input))
        // These get no copy: a reader must not read beyond the end of the memory that it is given.
        case .json: fuzzJSON(input)
        case .xml: fuzzXML(input)
        case .mediaFacts: fuzzMediaFacts(Array(input))
        case .multistatus: fuzzMultistatus(Array(input))
        case .page: fuzzPage(input)
        case .errorBody: fuzzErrorBody(Array(input))
        case .base64: fuzzBase64(input)
        case .jpeg: fuzzJPEG(Array(input))
        case .requestHead: fuzzRequestHead(Array(input))
        case .routeAddress: fuzzRouteAddress(Array(input))
        }
    }
}

private let target: Target = {
    guard let name = getenv("FUZZ_TARGET"), let target = Target(rawValue: String(cString: name))
    else {
        fatalError("set FUZZ_TARGET to one of \(Target.allCases.map(\.rawValue))")
    }
    return target
}()

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    target.run(UnsafeBufferPointer(start: data, count: size))
    return 0
}
