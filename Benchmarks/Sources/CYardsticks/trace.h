// The recording, for the files of this target.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum trace_kind { TRACE_PUT = 1, TRACE_DELETE = 2, TRACE_HASH = 3, TRACE_COMMIT = 4 };

typedef struct {
    uint8_t kind;
    uint8_t table;
    uint16_t key_count;
    uint32_t flags;
    uint64_t value_count;
} trace_entry;

/// The next entry behind `offset`, moved on; NULL at the end.
const trace_entry *trace_next(size_t *offset, const uint8_t **key, const uint8_t **value);
/// The name under which a table was opened; NULL where none was seen.
const char *trace_table_name(unsigned table);
/// Whether this thread opens tables of a yardstick, whose numbers are of no interest.
extern _Thread_local bool trace_ignores_tables;
