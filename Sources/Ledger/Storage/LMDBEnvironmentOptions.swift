/// How to open an environment.
struct LMDBEnvironmentOptions: Sendable {
    /// What the process will do with the environment.
    enum Access: Sendable, Hashable {
        case readWrite(create: Bool)
        case readOnly
    }

    /// 256 GiB of address space: room for hundreds of millions of events, and for hundreds of
    /// ledgers in one process.
    ///
    /// The file stays as small as its data.
    static let mapSizeBytesDefault = 1 << 38
    /// A map has address space for at least twice the file that is opened: what was grown with a
    /// larger map can be read and written with any.
    static let mapSizeFileMultiple = 2
    static let readersMaxDefault = 1024
    static let tablesMaxDefault = 64

    var access: Access
    /// Address space reserved for the file, in bytes; rounded up to whole pages.
    ///
    /// No data is stored past it. Where the file is more than half as long already, the map is
    /// `mapSizeFileMultiple` times the file.
    var mapSizeBytes = Self.mapSizeBytesDefault
    /// Read transactions open at once, over all processes.
    var readersMax = Self.readersMaxDefault
    /// Named tables open at once.
    var tablesMax = Self.tablesMaxDefault

    #if DEBUG
        /// Faults that a test injects.
        var faults: LMDBFaults?
    #endif

    init(access: Access) {
        self.access = access
    }

    /// True when the process may write.
    var isWritable: Bool { access != .readOnly }
}
