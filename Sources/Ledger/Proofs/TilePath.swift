/// Where a piece of a tiled log stands below the log's directory (C2SP `tlog-tiles`).
struct TilePath: Sendable, Hashable {
    /// How many hashes or entries a full piece has.
    static let widthMax: UInt64 = 256
    /// How many levels of the tree a tile stands for.
    static let height: UInt8 = 8

    /// What a piece holds.
    enum Content: Sendable, Hashable {
        /// Hashes of the tree at level `level` × 8.
        case hashes(level: UInt8)
        /// The leaves' inputs.
        case entries
    }

    var content: Content
    /// Which piece of its level, from 0.
    var index: UInt64
    /// How many hashes or entries it has, 1 to 256.
    var width: UInt64

    /// The path's parts, the last of which is the file's name.
    var components: [String] {
        let name: String
        switch content {
        case .hashes(let level): name = String(level)
        case .entries: name = "entries"
        }
        var components = ["tile", name] + Self.digits(of: index)
        if width < Self.widthMax {
            components[components.count - 1] += ".p"
            components.append(String(width))
        }
        return components
    }

    /// Whether a tree of this size has the piece in full.
    func isFull(treeSize: UInt64) -> Bool {
        guard width == Self.widthMax else { return false }
        switch content {
        case .hashes(let level): return treeSize >> UInt64((level + 1) * Self.height) > index
        case .entries: return treeSize / Self.widthMax > index
        }
    }

    /// A number three digits at a time, all but the last three behind an `x`.
    private static func digits(of index: UInt64) -> [String] {
        var groups: [String] = []
        var rest = index
        repeat {
            let group = String(rest % 1_000)
            let prefix = groups.isEmpty ? "" : "x"
            groups.insert(prefix + String(repeating: "0", count: 3 - group.count) + group, at: 0)
            rest /= 1_000
        } while rest > 0
        return groups
    }

    /// Every piece of a level that a tree of this many nodes at the level has, the last one partial
    /// perhaps.
    static func all(_ content: Content, nodeCount: UInt64) -> some Sequence<TilePath> {
        let fullCount = nodeCount / widthMax
        let rest = nodeCount % widthMax
        return (0..<fullCount + (rest > 0 ? 1 : 0)).lazy.map { index in
            TilePath(content: content, index: index, width: index < fullCount ? widthMax : rest)
        }
    }
}
