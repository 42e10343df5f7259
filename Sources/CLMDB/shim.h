#pragma once
#include <lmdb.h>
// statfs(2), to refuse network file systems; Swift's Glibc module leaves it out.
#include <sys/vfs.h>
// fallocate(2), to take room for the lock file; glibc declares it for _GNU_SOURCE alone.
// posix_fallocate(3) will not do: where the file system cannot, it writes to the file instead.
#include <sys/types.h>
extern int fallocate(int file, int mode, off_t offset, off_t length);
