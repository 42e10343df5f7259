#pragma once
#include <getopt.h>
#include <stddef.h>

// getopt_long keeps its state in variables; Swift reaches them through these functions.

/// Starts from the beginning, whatever was parsed before, and prints nothing by itself.
static inline void getopt_start(void) {
    // Zero, and not one, makes glibc forget its mode too.
    optind = 0;
    opterr = 0;
}

/// The index of the next word.
static inline int getopt_next_index(void) { return optind; }

/// The code of the option that was refused; zero for an unknown long one.
static inline int getopt_refused_code(void) { return optopt; }

/// The argument of the option that was found; null if it has none.
static inline const char *getopt_argument(void) { return optarg; }
