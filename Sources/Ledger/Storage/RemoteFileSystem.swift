/// File systems on which LMDB must not be used.
///
/// "Do not use LMDB databases on remote filesystems" (lmdb.h): their locks or their shared maps do
/// not hold between machines.
enum RemoteFileSystem {
    /// Names by the `f_type` of statfs(2), from linux/magic.h and the file systems' own sources.
    private static let names: [UInt32: String] = [
        0x0000_6969: "NFS",
        0x0000_517B: "SMB",
        0xFF53_4D42: "CIFS",
        0xFE53_4D42: "SMB",
        0x0102_1997: "9p",
        0x6573_5546: "FUSE",
        0x5346_414F: "AFS",
        0x6B41_4653: "AFS",
        0x00C3_6400: "Ceph",
        0x7375_7245: "Coda",
        0x0000_564C: "NCP",
        0x0BD0_0BD0: "Lustre",
        0x4750_4653: "GPFS",
        0x0116_1970: "GFS2",
        0x7461_636F: "OCFS2",
        0x786F_4256: "VirtualBox shared folders",
        0xBACB_ACBC: "VMware shared folders",
        0x7C7C_6673: "Parallels shared folders",
    ]

    /// The name of a file system that is refused, or nil for one that is not.
    static func name(ofType type: UInt32) -> String? {
        names[type]
    }
}
