import Digests

func authentication() {
    // snippet HMACSHA256
}

func hashing() {
    // snippet SHA256
}

func checking() {
    // snippet XXH64
}

func comparing(_ bytes: UnsafeRawBufferPointer) {
    // snippet MessageDigest
}
