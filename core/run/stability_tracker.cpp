#include "run/stability_tracker.h"

#include <algorithm>

namespace stepvault {

namespace {

constexpr std::chrono::minutes given_up_after{10};

StabilityTracker::Time newest_time(const Fingerprint& fingerprint) {
    std::int64_t newest = 0;
    for (const auto& f : fingerprint.files)
        newest = std::max({newest, f.modified_ns, f.changed_ns});
    return StabilityTracker::Time(std::chrono::nanoseconds(newest));
}

}  // namespace

Result<Fingerprint> fingerprint(const CheckpointCandidate& candidate) {
    Fingerprint result;
    result.files.reserve(candidate.files.size());
    for (const auto& name : candidate.files) {
        STEPVAULT_ASSIGN(identity, file_identity(candidate.path_of(name)));
        result.files.push_back(identity);
    }
    return result;
}

StabilityTracker::StabilityTracker(std::chrono::nanoseconds quiet) : quiet_(quiet) {}

StabilityTracker::State StabilityTracker::look(const std::string& key, const Fingerprint& fingerprint,
                                               Time now) {
    const auto [at, first_look] = seen_.try_emplace(key);
    Seen& seen = at->second;
    if (first_look) {
        const auto newest = newest_time(fingerprint);
        seen = {fingerprint, newest > now ? now : newest, false};
    } else if (seen.fingerprint != fingerprint || now < seen.since) {
        // Ignores the file's own times here: a copy that preserves times ends with old ones.
        seen = {fingerprint, now, false};
    }
    if (now - seen.since < quiet_) return State::settling;
    if (seen.told && now - seen.since >= given_up_after) return State::stuck;
    seen.told = true;
    return State::settled;
}

std::chrono::nanoseconds StabilityTracker::remaining(const std::string& key, Time now) const {
    const auto at = seen_.find(key);
    if (at == seen_.end()) return quiet_;
    const std::chrono::nanoseconds waited = now - at->second.since;
    return std::clamp(quiet_ - waited, std::chrono::nanoseconds(0), quiet_);
}

void StabilityTracker::forget(const std::string& key) {
    seen_.erase(key);
}

void StabilityTracker::keep_only(const std::set<std::string>& keys) {
    std::erase_if(seen_, [&](const auto& seen) { return !keys.contains(seen.first); });
}

}  // namespace stepvault
