import Dispatch
import LedgerTesting
import Testing

@testable import Ledger

/// A check by a key's multiples against `EVP_PKEY_verify`, and against what the rules say where a
/// formula has a case of its own.
@Suite("A check by the multiples of a key")
struct PrecomputedCheckTests {
    /// n of P-256 (SEC 2, 2.4.2).
    private static let order = hex(
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    /// The generator of P-256, not compressed.
    private static let generator = hex(
        "046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
            + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
    /// The x of twice the generator.
    private static let doubleX = hex(
        "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978")

    private static func hex(_ text: String) -> [UInt8] { (try? Hex.bytes(text)) ?? [] }

    private static func hash(_ bytes: [UInt8]) -> SigningInputHash {
        var hash = InlineArray<32, UInt8>(repeating: 0)
        for index in 0..<32 { hash[index] = bytes[index] }
        return SigningInputHash(bytes: hash)
    }

    /// The difference of two numbers of 32 bytes, the highest first.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result = left
        var borrow = 0
        for index in left.indices.reversed() {
            let value = Int(left[index]) - Int(right[index]) - borrow
            borrow = value < 0 ? 1 : 0
            result[index] = UInt8(truncatingIfNeeded: value)
        }
        return result
    }

    /// A check that takes arrays.
    private struct Multiples {
        private let check: PrecomputedCheck

        init(point: [UInt8]) throws { try self.init(KeyMultiples(point: point)) }

        init(_ multiples: KeyMultiples?) throws {
            check = try #require(multiples.flatMap { PrecomputedCheck($0) })
        }

        func accept(_ signature: [UInt8], of hash: SigningInputHash) -> Bool {
            check.isSignature(signature.span, of: hash)
        }
    }

    private struct Signed {
        let key: SigningKey
        let check: SignatureCheck
        let payloadText: [UInt8]
        let signature: [UInt8]
        let hash: SigningInputHash

        init(_ token: String) throws {
            let jws = try CompactJWS(Array(token.utf8))
            let chain = try CertificateChain(
                header: JWSHeader(headerText: jws.headerText.span), allowsSingleCertificate: false)
            key = chain.signingKey
            check = try key.makeCheck(headerText: jws.headerText.span)
            let text = Array(jws.bytes[jws.headerCount + 1..<jws.signedCount])
            payloadText = text
            signature = jws.signature
            hash = try HeaderHash(jws.headerText.span).signingInput(payloadText: text.span)
        }

        /// What libcrypto's own check says, or the key's, once that has been made.
        func accepts(_ signature: [UInt8]) throws -> Bool {
            try check.isSignature(signature.span, of: payloadText.span)
        }
    }

    @Test(
        "It says yes where libcrypto's own check does, and no where that does",
        arguments: [UInt64(7), 8])
    func agreement(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let store = try TestAppStore(seed: "multiples \(seed)")
        for number in 0..<20 {
            let signed = try Signed(store.sign(["number": .integer(Int64(number))]))
            let multiples = try Multiples(signed.key.multiples())
            #expect(multiples.accept(signed.signature, of: signed.hash))
            for _ in 0..<8 {
                var other = signed.signature
                other[Int.random(in: 0..<64, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
                let isRight = try signed.accepts(other)
                #expect(multiples.accept(other, of: signed.hash) == isRight, "seed \(seed)")
                var hash = signed.hash.bytes
                hash[Int.random(in: 0..<32, using: &generator)] ^= 1
                #expect(
                    !multiples.accept(signed.signature, of: SigningInputHash(bytes: hash)),
                    "seed \(seed)")
            }
            // s and n - s sign the same.
            let mirrored =
                Array(signed.signature[..<32])
                + Self.difference(Self.order, Array(signed.signature[32...]))
            #expect(multiples.accept(mirrored, of: signed.hash))
            #expect(try signed.accepts(mirrored))
        }
    }

    @Test("Another key's signature is none")
    func otherKey() throws {
        let (one, two) = (
            try Signed(TestAppStore(seed: "one").sign(["a": 1])),
            try Signed(TestAppStore(seed: "two").sign(["a": 1]))
        )
        let multiples = try Multiples(one.key.multiples())
        #expect(!multiples.accept(two.signature, of: two.hash))
    }

    @Test("r and s are from 1 to n - 1, and 32 bytes each")
    func range() throws {
        let multiples = try Multiples(point: Self.generator)
        let zero = [UInt8](repeating: 0, count: 32)
        let one = zero.dropLast() + [1]
        let most = [UInt8](repeating: 0xFF, count: 32)
        let hash = Self.hash(Self.doubleX)
        let right = Self.doubleX + Self.doubleX
        #expect(multiples.accept(right, of: hash))
        for wrong in [zero, Self.order, most] {
            for signature in [wrong + one, one + wrong, wrong + wrong, Self.doubleX + wrong] {
                #expect(!multiples.accept(signature, of: hash))
            }
        }
        #expect(!multiples.accept(Array(right.dropLast()), of: hash))
        #expect(!multiples.accept((right + [0]), of: hash))
        #expect(!multiples.accept([], of: hash))
    }

    /// With the generator itself as the key, r = s and e = r give u1 = u2 = 1: R is G doubled.
    @Test("A sum of two equal points is their double, one of opposite points none")
    func specialSums() throws {
        let multiples = try Multiples(point: Self.generator)
        let signature = Self.doubleX + Self.doubleX
        #expect(multiples.accept(signature, of: Self.hash(Self.doubleX)))
        let opposite = Self.difference(Self.order, Self.doubleX)
        #expect(!multiples.accept(signature, of: Self.hash(opposite)))
    }

    /// With e = 0 and r = s the sum is the key's point alone: r is its x.
    @Test("A hash of zero, and one that is n or above, are numbers like others")
    func specialHashes() throws {
        let multiples = try Multiples(point: Self.generator)
        let x = Array(Self.generator[1..<33])
        let zero = [UInt8](repeating: 0, count: 32)
        #expect(multiples.accept((x + x), of: Self.hash(zero)))
        #expect(multiples.accept((x + x), of: Self.hash(Self.order)))
        #expect(!multiples.accept((x + x), of: Self.hash(Self.doubleX)))
    }

    /// A known case of the Wycheproof project: the x of R is above n, and r is what is left of it.
    @Test("An x above n counts modulo n")
    func largeX() throws {
        let multiples = try Multiples(
            point: Self.hex(
                "040ad99500288d466940031d72a9f5445a4d43784640855bf0a69874d2de5fe103"
                    + "c5011e6ef2c42dcd50d5d3d29f99ae6eba2c80c9244f4c5422f0979ff0c3ba5e"))
        let signature = Self.hex(
            "000000000000000000000000000000004319055358e8617b0c46353d039cdaab"
                + "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc63254e")
        let hash = Self.hash(try SHA256().digest(Array("123400".utf8)).bytes)
        #expect(multiples.accept(signature, of: hash))
    }

    @Test("What is no point of the curve has no multiples")
    func noPoint() {
        #expect(KeyMultiples(point: []) == nil)
        #expect(KeyMultiples(point: Array(Self.generator.dropLast())) == nil)
        #expect(KeyMultiples(point: Self.generator.dropLast() + [0]) == nil)
        // A single zero is infinity, which is no key.
        #expect(KeyMultiples(point: [0]) == nil)
    }

    @Test(
        "Threads share the multiples of a key, and whoever asks while they are made goes on without"
    )
    func threads() throws {
        let store = try TestAppStore(seed: "threads")
        let signed = try Signed(store.sign(["a": 1]))
        let header = try CompactJWS(Array(store.sign(["a": 1]).utf8)).headerText
        var wrong = signed.signature
        wrong[20] ^= 1
        let (key, text) = (signed.key, signed.payloadText)
        let (right, mutated) = (signed.signature, wrong)
        let failures = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            do {
                let check = try key.makeCheck(headerText: header.span)
                for number in 0..<KeyMultiples.worthwhileCheckCount + 50 {
                    var isRight = try check.isSignature(right.span, of: text.span)
                    if number.isMultiple(of: 25) {
                        isRight =
                            try isRight && !check.isSignature(mutated.span, of: text.span)
                    }
                    if !isRight { failures.withLock { $0 += 1 } }
                }
            } catch {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 0)
        #expect(key.multiples() != nil)
    }

    @Test("A check goes over to the multiples by itself, and refuses what it refused before")
    func changeover() throws {
        let signed = try Signed(TestAppStore(seed: "changeover").sign(["a": 1]))
        var wrong = signed.signature
        wrong[40] ^= 1
        for number in 0..<KeyMultiples.worthwhileCheckCount + 20 {
            #expect(try signed.accepts(signed.signature))
            guard number.isMultiple(of: 50) || number >= KeyMultiples.worthwhileCheckCount else {
                continue
            }
            #expect(try !signed.accepts(wrong))
        }
        #expect(signed.check.precomputed != nil)
    }
}
