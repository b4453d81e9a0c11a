#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/foreign_database.h"
#include "db/statement.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of one run in another program's database. Rows come in the order in which they were added
/// (rowid). If the folder's run changes, or the database is replaced, reading begins again with the first
/// row. A database without the expected table gives no points. For databases that are in use, damaged or
/// hostile, see ForeignDatabase.
class DatabaseSource : public MetricSource {
 public:
    Result<std::vector<MetricPoint>> poll() final;
    [[nodiscard]] bool restarted() const final { return place_.begun; }
    [[nodiscard]] Result<FileIdentity> version() const final { return ForeignDatabase::version(file_); }
    [[nodiscard]] const std::filesystem::path& path() const final { return file_; }

 protected:
    /// Statements whose first column is the rowid. The parameters of `rows` are a run and a rowid, after
    /// which its rows come in order; those of `row` are a run and the rowid of its row.
    struct Table {
        std::string_view name;
        std::span<const std::string_view> columns;
        const char* rows;
        const char* row;
    };

    DatabaseSource(std::filesystem::path file, const Table& table) : file_(std::move(file)), table_(table) {}
    /// The run whose rows are read; nullopt for none.
    virtual Result<std::optional<std::string>> find_run(ForeignDatabase& database) const = 0;
    virtual void append(const Statement& row, std::vector<MetricPoint>& points) const = 0;

 private:
    /// The place up to which the database was read.
    struct Place {
        std::string run;                      ///< id of the run; empty for none
        std::int64_t row = 0;                 ///< the last row that was read; 0 for none
        std::vector<MetricPoint> points;      ///< the points of that row
        bool begun = false;                   ///< the last poll() began with the first row
        std::optional<FileIdentity> version;  ///< the version that was read completely
    };
    Result<std::vector<MetricPoint>> read_on(Place& place) const;
    /// True if the last row that was read still exists with the same points.
    Result<bool> is_there(Database& database, const Place& place) const;

    std::filesystem::path file_;
    Table table_;
    Place place_;
};

}  // namespace stepvault
