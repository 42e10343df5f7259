#define _GNU_SOURCE
#include "trace.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "yardsticks.h"

#define TABLE_COUNT_MAX 128

static uint8_t *buffer;
static size_t capacity, used;
static atomic_bool is_recording;
static bool is_full;
static pthread_t writing_thread;
static uint64_t commit_count, put_count, put_bytes, hash_count, hash_bytes;
static char *table_names[TABLE_COUNT_MAX];
static _Thread_local uint64_t hashing;
// What the planner's thread hashes, for the commit that follows.
#define PLANNED_COUNT_MAX (1 << 20)
static pthread_mutex_t planned_lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t *planned;
static size_t planned_count;
_Thread_local bool trace_ignores_tables;
static _Atomic uint64_t bytes_written, write_calls;

#define REAL(name)                                                   \
    static __typeof__(&name) real;                                   \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static bool records(void) {
    return atomic_load_explicit(&is_recording, memory_order_relaxed) &&
           pthread_equal(pthread_self(), writing_thread);
}

static void keep(
    enum trace_kind kind, unsigned table, unsigned flags, const void *key, size_t key_count,
    const void *value, size_t value_count, size_t stated_count
) {
    size_t size = sizeof(trace_entry) + key_count + value_count;
    size = (size + 7) & ~(size_t)7;
    if (used + size > capacity) {
        is_full = true;
        return;
    }
    trace_entry *entry = (trace_entry *)(buffer + used);
    *entry = (trace_entry){kind, (uint8_t)table, (uint16_t)key_count, flags, stated_count};
    if (key_count) memcpy(entry + 1, key, key_count);
    if (value_count) memcpy((uint8_t *)(entry + 1) + key_count, value, value_count);
    used += size;
}

void trace_start(size_t byte_count) {
    if (byte_count > capacity) {
        free(buffer);
        buffer = aligned_alloc(4096, (byte_count + 4095) & ~(size_t)4095);
        capacity = buffer ? byte_count : 0;
        if (buffer) memset(buffer, 1, byte_count);
    }
    used = 0;
    is_full = false;
    if (!planned) planned = malloc(PLANNED_COUNT_MAX * sizeof *planned);
    planned_count = 0;
    commit_count = put_count = put_bytes = hash_count = hash_bytes = 0;
    memset(&writing_thread, 0, sizeof writing_thread);
    atomic_store(&is_recording, true);
}

int trace_stop(void) {
    atomic_store(&is_recording, false);
    return is_full ? -1 : 0;
}

uint64_t trace_commit_count(void) { return commit_count; }
uint64_t trace_put_count(void) { return put_count; }
uint64_t trace_put_bytes(void) { return put_bytes; }
uint64_t trace_hash_count(void) { return hash_count; }
uint64_t trace_hash_bytes(void) { return hash_bytes; }

const char *trace_table_name(unsigned table) {
    return table < TABLE_COUNT_MAX ? table_names[table] : NULL;
}

const trace_entry *trace_next(size_t *offset, const uint8_t **key, const uint8_t **value) {
    if (*offset >= used) return NULL;
    const trace_entry *entry = (const trace_entry *)(buffer + *offset);
    *key = (const uint8_t *)(entry + 1);
    *value = *key + entry->key_count;
    size_t size = sizeof *entry + entry->key_count;
    if (entry->kind == TRACE_PUT) size += entry->value_count;
    *offset += (size + 7) & ~(size_t)7;
    return entry;
}

// LMDB

int mdb_dbi_open(MDB_txn *transaction, const char *name, unsigned int flags, MDB_dbi *table) {
    REAL(mdb_dbi_open);
    int status = real(transaction, name, flags, table);
    if (status == 0 && name && !trace_ignores_tables && *table < TABLE_COUNT_MAX) {
        char *old = table_names[*table];
        table_names[*table] = strdup(name);
        free(old);
    }
    return status;
}

int mdb_txn_begin(MDB_env *environment, MDB_txn *parent, unsigned int flags, MDB_txn **result) {
    REAL(mdb_txn_begin);
    int status = real(environment, parent, flags, result);
    if (status == 0 && !(flags & MDB_RDONLY)) writing_thread = pthread_self();
    return status;
}

int mdb_put(MDB_txn *transaction, MDB_dbi table, MDB_val *key, MDB_val *value, unsigned int flags) {
    REAL(mdb_put);
    if (records()) {
        keep(TRACE_PUT, table, flags, key->mv_data, key->mv_size, value->mv_data, value->mv_size,
             value->mv_size);
        put_count++;
        put_bytes += key->mv_size + value->mv_size;
    }
    return real(transaction, table, key, value, flags);
}

int mdb_del(MDB_txn *transaction, MDB_dbi table, MDB_val *key, MDB_val *value) {
    REAL(mdb_del);
    if (records()) keep(TRACE_DELETE, table, 0, key->mv_data, key->mv_size, NULL, 0, 0);
    return real(transaction, table, key, value);
}

static void keep_hash(uint64_t size) {
    keep(TRACE_HASH, 0, 0, NULL, 0, NULL, 0, size);
    hash_count++;
    hash_bytes += size;
}

static void keep_planned_hashes(void) {
    pthread_mutex_lock(&planned_lock);
    for (size_t index = 0; index < planned_count; index++) keep_hash(planned[index]);
    planned_count = 0;
    pthread_mutex_unlock(&planned_lock);
}

int mdb_txn_commit(MDB_txn *transaction) {
    REAL(mdb_txn_commit);
    // The writer may take up its next transaction before the caller stops the recording.
    bool is_recorded = records();
    if (is_recorded) keep_planned_hashes();
    int status = real(transaction);
    if (is_recorded && status == 0) {
        keep(TRACE_COMMIT, 0, 0, NULL, 0, NULL, 0, 0);
        commit_count++;
    }
    return status;
}

// SHA-256

// Whether this is the thread that plans for the one that writes.
static bool plans(void) {
    static _Thread_local enum { UNKNOWN, YES, NO } answer;
    if (!atomic_load_explicit(&is_recording, memory_order_relaxed)) return false;
    if (answer == UNKNOWN) {
        char name[16] = "";
        pthread_getname_np(pthread_self(), name, sizeof name);
        answer = strcmp(name, "ledger-planner") == 0 ? YES : NO;
    }
    return answer == YES;
}

static void plan_hash(uint64_t size) {
    pthread_mutex_lock(&planned_lock);
    if (planned && planned_count < PLANNED_COUNT_MAX)
        planned[planned_count++] = (uint32_t)size;
    else
        is_full = true;
    pthread_mutex_unlock(&planned_lock);
}

int EVP_DigestInit_ex(EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine) {
    REAL(EVP_DigestInit_ex);
    hashing = 0;
    return real(context, type, engine);
}

int EVP_DigestUpdate(EVP_MD_CTX *context, const void *bytes, size_t count) {
    REAL(EVP_DigestUpdate);
    hashing += count;
    return real(context, bytes, count);
}

int EVP_DigestFinal_ex(EVP_MD_CTX *context, unsigned char *digest, unsigned int *count) {
    REAL(EVP_DigestFinal_ex);
    if (records())
        keep_hash(hashing);
    else if (plans())
        plan_hash(hashing);
    return real(context, digest, count);
}

// The kernel

static void count_written(ssize_t count) {
    if (count <= 0) return;
    atomic_fetch_add_explicit(&bytes_written, (uint64_t)count, memory_order_relaxed);
    atomic_fetch_add_explicit(&write_calls, 1, memory_order_relaxed);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    REAL(pwrite);
    ssize_t result = real(file, bytes, count, offset);
    count_written(result);
    return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    REAL(pwrite64);
    ssize_t result = real(file, bytes, count, offset);
    count_written(result);
    return result;
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    REAL(pwritev);
    ssize_t result = real(file, pieces, count, offset);
    count_written(result);
    return result;
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t offset) {
    REAL(pwritev64);
    ssize_t result = real(file, pieces, count, offset);
    count_written(result);
    return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    ssize_t result = real(file, bytes, count);
    count_written(result);
    return result;
}

uint64_t written_byte_count(void) { return atomic_load(&bytes_written); }
uint64_t written_call_count(void) { return atomic_load(&write_calls); }
