#include "library/watch/params_polling.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/atomic_file.h"
#include "base/file.h"
#include "run/hyperparameter_finder.h"
#include "run/training_arguments.h"
#include "vault/records/run_hyperparameters.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

/// The run becomes private if the group of the vault may not read the file.
Status match_params_access(RunWriter& run, const HyperparameterFile& file) {
    // A folder holds many files, which the training wrote alike.
    if (file.format == HyperparameterFormat::mlflow) {
        std::error_code ec;
        for (std::filesystem::recursive_directory_iterator at(file.path, ec), end; !ec && at != end;
             at.increment(ec)) {
            std::error_code failed;
            if (!at->is_regular_file(failed)) continue;
            const auto original = File::open_read(at->path());
            if (original) STEPVAULT_TRY(run.match_access(*original));
        }
        return {};
    }
    const auto original = File::open_read(file.path);
    // A file that has gone or cannot be read gives no values.
    if (!original) return {};
    return run.match_access(*original);
}

auto at_path(const std::vector<const MetricSource*>& databases, const std::filesystem::path& path) {
    return std::ranges::find(databases, path, &MetricSource::path);
}

}  // namespace

ParamsPolling::Version ParamsPolling::version_of(const HyperparameterFile& file, const Databases& databases) {
    Version version{.file = file};
    const bool is_database = file.format == HyperparameterFormat::database;
    const auto identity =
        is_database ? (*at_path(databases, file.path))->version() : file_identity(file.path);
    if (!identity) return version;
    version.inode = identity->inode;
    version.size = identity->size;
    version.modified_ns = identity->modified_ns;
    if (file.format == HyperparameterFormat::events) {
        version.size = std::min(version.size, event_file_beginning);
        version.modified_ns = 0;
    }
    return version;
}

Result<std::vector<Hyperparameter>> ParamsPolling::read(const HyperparameterFile& file,
                                                        const Databases& databases) {
    auto values = file.format == HyperparameterFormat::training_arguments ? read_training_arguments(file.path)
                  : file.format == HyperparameterFormat::database
                      ? (*at_path(databases, file.path))->hyperparameters()
                      : read_hyperparameters(file);
    if (!values) return values;
    for (auto& value : *values)
        value.source = file.source;
    return values;
}

Status ParamsPolling::look(RunLease& run, const RunFolder& folder, const Databases& databases) {
    std::vector<std::filesystem::path> paths;
    for (const auto* database : databases)
        paths.push_back(database->path());
    const auto files = hyperparameter_files(folder, paths);
    // The vault keeps the values when the files have gone.
    if (files.empty()) return {};
    // Taken before reading, so that a change during the reading gives another version.
    std::vector<Version> versions;
    versions.reserve(files.size());
    for (const auto& file : files)
        versions.push_back(version_of(file, databases));
    if (read_ == versions) return {};
    STEPVAULT_TRY(store(run, files, databases));
    read_ = std::move(versions);
    return {};
}

Status ParamsPolling::store(RunLease& lease, const std::vector<HyperparameterFile>& files,
                            const Databases& databases) {
    const auto run = lease.access();
    const auto path = params_file(run->folder());
    auto stored = RunHyperparameters::read(path);
    if (!stored && stored.error().code == ErrorCode::corrupt) {
        STEPVAULT_TRY(set_aside(path));
        stored = RunHyperparameters();
    }
    STEPVAULT_ASSIGN(earlier, std::move(stored));

    RunHyperparameters now;
    std::map<std::string, Hyperparameter> values;
    for (const auto& file : files) {
        STEPVAULT_TRY(match_params_access(*run, file));
        auto found = read(file, databases);
        if (!found && found.error().code == ErrorCode::not_found) continue;
        if (!found) {
            now.skipped.push_back({file.source, found.error().message});
            found = std::vector<Hyperparameter>();
            std::ranges::copy_if(earlier.values, std::back_inserter(*found),
                                 [&](const Hyperparameter& p) { return p.source == file.source; });
        }
        if (values.size() + found->size() > most_hyperparameters) {
            now.skipped.push_back({file.source, "together with other files more than 4,096 values"});
            continue;
        }
        for (auto& parameter : *found) {
            auto key = parameter.key;
            values.try_emplace(std::move(key), std::move(parameter));
        }
    }
    now.values.reserve(values.size());
    for (auto& [key, parameter] : values)
        now.values.push_back(std::move(parameter));
    if (now == earlier) return {};
    STEPVAULT_TRY(now.write(path));
    // The catalog has no column for them, but the change makes every view of the run read it again.
    (void)lease.put_record(run);
    return {};
}

}  // namespace stepvault
