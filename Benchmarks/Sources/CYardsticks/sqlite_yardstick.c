#define _GNU_SOURCE
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"
#include "yardsticks.h"

enum statement {
    BEGIN, COMMIT, INSERT_CONTENT, INSERT_EVENT, INSERT_EVIDENCE, SAVE_PURCHASE, SAVE_RENEWAL,
    CURRENT, STATEMENT_COUNT
};

struct sqlite_yardstick {
    sqlite3 *database;
    sqlite3_stmt *statements[STATEMENT_COUNT];
    EVP_MD *sha256;
    EVP_MD_CTX *context;
    // The ledger's record of the next event, and where the one behind it is looked for.
    const uint8_t *record;
    size_t record_count, record_offset;
};

static const char schema[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    "CREATE TABLE IF NOT EXISTS events("
    " sequence INTEGER PRIMARY KEY, kind INTEGER NOT NULL, line INTEGER NOT NULL,"
    " transaction_id INTEGER, account TEXT, product INTEGER, purchase_date INTEGER,"
    " expires_date INTEGER, revocation_date INTEGER, signed_date INTEGER NOT NULL,"
    " grace_date INTEGER, expiration_intent INTEGER, will_renew INTEGER, is_renewal INTEGER,"
    " start_date INTEGER, digest BLOB, record BLOB NOT NULL);"
    "CREATE UNIQUE INDEX IF NOT EXISTS contents ON events(line, digest) WHERE digest IS NOT NULL;"
    "CREATE INDEX IF NOT EXISTS by_line ON events(line, sequence);"
    "CREATE INDEX IF NOT EXISTS by_account ON events(account, sequence);"
    "CREATE INDEX IF NOT EXISTS by_transaction ON events(transaction_id);"
    "CREATE TABLE IF NOT EXISTS evidence(sequence INTEGER PRIMARY KEY, row BLOB NOT NULL);"
    // The current state: the newest period of each line, and what is said about its renewal.
    "CREATE TABLE IF NOT EXISTS lines("
    " line INTEGER PRIMARY KEY, account TEXT, transaction_id INTEGER, product INTEGER,"
    " purchase_date INTEGER,"
    " expires_date INTEGER, revocation_date INTEGER, signed_date INTEGER,"
    " grace_date INTEGER DEFAULT 0, will_renew INTEGER DEFAULT 0, renewal_signed INTEGER DEFAULT 0);"
    "CREATE INDEX IF NOT EXISTS lines_by_account ON lines(account);"
    "CREATE TABLE IF NOT EXISTS products("
    " product INTEGER PRIMARY KEY, name TEXT, entitlement TEXT);";

static const char *const texts[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [INSERT_CONTENT] =
        "INSERT OR IGNORE INTO events(kind, line, transaction_id, account, product, purchase_date,"
        " expires_date, revocation_date, signed_date, grace_date, expiration_intent, will_renew,"
        " is_renewal, start_date, digest, record)"
        " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)",
    [INSERT_EVENT] =
        "INSERT INTO events(kind, line, transaction_id, account, signed_date, record)"
        " VALUES(?1,?2,?3,?4,?5,?6)",
    [INSERT_EVIDENCE] = "INSERT INTO evidence(sequence, row) VALUES(?1, ?2)",
    [SAVE_PURCHASE] =
        "INSERT INTO lines(line, account, product, purchase_date, expires_date, revocation_date,"
        " signed_date, transaction_id) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)"
        " ON CONFLICT(line) DO UPDATE SET transaction_id=excluded.transaction_id,"
        " product=excluded.product, purchase_date=excluded.purchase_date,"
        " expires_date=excluded.expires_date, revocation_date=excluded.revocation_date,"
        " signed_date=excluded.signed_date"
        " WHERE (excluded.purchase_date, excluded.signed_date) >= (purchase_date, signed_date)",
    [SAVE_RENEWAL] =
        "UPDATE lines SET grace_date=?2, will_renew=?3, renewal_signed=?4"
        " WHERE line=?1 AND renewal_signed<=?4",
    [CURRENT] =
        "SELECT product, entitlement, name, line, transaction_id, expires_date, grace_date"
        " FROM lines JOIN products USING(product) WHERE account=?1"
        " AND purchase_date<=?2 AND (revocation_date=0 OR revocation_date>?2)"
        " AND (expires_date=0 OR expires_date>?2 OR grace_date>?2)"
        " AND entitlement IS NOT NULL",
};

const char *sqlite_version_text(void) { return sqlite3_libversion(); }

sqlite_yardstick *sqlite_yardstick_open(const char *path) {
    sqlite_yardstick *self = calloc(1, sizeof *self);
    if (!self) return NULL;
    self->sha256 = EVP_MD_fetch(NULL, "SHA2-256", NULL);
    self->context = EVP_MD_CTX_new();
    bool is_open = self->sha256 && self->context && sqlite3_open(path, &self->database) == SQLITE_OK &&
                   sqlite3_exec(self->database, schema, NULL, NULL, NULL) == SQLITE_OK;
    for (int index = 0; is_open && index < STATEMENT_COUNT; index++) {
        is_open = sqlite3_prepare_v3(
                      self->database, texts[index], -1, SQLITE_PREPARE_PERSISTENT,
                      &self->statements[index], NULL) == SQLITE_OK;
    }
    if (is_open) return self;
    if (self->database) fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(self->database));
    sqlite_yardstick_close(self);
    return NULL;
}

void sqlite_yardstick_close(sqlite_yardstick *self) {
    if (!self) return;
    for (int index = 0; index < STATEMENT_COUNT; index++) sqlite3_finalize(self->statements[index]);
    sqlite3_close(self->database);
    EVP_MD_free(self->sha256);
    EVP_MD_CTX_free(self->context);
    free(self);
}

static bool run(sqlite3_stmt *statement) {
    bool is_done = sqlite3_step(statement) == SQLITE_DONE;
    return sqlite3_reset(statement) == SQLITE_OK && is_done;
}

int sqlite_set_product(
    sqlite_yardstick *self, int64_t product, const char *name, const char *entitlement
) {
    sqlite3_stmt *statement;
    static const char text[] = "INSERT OR REPLACE INTO products VALUES(?1, ?2, ?3)";
    if (sqlite3_prepare_v2(self->database, text, -1, &statement, NULL)) return -1;
    sqlite3_bind_int64(statement, 1, product);
    sqlite3_bind_text(statement, 2, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_text(statement, 3, entitlement, -1, SQLITE_TRANSIENT);
    bool is_done = run(statement);
    sqlite3_finalize(statement);
    return is_done ? 0 : -1;
}

/// Digests what a payload says, without the date at which it was signed.
static bool content_digest(sqlite_yardstick *self, const sqlite_fact *fact, uint8_t digest[32]) {
    sqlite_fact content = *fact;
    content.signed_date = 0;
    content.is_last_of_input = 0;
    return EVP_DigestInit_ex(self->context, self->sha256, NULL) &&
           EVP_DigestUpdate(self->context, &content, sizeof content) &&
           EVP_DigestFinal_ex(self->context, digest, NULL);
}

/// The next row that the recording put into a table of the ledger.
static const trace_entry *next_row(const char *table, size_t *offset, const uint8_t **value) {
    const uint8_t *key;
    const trace_entry *entry;
    while ((entry = trace_next(offset, &key, value))) {
        if (entry->kind != TRACE_PUT) continue;
        const char *name = trace_table_name(entry->table);
        if (name && strcmp(name, table) == 0) return entry;
    }
    return NULL;
}

/// Takes up the record of the next event; behind the last one it is empty.
static void next_record(sqlite_yardstick *self) {
    const trace_entry *entry = next_row("log", &self->record_offset, &self->record);
    self->record_count = entry ? entry->value_count : 0;
    if (!entry) self->record = (const uint8_t *)"";
}

static bool insert_plain(sqlite_yardstick *self, const sqlite_fact *fact, int kind) {
    sqlite3_stmt *statement = self->statements[INSERT_EVENT];
    sqlite3_bind_int(statement, 1, kind);
    sqlite3_bind_int64(statement, 2, fact->original_transaction_id);
    sqlite3_bind_int64(statement, 3, fact->transaction_id);
    sqlite3_bind_text(statement, 4, fact->account, 36, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, fact->signed_date);
    sqlite3_bind_blob64(statement, 6, self->record, self->record_count, SQLITE_STATIC);
    if (!run(statement)) return false;
    next_record(self);
    return true;
}

static bool insert_content(sqlite_yardstick *self, const sqlite_fact *fact, bool *is_new) {
    uint8_t digest[32];
    if (!content_digest(self, fact, digest)) return false;
    sqlite3_stmt *statement = self->statements[INSERT_CONTENT];
    sqlite3_bind_int(statement, 1, fact->kind);
    const int64_t numbers[] = {
        fact->product, fact->purchase_date, fact->expires_date, fact->revocation_date,
        fact->signed_date, fact->grace_date, fact->expiration_intent, fact->will_renew,
        fact->is_renewal, fact->start_date,
    };
    sqlite3_bind_int64(statement, 2, fact->original_transaction_id);
    sqlite3_bind_int64(statement, 3, fact->transaction_id);
    sqlite3_bind_text(statement, 4, fact->account, 36, SQLITE_STATIC);
    for (int index = 0; index < 10; index++) sqlite3_bind_int64(statement, 5 + index, numbers[index]);
    sqlite3_bind_blob(statement, 15, digest, 32, SQLITE_STATIC);
    sqlite3_bind_blob64(statement, 16, self->record, self->record_count, SQLITE_STATIC);
    if (!run(statement)) return false;
    *is_new = sqlite3_changes(self->database) > 0;
    if (*is_new) next_record(self);
    return true;
}

static bool save_state(sqlite_yardstick *self, const sqlite_fact *fact) {
    if (fact->kind == 2) {
        sqlite3_stmt *statement = self->statements[SAVE_PURCHASE];
        sqlite3_bind_int64(statement, 1, fact->original_transaction_id);
        sqlite3_bind_text(statement, 2, fact->account, 36, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 3, fact->product);
        sqlite3_bind_int64(statement, 4, fact->purchase_date);
        sqlite3_bind_int64(statement, 5, fact->expires_date);
        sqlite3_bind_int64(statement, 6, fact->revocation_date);
        sqlite3_bind_int64(statement, 7, fact->signed_date);
        sqlite3_bind_int64(statement, 8, fact->transaction_id);
        return run(statement);
    }
    sqlite3_stmt *statement = self->statements[SAVE_RENEWAL];
    sqlite3_bind_int64(statement, 1, fact->original_transaction_id);
    sqlite3_bind_int64(statement, 2, fact->grace_date);
    sqlite3_bind_int(statement, 3, fact->will_renew);
    sqlite3_bind_int64(statement, 4, fact->signed_date);
    return run(statement);
}

static bool append_fact(sqlite_yardstick *self, const sqlite_fact *fact, bool is_alone) {
    if (fact->kind == 1) return insert_plain(self, fact, 1);
    bool is_new = false;
    if (!insert_content(self, fact, &is_new) || !save_state(self, fact)) return false;
    // A transaction that comes by itself and says nothing new is stated again.
    return is_new || !is_alone || insert_plain(self, fact, 4);
}

double sqlite_append(
    sqlite_yardstick *self, const sqlite_fact *facts, size_t fact_count,
    const uint32_t *inputs_per_commit, size_t commit_count, double *latencies
) {
    size_t fact = 0, offset = 0;
    self->record_offset = 0;
    next_record(self);
    double start = yardstick_seconds(), commit_start = start;
    for (size_t commit = 0; commit < commit_count; commit++) {
        if (!run(self->statements[BEGIN])) return -1;
        for (uint32_t input = 0; input < inputs_per_commit[commit]; input++) {
            bool is_alone = fact < fact_count && facts[fact].kind != 1;
            bool is_last = false;
            while (fact < fact_count && !is_last) {
                is_last = facts[fact].is_last_of_input;
                if (!append_fact(self, &facts[fact++], is_alone)) return -1;
            }
            const uint8_t *value;
            const trace_entry *evidence = next_row("evidence", &offset, &value);
            if (!evidence) return -1;
            sqlite3_stmt *statement = self->statements[INSERT_EVIDENCE];
            sqlite3_bind_int64(statement, 1, sqlite3_last_insert_rowid(self->database));
            sqlite3_bind_blob64(statement, 2, value, evidence->value_count, SQLITE_STATIC);
            if (!run(statement)) return -1;
        }
        if (!run(self->statements[COMMIT])) return -1;
        double now = yardstick_seconds();
        if (latencies) latencies[commit] = now - commit_start;
        commit_start = now;
    }
    return yardstick_seconds() - start;
}

uint64_t sqlite_event_count(sqlite_yardstick *self) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(self->database, "SELECT count(*) FROM events", -1, &statement, NULL))
        return 0;
    uint64_t count = sqlite3_step(statement) == SQLITE_ROW
                         ? (uint64_t)sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return count;
}

/// One reason for an entitlement, as the ledger's answer has it; the texts are copies too.
struct grant {
    char entitlement[32], product[32];
    int64_t original_transaction_id, transaction_id, expires_date;
};

static void copy_text(sqlite3_stmt *statement, int column, char copy[32]) {
    const unsigned char *text = sqlite3_column_text(statement, column);
    int count = sqlite3_column_bytes(statement, column);
    if (!text || count > 31) count = 0;
    if (count > 0) memcpy(copy, text, (size_t)count);
    copy[count] = 0;
}

static void read_grant(sqlite3_stmt *statement, struct grant *grant) {
    copy_text(statement, 1, grant->entitlement);
    copy_text(statement, 2, grant->product);
    grant->original_transaction_id = sqlite3_column_int64(statement, 3);
    grant->transaction_id = sqlite3_column_int64(statement, 4);
    int64_t expires = sqlite3_column_int64(statement, 5), grace = sqlite3_column_int64(statement, 6);
    grant->expires_date = expires && grace > expires ? grace : expires;
}

double sqlite_current(
    sqlite_yardstick *self, const char *tokens, size_t count, int64_t at, uint64_t *masks
) {
    sqlite3_stmt *statement = self->statements[CURRENT];
    double start = yardstick_seconds();
    for (size_t index = 0; index < count; index++) {
        sqlite3_bind_text(statement, 1, tokens + 36 * index, 36, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 2, at);
        uint64_t mask = 0;
        int status;
        struct grant grants[16];
        for (int row = 0; (status = sqlite3_step(statement)) == SQLITE_ROW; row++) {
            read_grant(statement, &grants[row & 15]);
            mask |= 1ull << (sqlite3_column_int64(statement, 0) & 63);
        }
        // Made for a caller who looks at them.
        __asm__ volatile("" : : "r"(grants) : "memory");
        sqlite3_reset(statement);
        if (status != SQLITE_DONE) return -1;
        masks[index] = mask;
    }
    return yardstick_seconds() - start;
}

double sqlite_as_of(
    sqlite_yardstick *self, int64_t at, char *names, int64_t *counts, int capacity, int *found
) {
    // The newest period of each line that had begun, as it was last signed; then who may use what.
    static const char text[] =
        "WITH versions AS ("
        "  SELECT line, account, product, purchase_date, expires_date, revocation_date,"
        "   row_number() OVER (PARTITION BY line ORDER BY purchase_date DESC, signed_date DESC) rank"
        "  FROM events WHERE kind=2 AND purchase_date<=?1),"
        " renewals AS ("
        "  SELECT line, grace_date, signed_date,"
        "   row_number() OVER (PARTITION BY line ORDER BY signed_date DESC) rank"
        "  FROM events WHERE kind=3 AND signed_date<=?1)"
        " SELECT entitlement, count(DISTINCT account) FROM versions"
        " JOIN products USING(product)"
        " LEFT JOIN renewals ON renewals.line=versions.line AND renewals.rank=1"
        " WHERE versions.rank=1 AND entitlement IS NOT NULL"
        " AND (revocation_date=0 OR revocation_date>?1)"
        " AND (expires_date=0 OR expires_date>?1 OR grace_date>?1)"
        " GROUP BY entitlement ORDER BY entitlement";
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(self->database, text, -1, &statement, NULL)) {
        fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(self->database));
        return -1;
    }
    double start = yardstick_seconds();
    sqlite3_bind_int64(statement, 1, at);
    int status, count = 0;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW && count < capacity) {
        snprintf(names + 32 * count, 32, "%s", (const char *)sqlite3_column_text(statement, 0));
        counts[count++] = sqlite3_column_int64(statement, 1);
    }
    double seconds = yardstick_seconds() - start;
    sqlite3_finalize(statement);
    *found = count;
    return status == SQLITE_DONE ? seconds : -1;
}
