import Testing

@testable import Digests

@Suite struct HMACSHA256Tests {
    /// Test cases 1, 2, 3 and 6 of RFC 4231: short, textual, and longer than a block.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func theCodeIsThatOfTheStandard(key: [UInt8], message: [UInt8], code: String) {
        #expect(HMACSHA256(key: key).code(for: message).hexadecimal == code)
    }

    @Test func onlyTheCodeOfTheMessageAndTheKeyIsValid() {
        let authenticator = HMACSHA256()
        let message = Array("message".utf8)
        let code = authenticator.code(for: message)
        #expect(authenticator.isValid(code, for: message))
        #expect(HMACSHA256(key: authenticator.key).isValid(code, for: message))
        #expect(!HMACSHA256().isValid(code, for: message))
        #expect(!authenticator.isValid(code, for: Array("massage".utf8)))
        #expect(!authenticator.isValid(code.dropLast(), for: message))
        for index in code.indices {
            var changed = code
            changed[index] ^= 1
            #expect(!authenticator.isValid(changed, for: message))
        }
    }

    @Test func twoGeneratedKeysDiffer() {
        #expect(HMACSHA256().key.count == HMACSHA256.keyLength)
        #expect(HMACSHA256().key != HMACSHA256().key)
    }
}
