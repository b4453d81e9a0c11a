#include "db/sqlite_catalog.h"

#include <atomic>
#include <mutex>

#include "db/catalog_connection.h"
#include "db/catalog_queries.h"
#include "db/catalog_writes.h"
#include "db/series_queries.h"
#include "db/temporary_folder.h"
#include "db/transaction.h"

namespace stepvault {

namespace {

class SqliteCatalog final : public Catalog {
 public:
    SqliteCatalog(std::filesystem::path file, CatalogAccess access, CatalogConnection writer,
                  CatalogConnection reader, TemporaryFolder place)
        : place_(std::move(place)),
          file_(std::move(file)),
          access_(access),
          writer_(std::make_unique<CatalogConnection>(std::move(writer))),
          reader_(std::make_unique<CatalogConnection>(std::move(reader))) {}

    [[nodiscard]] bool is_temporary() const override { return !place_.path().empty(); }
    Status put_run(const RunRow& run) override {
        return write([&](Database& db) {
            if (run.is_private) restrict_to_owner();
            return write_run(db, run);
        });
    }
    Status put_checkpoint(const CheckpointRow& checkpoint, const std::vector<TensorRow>& tensors) override {
        return write([&](Database& db) { return write_checkpoint(db, checkpoint, tensors); });
    }
    Status remove_checkpoint(const std::string& run_id, const std::string& id) override {
        return write([&](Database& db) { return delete_checkpoint(db, run_id, id); });
    }
    Status put_metrics(const std::string& run_id, const std::vector<SeriesChange>& changes,
                       std::uint64_t before, std::uint64_t end) override {
        return write([&](Database& db) { return write_metrics(db, run_id, changes, before, end); });
    }
    Status put_steps_seen(const std::map<std::string, std::int64_t>& modified_ns) override {
        return write([&](Database& db) { return write_steps_seen(db, modified_ns); });
    }
    Status clear() override {
        // Make a new file instead of emptying the old one, so that nothing of a damaged catalog stays.
        const std::scoped_lock lock(write_mutex_, read_mutex_);
        STEPVAULT_TRY(check_writable());
        STEPVAULT_TRY(discard_sqlite_catalog(file_));
        STEPVAULT_TRY(keep_current(writer_, CatalogConnection::Use::writing));
        return keep_current(reader_, CatalogConnection::Use::reading);
    }

    Result<std::vector<RunRow>> runs() override {
        return read([](Database& db) { return read_runs(db); });
    }
    Result<std::vector<RunRevision>> revisions() override {
        return read([](Database& db) { return read_revisions(db); });
    }
    Result<std::vector<CheckpointRow>> checkpoints(const std::string& run_id) override {
        return read([&](Database& db) { return read_checkpoints(db, run_id); });
    }
    Result<std::vector<StepSize>> step_sizes(const std::string& run_id) override {
        return read([&](Database& db) { return read_step_sizes(db, run_id); });
    }
    Result<CheckpointTotals> checkpoint_totals(const std::string& run_id) override {
        return read([&](Database& db) { return read_checkpoint_totals(db, run_id); });
    }
    Result<std::vector<double>> newest_saves(const std::string& run_id, std::size_t count) override {
        return read([&](Database& db) { return read_newest_saves(db, run_id, count); });
    }
    Result<std::vector<TensorRow>> tensors(const std::string& run_id,
                                           const std::string& checkpoint_id) override {
        return read([&](Database& db) { return read_tensors(db, run_id, checkpoint_id); });
    }
    Result<std::vector<SeriesRow>> series(const std::string& run_id) override {
        return read([&](Database& db) { return read_series(db, run_id); });
    }
    Result<std::vector<MetricPoint>> points(const std::string& run_id, const std::string& tag,
                                            std::optional<std::int64_t> after_step,
                                            std::optional<std::int64_t> until_step) override {
        return read([&](Database& db) { return read_points(db, run_id, tag, after_step, until_step); });
    }
    Result<std::vector<PointSummary>> blocks(const std::string& run_id, const std::string& tag) override {
        return read([&](Database& db) { return read_summaries(db, run_id, tag); });
    }
    Result<std::vector<PointSummary>> chart(const std::string& run_id, const std::string& tag,
                                            const ChartRange& range, std::size_t columns) override {
        return read([&](Database& db) { return read_chart(db, run_id, tag, range, columns); });
    }
    Result<std::map<std::string, std::int64_t>> steps_seen() override {
        return read([](Database& db) { return read_steps_seen(db); });
    }
    Result<std::uint64_t> metrics_end(const std::string& run_id) override {
        return read([&](Database& db) { return read_metrics_end(db, run_id); });
    }
    Result<std::uint64_t> version() override {
        return read([&](Database& db) -> Result<std::uint64_t> {
            STEPVAULT_ASSIGN(seen, db.query_integer("PRAGMA data_version"));
            // data_version is 32 bits wide and starts again with each connection.
            return (std::uint64_t{changes_} << 32) | static_cast<std::uint32_t>(seen);
        });
    }

 private:
    Status keep_current(std::unique_ptr<CatalogConnection>& connection, CatalogConnection::Use use) {
        if (connection->is_current()) return {};
        STEPVAULT_ASSIGN(fresh, CatalogConnection::open(file_, access_, use));
        connection = std::make_unique<CatalogConnection>(std::move(fresh));
        ++changes_;
        return {};
    }

    /// SQLite gives the files beside the catalog the catalog's permissions, but only when it makes them.
    void restrict_to_owner() const {
        using std::filesystem::perms;
        std::error_code ec;
        for (const char* suffix : {"", "-wal", "-shm"})
            std::filesystem::permissions(file_.native() + suffix, perms::owner_read | perms::owner_write, ec);
    }

    [[nodiscard]] Status check_writable() const {
        if (writer_->writable()) return {};
        return Error{ErrorCode::permission,
                     "cannot write " + file_.native() + ": it is open for reading only"};
    }

    template <class Work>
    Status write(Work work) {
        const std::scoped_lock lock(write_mutex_);
        STEPVAULT_TRY(keep_current(writer_, CatalogConnection::Use::writing));
        STEPVAULT_TRY(check_writable());
        STEPVAULT_ASSIGN(transaction, Transaction::begin(writer_->database()));
        STEPVAULT_TRY(work(writer_->database()));
        STEPVAULT_TRY(transaction.commit());
        ++changes_;
        return {};
    }

    template <class Work>
    auto read(Work work) -> decltype(work(std::declval<Database&>())) {
        const std::scoped_lock lock(read_mutex_);
        STEPVAULT_TRY(keep_current(reader_, CatalogConnection::Use::reading));
        return work(reader_->database());
    }

    const TemporaryFolder place_;  // the folder of a temporary catalog; outlives the connections
    const std::filesystem::path file_;
    const CatalogAccess access_;
    std::atomic<std::uint32_t> changes_{0};  // own commits and reopenings
    std::mutex write_mutex_;
    std::unique_ptr<CatalogConnection> writer_;
    std::mutex read_mutex_;
    std::unique_ptr<CatalogConnection> reader_;
};

Result<std::unique_ptr<Catalog>> open_at(const std::filesystem::path& file, CatalogAccess access,
                                         TemporaryFolder place) {
    STEPVAULT_ASSIGN(writer, CatalogConnection::open(file, access, CatalogConnection::Use::writing));
    STEPVAULT_ASSIGN(reader, CatalogConnection::open(file, access, CatalogConnection::Use::reading));
    return std::unique_ptr<Catalog>(std::make_unique<SqliteCatalog>(file, access, std::move(writer),
                                                                    std::move(reader), std::move(place)));
}

}  // namespace

Result<std::unique_ptr<Catalog>> open_sqlite_catalog(const std::filesystem::path& file,
                                                     CatalogAccess access) {
    return open_at(file, access, {});
}

Result<std::unique_ptr<Catalog>> open_temporary_catalog() {
    STEPVAULT_ASSIGN(place, TemporaryFolder::create());
    const auto file = place.path() / "catalog.sqlite";
    return open_at(file, CatalogAccess::automatic, std::move(place));
}

Status discard_sqlite_catalog(const std::filesystem::path& file) {
    // Remove the database itself last. SQLite drops a -wal file that is left beside a new, empty database. In
    // the other order, another process could make a new database in between, and this loop would remove the
    // -wal file of that one.
    for (const char* suffix : {"-wal", "-shm", "-journal", ""}) {
        auto name = file;
        name += suffix;
        std::error_code ec;
        std::filesystem::remove(name, ec);
        if (ec) return system_error(ec.value(), "remove", name.native());
    }
    return {};
}

}  // namespace stepvault
