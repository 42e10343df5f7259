#define _GNU_SOURCE
#include <lmdb.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "trace.h"
#include "yardsticks.h"

#define TABLE_COUNT_MAX 64

struct lmdb_yardstick {
    MDB_env *environment;
    MDB_dbi tables[128];
    bool is_open[128];
    EVP_MD *sha256;
    EVP_MD_CTX *context;
    uint8_t *zeros;
    size_t zero_count;
};

double yardstick_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double yardstick_cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

const char *lmdb_version_text(void) { return mdb_version(NULL, NULL, NULL); }

lmdb_yardstick *lmdb_yardstick_open(const char *directory, size_t map_size_bytes) {
    lmdb_yardstick *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    self->context = EVP_MD_CTX_new();
    if (!self->sha256 || !self->context || mdb_env_create(&self->environment) ||
        mdb_env_set_mapsize(self->environment, map_size_bytes) ||
        mdb_env_set_maxdbs(self->environment, TABLE_COUNT_MAX) ||
        mdb_env_open(self->environment, directory, MDB_NOTLS, 0660)) {
        lmdb_yardstick_close(self);
        return NULL;
    }
    return self;
}

void lmdb_yardstick_close(lmdb_yardstick *self) {
    if (!self) return;
    if (self->environment) mdb_env_close(self->environment);
    EVP_MD_free(self->sha256);
    EVP_MD_CTX_free(self->context);
    free(self->zeros);
    free(self);
}

/// Opens every table that the recording names, in a transaction that commits.
static int open_tables(lmdb_yardstick *self) {
    MDB_txn *transaction;
    size_t offset = 0;
    const uint8_t *key, *value;
    const trace_entry *entry;
    int status = mdb_txn_begin(self->environment, NULL, 0, &transaction);
    if (status) return status;
    bool opened = false;
    while ((entry = trace_next(&offset, &key, &value))) {
        if (entry->kind > TRACE_DELETE || self->is_open[entry->table]) continue;
        const char *name = trace_table_name(entry->table);
        char copy[64] = {0};
        if (name) strncpy(copy, name, sizeof copy - 1);
        trace_ignores_tables = true;
        status = name ? mdb_dbi_open(transaction, copy, MDB_CREATE, &self->tables[entry->table]) : -1;
        trace_ignores_tables = false;
        if (status) break;
        self->is_open[entry->table] = opened = true;
    }
    if (status || !opened) {
        mdb_txn_abort(transaction);
        return status;
    }
    return mdb_txn_commit(transaction);
}

static int hash(lmdb_yardstick *self, size_t count) {
    uint8_t digest[EVP_MAX_MD_SIZE];
    if (count > self->zero_count) {
        free(self->zeros);
        self->zeros = calloc(1, count);
        self->zero_count = self->zeros ? count : 0;
        if (!self->zeros) return -1;
    }
    bool is_done = EVP_DigestInit_ex(self->context, self->sha256, NULL) &&
                   (count == 0 || EVP_DigestUpdate(self->context, self->zeros, count)) &&
                   EVP_DigestFinal_ex(self->context, digest, NULL);
    return is_done ? 0 : -1;
}

double lmdb_yardstick_replay(lmdb_yardstick *self, double *latencies, size_t latency_count) {
    if (open_tables(self)) return -1;
    size_t offset = 0, commits = 0;
    const uint8_t *key, *value;
    const trace_entry *entry;
    MDB_txn *transaction = NULL;
    int status = 0;
    double start = yardstick_seconds(), commit_start = start;
    while (status == 0 && (entry = trace_next(&offset, &key, &value))) {
        if (!transaction) status = mdb_txn_begin(self->environment, NULL, 0, &transaction);
        if (status) break;
        MDB_val k = {entry->key_count, (void *)key}, v = {entry->value_count, (void *)value};
        switch (entry->kind) {
        case TRACE_PUT:
            status = mdb_put(transaction, self->tables[entry->table], &k, &v, entry->flags);
            break;
        case TRACE_DELETE:
            status = mdb_del(transaction, self->tables[entry->table], &k, NULL);
            break;
        case TRACE_HASH: status = hash(self, entry->value_count); break;
        default: {
            status = mdb_txn_commit(transaction);
            transaction = NULL;
            double now = yardstick_seconds();
            if (commits < latency_count) latencies[commits] = now - commit_start;
            commits++;
            commit_start = now;
        }
        }
    }
    if (transaction) mdb_txn_abort(transaction);
    return status ? -1 : yardstick_seconds() - start;
}

// Looking at an environment as a whole

static MDB_env *open_read_only(const char *directory) {
    MDB_env *environment;
    if (mdb_env_create(&environment)) return NULL;
    if (mdb_env_set_maxdbs(environment, TABLE_COUNT_MAX) ||
        mdb_env_open(environment, directory, MDB_RDONLY | MDB_NOTLS, 0660)) {
        mdb_env_close(environment);
        return NULL;
    }
    return environment;
}

static bool add_value(EVP_MD_CTX *context, MDB_val value) {
    uint64_t count = value.mv_size;
    return EVP_DigestUpdate(context, &count, sizeof count) &&
           EVP_DigestUpdate(context, value.mv_data, value.mv_size);
}

static int digest_table(MDB_txn *transaction, const char *name, EVP_MD_CTX *context) {
    MDB_dbi table;
    MDB_cursor *cursor;
    MDB_val key, value;
    trace_ignores_tables = true;
    int status = mdb_dbi_open(transaction, name, 0, &table);
    trace_ignores_tables = false;
    if (status || mdb_cursor_open(transaction, table, &cursor)) return -1;
    while ((status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
        if (!add_value(context, key) || !add_value(context, value)) break;
    }
    mdb_cursor_close(cursor);
    return status == MDB_NOTFOUND ? 0 : -1;
}

int lmdb_digest(const char *directory, uint8_t digest[32]) {
    MDB_env *environment = open_read_only(directory);
    if (!environment) return -1;
    MDB_txn *transaction = NULL;
    MDB_cursor *cursor = NULL;
    MDB_dbi names;
    MDB_val key, value;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int status = -1;
    if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) &&
        mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction) == 0 &&
        mdb_dbi_open(transaction, NULL, 0, &names) == 0 &&
        mdb_cursor_open(transaction, names, &cursor) == 0) {
        while ((status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT)) == 0) {
            char name[64] = {0};
            if (key.mv_size >= sizeof name) break;
            memcpy(name, key.mv_data, key.mv_size);
            if (!add_value(context, key) || digest_table(transaction, name, context)) break;
        }
        status = status == MDB_NOTFOUND && EVP_DigestFinal_ex(context, digest, NULL) ? 0 : -1;
    }
    if (cursor) mdb_cursor_close(cursor);
    if (transaction) mdb_txn_abort(transaction);
    EVP_MD_CTX_free(context);
    mdb_env_close(environment);
    return status;
}

int lmdb_used_bytes(const char *directory, uint64_t *used, uint64_t *live) {
    MDB_env *environment = open_read_only(directory);
    if (!environment) return -1;
    MDB_envinfo info;
    MDB_stat stat;
    MDB_txn *transaction;
    MDB_cursor *cursor;
    MDB_val key, value;
    int status = -1;
    mdb_env_info(environment, &info);
    mdb_env_stat(environment, &stat);
    uint64_t free_pages = 0;
    if (mdb_txn_begin(environment, NULL, MDB_RDONLY, &transaction) == 0) {
        // Table 0 lists the free pages: each row is a count and page numbers.
        if (mdb_cursor_open(transaction, 0, &cursor) == 0) {
            while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0)
                free_pages += *(size_t *)value.mv_data;
            mdb_cursor_close(cursor);
            status = 0;
        }
        mdb_txn_abort(transaction);
    }
    *used = (uint64_t)(info.me_last_pgno + 1) * stat.ms_psize;
    *live = *used - free_pages * stat.ms_psize;
    mdb_env_close(environment);
    return status;
}

double lmdb_scan_log(lmdb_yardstick *self, uint64_t *event_count, uint64_t *sum) {
    MDB_txn *transaction;
    MDB_dbi table;
    MDB_cursor *cursor;
    MDB_val key, value;
    uint64_t count = 0, total = 0;
    if (mdb_txn_begin(self->environment, NULL, MDB_RDONLY, &transaction)) return -1;
    double start = yardstick_seconds();
    trace_ignores_tables = true;
    int status = mdb_dbi_open(transaction, "log", 0, &table);
    trace_ignores_tables = false;
    if (status || mdb_cursor_open(transaction, table, &cursor)) {
        mdb_txn_abort(transaction);
        return -1;
    }
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        uint32_t line;
        if (value.mv_size < 24) continue;
        memcpy(&line, (uint8_t *)value.mv_data + 4, sizeof line);
        total += line;
        count++;
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    *event_count = count;
    *sum = total;
    return yardstick_seconds() - start;
}

static uint32_t little_endian(const MDB_val *value) {
    uint32_t number = 0;
    memcpy(&number, value->mv_data, value->mv_size < 4 ? value->mv_size : 4);
    return number;
}

static void put_big_endian(uint8_t *bytes, uint32_t number) {
    bytes[0] = (uint8_t)(number >> 24);
    bytes[1] = (uint8_t)(number >> 16);
    bytes[2] = (uint8_t)(number >> 8);
    bytes[3] = (uint8_t)number;
}

double lmdb_read_customers(
    lmdb_yardstick *self, const char *heads_table, const char *tokens, size_t count,
    uint64_t *lines, uint64_t *sum
) {
    MDB_txn *transaction;
    MDB_dbi identities, customers, heads;
    if (mdb_txn_begin(self->environment, NULL, MDB_RDONLY, &transaction)) return -1;
    trace_ignores_tables = true;
    bool is_open = mdb_dbi_open(transaction, "identities", 0, &identities) == 0 &&
                   mdb_dbi_open(transaction, "customers", 0, &customers) == 0 &&
                   mdb_dbi_open(transaction, heads_table, 0, &heads) == 0;
    trace_ignores_tables = false;
    if (!is_open) {
        mdb_txn_abort(transaction);
        return -1;
    }
    // Handles of tables last with the transaction that commits.
    if (mdb_txn_commit(transaction) ||
        mdb_txn_begin(self->environment, NULL, MDB_RDONLY, &transaction))
        return -1;
    MDB_cursor *cursor;
    if (mdb_cursor_open(transaction, customers, &cursor)) {
        mdb_txn_abort(transaction);
        return -1;
    }
    uint64_t line_count = 0, total = 0;
    double start = yardstick_seconds();
    for (size_t index = 0; index < count; index++) {
        mdb_txn_reset(transaction);
        if (mdb_txn_renew(transaction) || mdb_cursor_renew(transaction, cursor)) break;
        uint8_t name[38] = {1, 1};  // an appAccountToken in Production
        memcpy(name + 2, tokens + 36 * index, 36);
        MDB_val key = {sizeof name, name}, value;
        if (mdb_get(transaction, identities, &key, &value)) continue;
        uint8_t prefix[5];
        put_big_endian(prefix, little_endian(&value));
        prefix[4] = 1;
        key = (MDB_val){sizeof prefix, prefix};
        int status = mdb_cursor_get(cursor, &key, &value, MDB_SET_RANGE);
        while (status == 0 && key.mv_size == 9 && memcmp(key.mv_data, prefix, 5) == 0) {
            MDB_val line = {4, (uint8_t *)key.mv_data + 5};
            if (mdb_get(transaction, heads, &line, &value) == 0) {
                line_count++;
                total += value.mv_size;
            }
            status = mdb_cursor_get(cursor, &key, &value, MDB_NEXT);
        }
    }
    double seconds = yardstick_seconds() - start;
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    *lines = line_count;
    *sum = total;
    return seconds;
}
