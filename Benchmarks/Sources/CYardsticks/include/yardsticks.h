// What the ledger is measured against, and the recorder of what it asks of LMDB and SHA-256.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Seconds of a clock that never goes back.
double yardstick_seconds(void);

/// Seconds of CPU that the process has used.
double yardstick_cpu_seconds(void);

// The recorder ------------------------------------------------------------------------------------
//
// The executable defines mdb_put, mdb_del, mdb_txn_commit and the EVP_Digest functions, so that the
// ledger's calls pass through here on their way to the libraries. Between start and stop the calls of
// the thread that writes are kept: table, flags, key, value, length of every hash, and commits.

/// Begins a recording. `byte_count` of memory are made ready, so that recording costs no page faults.
void trace_start(size_t byte_count);
/// Ends it; 0 when everything fitted.
int trace_stop(void);
/// Counts of the last recording.
uint64_t trace_commit_count(void);
uint64_t trace_put_count(void);
uint64_t trace_put_bytes(void);
uint64_t trace_hash_count(void);
uint64_t trace_hash_bytes(void);

/// Bytes and calls handed to the kernel by pwrite, pwritev and write since the process began.
uint64_t written_byte_count(void);
uint64_t written_call_count(void);

// Raw LMDB ----------------------------------------------------------------------------------------

typedef struct lmdb_yardstick lmdb_yardstick;

/// Opens an environment as the ledger does, without anything that weakens durability.
lmdb_yardstick *lmdb_yardstick_open(const char *directory, size_t map_size_bytes);
void lmdb_yardstick_close(lmdb_yardstick *);
/// Does the recording again: the same puts into the same tables, the same hashes, the same commits.
/// `latencies` gets the seconds of each commit, up to `latency_count`. Returns the seconds, below
/// zero on an error.
double lmdb_yardstick_replay(lmdb_yardstick *, double *latencies, size_t latency_count);

/// SHA-256 over every row of every table, in order; 0 when it could be made.
int lmdb_digest(const char *directory, uint8_t digest[32]);
/// Bytes of the pages in use and of the file, without the lock file; 0 when they could be read.
int lmdb_used_bytes(const char *directory, uint64_t *used, uint64_t *live);
/// Walks the log once and touches one field of each record. Returns the seconds, below zero on error.
double lmdb_scan_log(lmdb_yardstick *, uint64_t *event_count, uint64_t *sum);
/// Reads, for each token, its identity, its lines and their heads, without looking into them.
/// `tokens` are texts of 36 bytes one behind the other. Returns the seconds, below zero on an error.
double lmdb_read_customers(
    lmdb_yardstick *, const char *heads_table, const char *tokens, size_t count,
    uint64_t *lines, uint64_t *sum);

// Signatures --------------------------------------------------------------------------------------

/// Verifies one ES256 signature again and again on `threads` threads, as `openssl speed` does.
/// Returns verifications a second, below zero on an error.
double ecdsa_verifications_per_second(int threads, double seconds);
/// Hashes a token of 5 kB again and again on `threads` threads with SHA-256. Returns bytes a second
/// of all threads, below zero on an error.
double sha256_bytes_per_second(int threads, double seconds);
const char *openssl_version_text(void);
const char *lmdb_version_text(void);
const char *sqlite_version_text(void);

// SQLite ------------------------------------------------------------------------------------------

/// One payload, flat.
typedef struct {
    int32_t kind;  // 1 notification, 2 transaction, 3 renewal info
    int32_t is_last_of_input;
    int64_t transaction_id, original_transaction_id;
    int64_t product;
    int64_t purchase_date, expires_date, revocation_date, signed_date;
    int64_t grace_date, expiration_intent, start_date;
    int32_t will_renew, is_renewal;
    int64_t customer;
    char account[40];
} sqlite_fact;

typedef struct sqlite_yardstick sqlite_yardstick;

/// Makes a database with WAL and synchronous=FULL: events with indexes, evidence, current state.
sqlite_yardstick *sqlite_yardstick_open(const char *path);
void sqlite_yardstick_close(sqlite_yardstick *);
/// Names a product and its entitlement; NULL grants nothing.
int sqlite_set_product(
    sqlite_yardstick *, int64_t product, const char *name, const char *entitlement);
/// Appends facts, whole inputs, in transactions of so many inputs. Records and evidence are what
/// the last recording put into the ledger's tables. Returns the seconds, below zero on error.
double sqlite_append(
    sqlite_yardstick *, const sqlite_fact *facts, size_t fact_count,
    const uint32_t *inputs_per_commit, size_t commit_count, double *latencies);
uint64_t sqlite_event_count(sqlite_yardstick *);
/// What each account may use at an instant, by a prepared statement, with product, transaction and
/// end of each grant. `mask` gets a bit for each product whose entitlement is in force. Returns the
/// seconds, below zero on an error.
double sqlite_current(
    sqlite_yardstick *, const char *tokens, size_t count, int64_t at, uint64_t *masks);
/// How many customers had each entitlement at an instant, folded from the events. `names` has
/// room for `capacity` texts of 32 bytes each, and `counts` for as many numbers. Returns the seconds, below zero on an error.
double sqlite_as_of(
    sqlite_yardstick *, int64_t at, char *names, int64_t *counts, int capacity, int *found);

// The machine -------------------------------------------------------------------------------------

/// Times 4 KiB writes with fdatasync in a directory; 0 when it could be done.
int fdatasync_latencies(const char *directory, double *seconds, int count);
/// Drops a file from the system's cache and reads it from beginning to end. Returns the seconds, below
/// zero on an error.
double cold_read_seconds(const char *path);
/// Instructions of the calling thread: opens a counter. Below zero where the kernel offers none.
int instructions_open(void);
int64_t instructions_read(int counter);
