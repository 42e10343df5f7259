#!/usr/bin/env python3
"""Checks proofs of a transaction ledger, written from docs/proofs.md and docs/format.md alone.

    verify_proof.py --key VKEY [--key VKEY] FILE...

VKEY is a verifier key, or the path of a file that has one in it. Prints what holds, and ends with
status 0 when every file holds, 1 when one does not, 2 when it is called wrongly. Python 3.8 or
newer, its standard library, and nothing of the ledger's own code.

What it does not do: check the App Store's signature of a token. Any JWS library can do that.
"""

import base64
import binascii
import hashlib
import json
import re
import struct
import sys


class Wrong(Exception):
    """A file does not hold; the text says why."""


def ensure(condition, reason):
    if not condition:
        raise Wrong(reason)


# --- Ed25519, RFC 8032, section 5.1; slow, which does not matter here.

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def point(encoded):
    number = int.from_bytes(encoded, "little")
    y = number & (2**255 - 1)
    x = recover_x(y, number >> 255)
    return None if x is None else (x, y, 1, x * y % P)


def plus(a, b):
    low = (a[1] - a[0]) * (b[1] - b[0]) % P
    high = (a[1] + a[0]) * (b[1] + b[0]) % P
    third = 2 * a[3] * b[3] * D % P
    fourth = 2 * a[2] * b[2] % P
    e, f, g, h = high - low, fourth - third, fourth + third, high + low
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(scalar, base):
    result = IDENTITY
    while scalar:
        if scalar & 1:
            result = plus(result, base)
        base = plus(base, base)
        scalar >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def ed25519_holds(public_key, signature, message):
    if len(public_key) != 32 or len(signature) != 64:
        return False
    key, r = point(public_key), point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or r is None or s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    left = times(s, BASE)
    right = plus(r, times(int.from_bytes(digest, "little") % L, key))
    return not ((left[0] * right[2] - right[0] * left[2]) % P
                or (left[1] * right[2] - right[1] * left[2]) % P)


# --- Pieces of text.

def unbase64(text):
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (binascii.Error, ValueError):
        raise Wrong("text that should be base64 is not") from None
    ensure(base64.b64encode(data).decode() == text, "base64 that is not in its one right form")
    return data


def decimal(text):
    ensure(re.fullmatch("0|[1-9][0-9]{0,18}", text), "a number that is not written as it must be")
    ensure(int(text) < 2**63, "a number that is too large")
    return int(text)


def plain_text(data):
    ensure(all(byte >= 32 or byte == 10 for byte in data), "a control character")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("bytes that are no text") from None


# --- Keys, notes and checkpoints.

def is_name(text):
    return 0 < len(text.encode()) <= 255 and not re.search(r"[\s+]", text)


class Key:
    """A verifier key: name, id, type 1 (plain) or 4 (cosignature), and 32 bytes."""

    def __init__(self, text):
        parts = text.split("+", 2)
        ensure(len(parts) == 3, "a key that is none")
        self.name, self.id = parts[0], parts[1]
        ensure(is_name(self.name), "a key whose name is none")
        material = unbase64(parts[2])
        ensure(len(material) == 33 and material[0] in (1, 4), "a key of an unknown type")
        self.type, self.bytes = material[0], material[1:]
        expected = hashlib.sha256(self.name.encode() + b"\n" + material).hexdigest()[:8]
        ensure(self.id == expected, "a key whose id does not fit")


class Note:
    """A signed note; `signers` are the trusted keys whose signatures hold."""

    def __init__(self, data, keys):
        ensure(len(data) <= 256 * 1024, "a note that is too long")
        text = plain_text(data)
        ensure(all(len(line.encode()) <= 16 * 1024 for line in text.split("\n")),
               "a line of a note that is too long")
        cut = text.rfind("\n\n")
        ensure(cut >= 0 and text.endswith("\n"), "a note without signatures")
        self.body = text[:cut + 1].encode()
        self.signers = []
        lines = text[cut + 2:-1].split("\n")
        ensure(len(lines) <= 64, "a note with too many signatures")
        for line in lines:
            match = re.fullmatch("\u2014 ([^ ]+) ([^ ]+)", line)
            ensure(match and is_name(match.group(1)), "a signature line that is none")
            signature = unbase64(match.group(2))
            ensure(len(signature) > 4, "a signature that is none")
            for key in keys:
                if (key.name, key.id) == (match.group(1), signature[:4].hex()):
                    self.signers.append((key, self.check(key, signature[4:])))
        ensure(self.signers, "no signature by a key that is given")
        lines = self.body.decode().split("\n")
        ensure(len(lines) >= 4 and lines[-1] == "" and all(lines[:-1]), "a note that is no checkpoint")
        self.origin, self.size, self.root = lines[0], decimal(lines[1]), unbase64(lines[2])
        ensure(len(self.root) == 32, "a root that has not 32 bytes")
        ensure(any(key.type == 1 and key.name == self.origin for key, _ in self.signers),
               "the log itself has not signed with a key that is given")

    def check(self, key, signature):
        message, when = self.body, None
        if key.type == 4:
            ensure(len(signature) == 72, "a cosignature that is none")
            when = int.from_bytes(signature[:8], "big")
            ensure(when < 2**63, "a cosignature of no instant")
            message = b"cosignature/v1\ntime %d\n" % when + self.body
            signature = signature[8:]
        ensure(ed25519_holds(key.bytes, signature, message), "a signature that is wrong")
        return when

    def tell(self):
        for key, when in self.signers:
            what = "signed" if when is None else "seen at %d" % when
            print("  checkpoint of %s, %d events: %s by %s" % (self.origin, self.size, what, key.name))


# --- The tree, by the recursive definitions of RFC 9162, 2.1.

def leaf_hash(data):
    return hashlib.sha256(b"\0" + data).digest()


def node_hash(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def split(size):
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)


def root_of_path(leaf, index, size, path):
    """The root that a path leads to; the path's last hash is that nearest to the root."""
    if size == 1:
        ensure(not path, "a proof with too many hashes")
        return leaf
    ensure(path, "a proof with too few hashes")
    half = split(size)
    if index < half:
        return node_hash(root_of_path(leaf, index, half, path[:-1]), path[-1])
    return node_hash(path[-1], root_of_path(leaf, index - half, size - half, path[:-1]))


def roots_of_consistency(older, size, path, older_root, whole=True):
    """The older and the newer root that a consistency proof leads to."""
    if older == size:
        if whole:
            ensure(not path, "a proof with too many hashes")
            return older_root, older_root
        ensure(len(path) == 1, "a proof with a wrong number of hashes")
        return path[0], path[0]
    ensure(path, "a proof with too few hashes")
    half = split(size)
    if older <= half:
        old, new = roots_of_consistency(older, half, path[:-1], older_root, whole)
        return old, node_hash(new, path[-1])
    old, new = roots_of_consistency(older - half, size - half, path[:-1], older_root, False)
    return node_hash(path[-1], old), node_hash(path[-1], new)


# --- Records and leaves, docs/format.md.

# The kinds that are made of signed data.
SIGNED_KINDS = {1, 2, 3, 4, 5, 12, 14, 17}

FIELD_TYPES = {}
for numbers, kind in [
    ([1, 13, 14, 19, 20, 21, 24, 28, 29, 30, 31, 32, 34, 35, 50, 60, 61, 63, 80, 81, 85, 86, 87,
      98, 111, 114, 116, 118, 119, 130, 132, 134], "symbol"),
    ([59, 95], "symbols"), ([2, 3, 9], 4), ([10, 11, 12, 40], "identifier"),
    ([7, 15, 16, 17, 22, 37, 54, 56, 57, 64, 89, 91, 97, 99, 113, 133], 8), ([4, 8, 88, 90, 115], 8),
    ([33, 38, 58, 65, 84, 93, 94, 112, 131], 8),
    ([5, 18, 23, 25, 27, 36, 39, 51, 53, 55, 62, 83], 4), ([26, 52], 1), ([6], 32),
    ([110, 117, 82, 92, 96], "bytes"), ([140], "identities"), ([141], "definitions"),
]:
    for number in numbers:
        FIELD_TYPES[number] = kind


class Reader:
    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        ensure(self.place + count <= len(self.data), "a record that is cut")
        self.place += count
        return self.data[self.place - count:self.place]

    def number(self, count=4):
        return int.from_bytes(self.take(count), "little")

    def at_end(self):
        return self.place == len(self.data)


class Leaf:
    """The event that the input of a leaf tells."""

    def __init__(self, data):
        reader = Reader(data)
        self.fields, self.texts, named = {}, {}, set()
        self.read_record(Reader(reader.take(reader.number())), named)
        defined, self.texts = self.texts, {}
        order = []
        while not reader.at_end():
            symbol = reader.number()
            order.append(symbol)
            self.texts[symbol] = plain_utf8(reader.take(reader.number()))
        ensure(order == sorted(named), "a leaf with other texts than its record names")
        ensure(all(1024 <= symbol < 2**31 for symbol in order + list(defined)),
               "a symbol that no ledger gives out")
        for symbol, text in defined.items():
            ensure(self.texts.setdefault(symbol, text) == text, "a symbol with two texts")

    def read_record(self, record, named):
        version, self.kind, self.environment, zero = record.take(4)
        ensure(version == 1, "a record of a newer format")
        ensure(zero == 0, "a record with a wrong head")
        self.line, self.recorded, self.effective = struct.unpack("<Iqq", record.take(20))
        last = 0
        while not record.at_end():
            number = record.take(1)[0]
            ensure(number > last and number in FIELD_TYPES, "a field out of place")
            last = number
            self.fields[number] = self.read_value(FIELD_TYPES[number], record, named)

    def read_value(self, kind, record, named):
        if isinstance(kind, int):
            return record.take(kind)
        if kind == "bytes":
            return record.take(record.number())
        if kind == "identifier":
            value = record.number(8)
            if value >> 63:
                self.name(value & 0xFFFFFFFF, named)
            return value
        if kind == "symbol":
            return self.name(record.number(), named)
        if kind == "symbols":
            return [self.name(record.number(), named) for _ in range(record.number())]
        if kind == "identities":
            return [(record.number(), record.take(32)) for _ in range(record.number())]
        for _ in range(record.number()):
            symbol = record.number()
            self.texts[symbol] = plain_utf8(record.take(record.number()))
        return None

    @staticmethod
    def name(symbol, named):
        if symbol >= 1024:
            named.add(symbol)
        return symbol


def plain_utf8(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Wrong("a symbol that is no text") from None


# --- Evidence, docs/format.md.

def unbase64url(text):
    try:
        data = base64.b64decode(
            text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Wrong("a segment of a token that is not base64url") from None
    ensure(base64.urlsafe_b64encode(data).decode().rstrip("=") == text,
           "base64url that is not in its one right form")
    return data


def refuse(_):
    raise ValueError


def object_of(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


def carried_tokens(payload):
    """The tokens that a notification carries, in the order of their parts, from 1."""
    try:
        # json.loads takes what is no JSON: NaN, a key twice, a mark in front, half a character.
        text = payload.decode("utf-8")
        body = json.loads(text, object_pairs_hook=object_of, parse_constant=refuse)
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return []
    if not isinstance(body, dict) or not isinstance(body.get("notificationType"), str):
        return []
    tokens = []
    for outer, name in [("data", "signedTransactionInfo"), ("data", "signedRenewalInfo"),
                        ("appData", "signedAppTransactionInfo")]:
        holder = body.get(outer)
        token = holder.get(name) if isinstance(holder, dict) else None
        if not (holder is None or isinstance(holder, dict)) \
                or not (token is None or isinstance(token, str)):
            return []
        if token is not None:
            ensure(token.isascii(), "a token inside that is none")
            tokens.append(token)
    return tokens


def take_out(payload, tokens):
    """A payload without its tokens, and for each that was taken out its offset and its part."""
    ranges = []
    for part, token in enumerate(tokens, 1):
        start = payload.find(b'"' + token.encode() + b'"') + 1
        end = start + len(token.encode())
        if start and all(end <= other[0] or other[1] <= start for other in ranges):
            ranges.append((start, end, part))
    rest, holes, last = b"", [], 0
    for start, end, part in sorted(ranges):
        rest += payload[last:start]
        holes.append((len(rest), part))
        last = end
    return rest + payload[last:], holes


def evidence_digest(salt, part, token):
    """What a record commits to, of the token alone."""
    segments = token.split(".")
    ensure(len(segments) == 3 and segments[0] and segments[1], "a token that has not three parts")
    payload, signature = unbase64url(segments[1]), unbase64url(segments[2])
    ensure(len(signature) < 256, "a signature that is too long")
    tokens = carried_tokens(payload) if part == 0 else []
    rest, holes = take_out(payload, tokens)
    data = salt + bytes([part]) + hashlib.sha256(segments[0].encode()).digest()
    data += bytes([len(signature)]) + signature + bytes([len(holes)])
    for offset, inner in holes:
        data += struct.pack("<IB", offset, inner)
        data += evidence_digest(salt, inner, tokens[inner - 1])
    return hashlib.sha256(data + rest).digest()


def beside(salt, part, digest, others):
    """What a record commits to where other parts came beside its own."""
    if not others:
        return digest
    data = salt + bytes([0xFF, len(others)])
    return hashlib.sha256(
        data + b"".join(bytes([index]) + other for index, other in [(part, digest)] + others)
    ).digest()


def other_parts(lines, part):
    others = []
    for line in lines:
        words = line.split(" ")
        ensure(len(words) == 3 and words[0] == "beside", "a part beside the token that is none")
        index, digest = decimal(words[1]), unbase64(words[2])
        ensure(index < 4 and index != part and len(digest) == 32
               and (not others or others[-1][0] < index), "a part beside the token that is none")
        others.append((index, digest))
    return others


# --- The two kinds of files.

FILE_BYTES_MAX = 8 * 1024 * 1024
TOKEN_BYTES_MAX = 256 * 1024


def hashes(lines):
    result = [unbase64(line) for line in lines]
    ensure(all(len(value) == 32 for value in result), "a hash that has not 32 bytes")
    return result


def verify_event(data, keys):
    head, _, note = data.partition(b"\n\n")
    lines = plain_text(head).split("\n")
    ensure(len(lines) >= 3 and lines[1].startswith("extra ") and lines[2].startswith("index "),
           "a proof that lacks its event or its index")
    index, path = decimal(lines[2][6:]), hashes(lines[3:])
    extra = plain_text(unbase64(lines[1][6:])).split("\n")
    ensure(extra[0] == "transaction-ledger/event@v1" and extra[-1] == "" and 3 <= len(extra) <= 7
           and extra[1].startswith("leaf "), "an event in a form that is not known")
    leaf_input = unbase64(extra[1][5:])
    checkpoint = Note(note, keys)
    ensure(index < checkpoint.size, "an index beyond the log")
    ensure(root_of_path(leaf_hash(leaf_input), index, checkpoint.size, path) == checkpoint.root,
           "a proof that does not lead to the root")
    event = Leaf(leaf_input)
    checkpoint.tell()
    print("  event %d, kind %d, recorded at %d ms: in the log" % (index + 1, event.kind, event.recorded))
    digest = event.fields.get(6)
    named = [number for number in (4, 5, 6) if number in event.fields]
    ensure(len(named) == (3 if event.kind in SIGNED_KINDS else 0),
           "an event whose kind and evidence contradict each other")
    first = int.from_bytes(event.fields.get(4, b""), "little")
    ensure(not named or 0 < first <= index + 1 < first + 4, "an event that names another's evidence")
    if len(extra) > 3:
        words = extra[2].split(" ")
        ensure(len(words) == 4 and words[0] == "evidence", "evidence that is none")
        salt, part = unbase64(words[1]), decimal(words[2])
        ensure(len(salt) == 16 and part < 4 and len(words[3]) <= TOKEN_BYTES_MAX,
               "evidence that is none")
        found = beside(salt, part, evidence_digest(salt, part, words[3]),
                       other_parts(extra[3:-1], part))
        ensure(found == digest and event.fields.get(5) == struct.pack("<i", part),
               "evidence that the event does not commit to")
        print("  the token in the file is the one that the event commits to")
    elif digest is not None:
        print("  the token that the event commits to is not in the file")


def verify_consistency(data, keys):
    blocks = data.split(b"\n\n")
    ensure(len(blocks) == 5, "a consistency proof without its five parts")
    path = hashes(plain_text(blocks[0]).split("\n")[1:])
    older = Note(blocks[1] + b"\n\n" + blocks[2] + b"\n", keys)
    newer = Note(blocks[3] + b"\n\n" + blocks[4], keys)
    ensure(older.origin == newer.origin, "checkpoints of two logs")
    ensure(older.size <= newer.size, "checkpoints in the wrong order")
    if older.size == 0:
        ensure(not path and older.root == hashlib.sha256().digest(), "an empty log with a root")
        ensure(newer.size or newer.root == older.root, "an empty log with a root")
    else:
        roots = roots_of_consistency(older.size, newer.size, path, older.root)
        ensure(roots == (older.root, newer.root), "a proof that does not lead to the roots")
    older.tell()
    newer.tell()
    print("  the first %d events are the same in both" % older.size)


FORMS = {
    b"c2sp.org/tlog-proof@v1": verify_event,
    b"transaction-ledger/consistency-proof@v1": verify_consistency,
}


def read(name):
    with open(name, "rb") as file:
        return file.read(FILE_BYTES_MAX + 1)


def key_of(word):
    """A key that is given as it is, or as a file."""
    return Key(word if word.count("+") > 1 else plain_text(read(word)).strip())


def main(arguments):
    if "--help" in arguments:
        print(__doc__)
        return 0
    keys, files = [], []
    try:
        while arguments:
            word = arguments.pop(0)
            if word == "--key" and arguments:
                keys.append(key_of(arguments.pop(0)))
            else:
                files.append((word, read(word)))
    except (Wrong, OSError, UnicodeError) as error:
        print("verify_proof.py: %s" % error, file=sys.stderr)
        return 2
    if not keys or not files:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for name, data in files:
        try:
            ensure(len(data) <= FILE_BYTES_MAX, "a file that is longer than any proof")
            verify = FORMS.get(data.partition(b"\n")[0])
            ensure(verify, "a file that is no proof")
            print("%s:" % name)
            verify(data, keys)
            print("  holds")
        except Wrong as wrong:
            print("%s: does not hold: %s" % (name, wrong))
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
