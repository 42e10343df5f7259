#pragma once
#include <lmdb.h>
// statfs(2), to refuse network file systems; Swift's Glibc module leaves it out.
#include <sys/vfs.h>
