#include "library/services/joined_overview.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/wall_clock.h"

namespace stepvault {

namespace {

std::uint64_t mixed(std::uint64_t sum, std::uint64_t value) {
    return (sum ^ value) * 0x9E3779B97F4A7C15U + (sum >> 29U);
}

/// A run whose shown name changes has changed, too, though its vault does not know.
std::int64_t shown_revision(std::int64_t revision, const std::string& own, const std::string& shown) {
    if (own == shown) return revision;
    return static_cast<std::int64_t>(
        mixed(static_cast<std::uint64_t>(revision), std::hash<std::string>()(shown)));
}

}  // namespace

Result<VaultOverview> JoinedOverview::read(const OverviewRequest& request, const JobContext& job) {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(columns_, request.columns) != request.columns)
        known_ = std::vector<KnownPart>(parts_.size());
    for (std::size_t part = 0; part < parts_.size(); ++part)
        STEPVAULT_TRY(read_part(part, request, job));
    if (std::ranges::none_of(known_, [](const KnownPart& part) { return part.read.has_value(); }))
        return *known_.front().failure;

    VaultOverview found{.version = joined_version(), .rules = known_.front().rules};
    found.is_unchanged = request.version == found.version && request.rules == found.rules;
    if (found.is_unchanged) return found;
    found.disk = known_.front().disk;
    std::map<std::string, std::int64_t> earlier;
    for (const auto& run : request.runs)
        earlier.emplace(run.run_id, run.revision);
    std::vector<KnownRun> runs;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        found.parts.push_back({parts_.title(part), known_[part].failure, known_[part].read});
        for (const auto& [id, known] : known_[part].runs) {
            if (parts_.is_hidden(part, id)) continue;
            auto& run = runs.emplace_back(known);
            run.standing.part = part;
            run.run.info.row.name = parts_.shown_name(part, known.run.info.row);
            run.standing.revision.revision = shown_revision(run.standing.revision.revision,
                                                            known.run.info.row.name, run.run.info.row.name);
        }
    }
    std::ranges::stable_sort(runs, {},
                             [](const KnownRun& run) -> const std::string& { return run.run.info.row.name; });
    for (auto& run : runs) {
        const auto before = earlier.find(run.standing.revision.run_id);
        if (before == earlier.end() || before->second != run.standing.revision.revision)
            found.changed.push_back(std::move(run.run));
        found.runs.push_back(std::move(run.standing));
    }
    return found;
}

Status JoinedOverview::read_part(std::size_t part, const OverviewRequest& request, const JobContext& job) {
    auto& known = known_[part];
    OverviewRequest own{.version = request.version ? known.version : std::nullopt,
                        .rules = known.rules,
                        .columns = request.columns};
    for (const auto& [id, run] : known.runs)
        own.runs.push_back(run.standing.revision);
    auto found = parts_.vault(part).queries().overview(own, job);
    if (!found.ok()) {
        if (found.error().code == ErrorCode::cancelled) return std::move(found).error();
        known.failure = std::move(found).error();
        return {};
    }
    known.failure.reset();
    known.read = unix_seconds();
    if (found->is_unchanged) return {};
    take(known, std::move(*found));
    std::map<std::string, std::string> names;
    for (const auto& [id, run] : known.runs)
        names.emplace(id, run.run.info.row.name);
    parts_.set_runs(part, std::move(names));
    return {};
}

void JoinedOverview::take(KnownPart& known, VaultOverview found) {
    known.version = found.version;
    known.rules = std::move(found.rules);
    known.disk = found.disk;
    for (auto& run : found.changed)
        known.runs[run.info.row.id].run = std::move(run);
    std::map<std::string, KnownRun> runs;
    for (auto& standing : found.runs) {
        auto& run = runs[standing.revision.run_id];
        run = std::move(known.runs[standing.revision.run_id]);
        run.run.info.state = standing.state;
        run.standing = std::move(standing);
    }
    known.runs = std::move(runs);
}

std::uint64_t JoinedOverview::joined_version() const {
    std::uint64_t sum = known_.size();
    for (const auto& part : known_)
        sum = mixed(mixed(sum, part.version.value_or(0)), part.failure ? 1 : 0);
    return sum;
}

Result<std::uint64_t> JoinedOverview::version() {
    std::uint64_t sum = parts_.size();
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        const auto own = parts_.vault(part).queries().version();
        const std::scoped_lock lock(mutex_);
        const auto last = known_[part].version.value_or(0);
        sum = mixed(mixed(sum, own.ok() ? *own : last), own.ok() ? 0 : 1);
    }
    return sum;
}

}  // namespace stepvault
