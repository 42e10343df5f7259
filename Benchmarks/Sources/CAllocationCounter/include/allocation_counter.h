// Counts allocations. The executable defines malloc and its kin, which glibc allows; they count and
// hand on to glibc's own.
#pragma once
#include <stdint.h>

/// Calls of malloc, calloc, realloc and their kin by all threads since the process began.
uint64_t allocation_count(void);
