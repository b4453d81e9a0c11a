#include "library/watch/metric_polling.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_databases = 16;

std::vector<fs::path> databases_in(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ec;
    for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() == ".db" && it->is_regular_file(ec)) found.push_back(it->path());
    }
    std::ranges::sort(found, {},
                      [](const fs::path& file) { return std::pair(!has_mlflow_name(file), file); });
    found.resize(std::min(found.size(), most_databases));
    return found;
}

/// Each trainer_state.json gets the same source name, since each holds the whole history.
std::string source_name(const fs::path& file, const fs::path& run_folder) {
    constexpr std::string_view trainer_state = "trainer_state.json";
    if (file.filename() == trainer_state) return std::string(trainer_state);
    return file.lexically_relative(run_folder).native();
}

/// For files whose writer gives no times: points that existed at the first look count as written when the
/// file was last changed, at the latest; points that come while watching count as written now.
void set_times(std::vector<MetricPoint>& points, double now, std::optional<double> last_changed) {
    if (points.empty()) return;
    if (last_changed) {
        if (points.back().time == 0) points.back().time = *last_changed;
        return;
    }
    for (auto& p : points) {
        if (p.time == 0) p.time = now;
    }
}

Result<std::uint64_t> add(RunLease& lease, const MetricReading& reading, const fs::path& file) {
    const auto run = lease.access();
    if (const auto original = File::open_read(file)) {
        STEPVAULT_TRY(run->match_access(*original));
    } else if (original.error().code != ErrorCode::not_found) {
        // A file that was rotated away meanwhile sets no limit.
        return original.error();
    }
    return run->metrics().add(reading);
}

}  // namespace

void MetricPolling::Surroundings::find_databases() {
    std::set<fs::path> listed;
    databases.clear();
    for (const auto& folder : folders) {
        for (auto level = folder; lies_in(level, root) && listed.insert(level).second;
             level = level.parent_path()) {
            const auto found = databases_in(level);
            if (!found.empty()) {
                const bool one_run = std::ranges::count_if(folders, [&](const auto& other) {
                                         return lies_in(other, level);
                                     }) == 1;
                const bool one_other = std::ranges::count(found, false, has_mlflow_name) == 1;
                for (const auto& file : found)
                    databases.push_back({file, one_run && (one_other || has_mlflow_name(file))});
            }
            if (!level.has_relative_path()) break;
        }
    }
}

std::vector<MetricPolling::Place> MetricPolling::places(const RunFolder& folder, const Surroundings& around) {
    std::vector<Place> places;
    for (const auto& file : folder.metrics)
        places.push_back({file, false, false});
    for (const auto& database : around.databases) {
        if (lies_in(folder.folder, database.path.parent_path()))
            places.push_back({database.path, true, database.alone});
    }
    return places;
}

void MetricPolling::open(Polled& file, const Place& place, const RunFolder& folder) const {
    if (file.source && file.alone == place.alone) return;
    file = {nullptr, false, place.alone, place.is_database};
    if (!place.is_database) {
        file.source = open_metric_source(place.path);
    } else if (open_database_) {
        file.source = open_database_(place.path, folder.folder, place.alone);
    }
}

Result<MetricPolling::Read> MetricPolling::look(RunLease& run, const RunFolder& folder,
                                                const Surroundings& around, double now) {
    Read read;
    const auto present = places(folder, around);
    // Drops the sources of missing files, such as a rotated trainer_state.json, because a source keeps all
    // that it read in memory.
    std::erase_if(files_, [&](const auto& file) {
        return std::ranges::find(present, file.first, &Place::path) == present.end();
    });
    for (const auto& place : present) {
        auto& file = files_[place.path];
        open(file, place, folder);
        if (!file.source) continue;
        const auto points = poll(file, source_name(place.path, folder.metrics_folder()), run, now);
        if (!points) {
            file.source.reset();
            return points.error();
        }
        if (*points > 0) read.files.push_back({place.path.filename().native(), *points});
    }
    looked_ = true;
    read.changes = run.show_metrics();
    return read;
}

std::vector<const MetricSource*> MetricPolling::databases() const {
    std::vector<const MetricSource*> open;
    for (const auto& [path, file] : files_) {
        if (file.is_database && file.source) open.push_back(file.source.get());
    }
    return open;
}

Result<std::uint64_t> MetricPolling::poll(Polled& file, const std::string& name, RunLease& run, double now) {
    // Taken before reading, so that points which come during the reading give another version.
    const auto version = file.source->version();
    if (!file.begun && version && run.access()->metrics().has_read(name, *version)) return std::uint64_t{0};
    const bool first = !std::exchange(file.begun, true);
    std::uint64_t fresh = 0;
    auto batch = file.source->poll();
    MetricReading reading{.source = name, .from_start = first, .points = {}, .read = {}};
    while (batch) {
        reading.from_start |= file.source->restarted();
        reading.points = std::move(*batch);
        bool last = reading.points.size() < metric_batch;
        if (!last) batch = file.source->poll();
        last |= batch && batch->empty();
        if (last && first && version && version->is_settled(now)) reading.read = *version;
        if (last || looked_) {
            const auto modified = version ? static_cast<double>(version->modified_ns) * 1e-9 : now;
            set_times(reading.points, now, looked_ ? std::nullopt : std::optional(modified));
        }
        STEPVAULT_ASSIGN(added, add(run, reading, file.source->path()));
        fresh += added;
        if (last) return fresh;
        reading.from_start = false;
    }
    // The file was rotated away or is half-written; the next look decides.
    file.source.reset();
    return fresh;
}

}  // namespace stepvault
