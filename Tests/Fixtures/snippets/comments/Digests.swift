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

func comparing(_ bytes: [UInt8]) {
    // snippet MessageDigest
}
