// An MLflow database as mlflow 3 creates it: the tables that Stepvault reads, with their keys and indexes
// (tests/resources/db/latest_schema.sql and mlflow/store/tracking/dbmodels/models.py in mlflow/mlflow).
#pragma once

#include <filesystem>
#include <string>

#include "db/database.h"

namespace stepvault::testing {

inline constexpr const char* mlflow_schema = R"sql(
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
CREATE TABLE experiments (
    experiment_id INTEGER NOT NULL, name VARCHAR(256) NOT NULL, artifact_location VARCHAR(256),
    lifecycle_stage VARCHAR(32), creation_time BIGINT, last_update_time BIGINT,
    CONSTRAINT experiment_pk PRIMARY KEY (experiment_id), UNIQUE (name));
CREATE TABLE runs (
    run_uuid VARCHAR(32) NOT NULL, name VARCHAR(250), source_type VARCHAR(20), source_name VARCHAR(500),
    entry_point_name VARCHAR(50), user_id VARCHAR(256), status VARCHAR(9), start_time BIGINT, end_time BIGINT,
    source_version VARCHAR(50), lifecycle_stage VARCHAR(20), artifact_uri VARCHAR(200), experiment_id INTEGER,
    deleted_time BIGINT,
    CONSTRAINT run_pk PRIMARY KEY (run_uuid),
    FOREIGN KEY(experiment_id) REFERENCES experiments (experiment_id),
    CONSTRAINT runs_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')));
CREATE TABLE metrics (
    key VARCHAR(250) NOT NULL, value FLOAT NOT NULL, timestamp BIGINT NOT NULL, run_uuid VARCHAR(32) NOT NULL,
    step BIGINT DEFAULT '0' NOT NULL, is_nan BOOLEAN DEFAULT '0' NOT NULL,
    CONSTRAINT metric_pk PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan),
    FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), CHECK (is_nan IN (0, 1)));
CREATE INDEX index_metrics_run_uuid ON metrics (run_uuid);
CREATE TABLE params (
    key VARCHAR(250) NOT NULL, value VARCHAR(8000) NOT NULL, run_uuid VARCHAR(32) NOT NULL,
    CONSTRAINT param_pk PRIMARY KEY (key, run_uuid), FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid));
CREATE TABLE tags (
    key VARCHAR(250) NOT NULL, value VARCHAR(5000), run_uuid VARCHAR(32) NOT NULL,
    CONSTRAINT tag_pk PRIMARY KEY (key, run_uuid), FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid));
)sql";

/// Writes the way MLflow does. Keeps the database open.
class MlflowFile {
 public:
    explicit MlflowFile(const std::filesystem::path& file, const char* schema = mlflow_schema)
        : database_(Database::open(file, Database::Mode::create)) {
        run(schema);
    }
    bool run(const std::string& sql) {
        if (database_) status_ = database_->execute(sql.c_str());
        return database_ && status_;
    }
    bool begin(const std::string& run, int start, const std::string& artifacts = "s3://bucket/x") {
        return this->run("INSERT INTO runs (run_uuid, start_time, lifecycle_stage, artifact_uri) VALUES ('" +
                         run + "', " + std::to_string(start) + ", 'active', '" + artifacts + "')");
    }
    bool log(const std::string& run, const std::string& key, int step, const std::string& value,
             bool nan = false) {
        return this->run("INSERT INTO metrics (key, value, timestamp, run_uuid, step, is_nan) VALUES ('" +
                         key + "', " + value + ", " + std::to_string(1'700'000'000'000 + step * 500) + ", '" +
                         run + "', " + std::to_string(step) + ", " + (nan ? "1" : "0") + ")");
    }
    /// Logs steps `first` to `last` in one transaction.
    bool log_many(const std::string& run, int first, int last, double value) {
        bool done = this->run("BEGIN");
        for (int step = first; step <= last; ++step)
            done = log(run, "loss", step, std::to_string(value)) && done;
        return this->run("COMMIT") && done;
    }
    [[nodiscard]] const Status& status() const { return status_; }

 private:
    Result<Database> database_;
    Status status_;
};

}  // namespace stepvault::testing
