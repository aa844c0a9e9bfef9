import DurableFiles

func writing(chunk: [UInt8]) throws {
    // snippet DurableFileWriter
}

func sweeping(folder: DurableFolder) throws {
    // snippet DurableFolder+Sweep
}

func packing(_ pictures: [[UInt8]], in folder: DurableFolder) throws {
    // snippet DurablePack
}
