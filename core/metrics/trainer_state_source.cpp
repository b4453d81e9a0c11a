#include "metrics/trainer_state_source.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "metrics/trainer_state.h"

namespace stepvault {

namespace {

/// NaN equals NaN here.
bool same_point(const MetricPoint& a, const MetricPoint& b) {
    return a.step == b.step &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value) && a.tag == b.tag;
}

}  // namespace

Result<std::vector<MetricPoint>> TrainerStateSource::poll() {
    restarted_ = false;
    STEPVAULT_ASSIGN(identity, file_identity(path_));
    if (read_ == identity) return std::vector<MetricPoint>();
    auto bytes = read_file(path_, largest_trainer_state);
    // The writer truncated the file between the query of its size and the read.
    if (!bytes.ok() && bytes.error().code == ErrorCode::changed) return std::vector<MetricPoint>();
    if (!bytes.ok()) return bytes.error();
    auto state = parse_trainer_state(as_text(*bytes));
    if (!state) return std::vector<MetricPoint>();

    auto& now = state->history;
    restarted_ = now.size() < history_.size() ||
                 !std::equal(history_.begin(), history_.end(), now.begin(), same_point);
    std::vector<MetricPoint> fresh(now.begin() + (restarted_ ? 0 : std::ssize(history_)), now.end());
    history_ = std::move(now);
    const bool plans_as_before = state->max_steps == std::exchange(max_steps_, state->max_steps);
    if (state->max_steps.value_or(0) > 0 && (restarted_ || !plans_as_before)) {
        fresh.insert(fresh.begin(), {"max_steps", 0, 0, static_cast<double>(*state->max_steps)});
    }
    read_ = identity;
    return fresh;
}

}  // namespace stepvault
