#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "library/catalog/backends.h"
#include "library/write/run_lease.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// Reads the metrics files of one run as they grow, and databases of metrics (*.db, such as MLflow's) in the
/// run's folder and the folders above it, up to the watched folder. Not thread-safe.
class MetricPolling {
 public:
    explicit MetricPolling(const MetricSourceFactory& open_database) : open_database_(open_database) {}

    struct Grown {
        std::string file;  ///< name
        std::uint64_t points = 0;
    };
    struct Read {
        std::vector<Grown> files;
        std::vector<SeriesChange> changes;  ///< of the run's curves, as the catalog has them now
    };
    /// The result of one scan of a watched folder.
    struct Surroundings {
        std::filesystem::path root;                  ///< the watched folder
        std::vector<std::filesystem::path> folders;  ///< of all runs in `root`
        struct DatabaseFile {
            std::filesystem::path path;
            bool alone = false;  ///< see MetricSourceFactory
        };
        std::vector<DatabaseFile> databases;  ///< in the folders of the runs and above them

        /// Fills in `databases`. Lists each folder once, and finds few in each, those of MLflow's names
        /// first.
        void find_databases();
    };
    /// `now`: seconds since the epoch. After an error a file is read anew from its start the next time.
    Result<Read> look(RunLease& run, const RunFolder& folder, const Surroundings& around, double now);
    /// The databases that the last look() opened; valid until the next one.
    [[nodiscard]] std::vector<const MetricSource*> databases() const;

 private:
    struct Place {
        std::filesystem::path path;
        bool is_database = false;
        bool alone = false;  ///< see MetricSourceFactory
    };
    struct Polled {
        std::unique_ptr<MetricSource> source;
        bool begun = false;  ///< a part of it was read
        bool alone = false;  ///< Place::alone at the time of opening
        bool is_database = false;
    };
    static std::vector<Place> places(const RunFolder& folder, const Surroundings& around);
    void open(Polled& file, const Place& place, const RunFolder& folder) const;
    Result<std::uint64_t> poll(Polled& file, const std::string& name, RunLease& run, double now);

    const MetricSourceFactory& open_database_;
    std::map<std::filesystem::path, Polled> files_;
    bool looked_ = false;
};

}  // namespace stepvault
