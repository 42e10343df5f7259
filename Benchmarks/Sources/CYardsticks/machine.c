#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "yardsticks.h"

int fdatasync_latencies(const char *directory, double *seconds, int count) {
    char path[4096];
    static uint8_t page[4096];
    if (snprintf(path, sizeof path, "%s/fdatasync.probe", directory) >= (int)sizeof path) return -1;
    int file = open(path, O_CREAT | O_RDWR | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    int status = 0;
    for (int index = 0; index < count && status == 0; index++) {
        memset(page, index, sizeof page);
        double start = yardstick_seconds();
        status = pwrite(file, page, sizeof page, (off_t)(index % 64) * 4096) == 4096 ? 0 : -1;
        if (status == 0) status = fdatasync(file);
        seconds[index] = yardstick_seconds() - start;
    }
    close(file);
    unlink(path);
    return status;
}

int instructions_open(void) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

int64_t instructions_read(int counter) {
    int64_t value;
    return read(counter, &value, sizeof value) == sizeof value ? value : -1;
}

double cold_read_seconds(const char *path) {
    enum { piece_bytes = 1 << 20 };
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char *piece = malloc(piece_bytes);
    double start = yardstick_seconds();
    double result = -1;
    if (file >= 0 && piece && fdatasync(file) == 0 &&
        posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0) {
        start = yardstick_seconds();
        ssize_t count;
        while ((count = read(file, piece, piece_bytes)) > 0) {}
        if (count == 0) result = yardstick_seconds() - start;
    }
    free(piece);
    if (file >= 0) close(file);
    return result;
}
