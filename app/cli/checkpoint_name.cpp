#include "checkpoint_name.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>

#include "vault/records/step_choice.h"

namespace stepvault::cli {

bool names_stored_checkpoint(const std::string& argument) {
    std::error_code ec;
    return argument.find('@') != std::string::npos && !std::filesystem::exists(argument, ec);
}

Result<CheckpointRow> find_named_checkpoint(Queries& queries, const std::string& argument) {
    const auto at = argument.rfind('@');
    const auto place = argument.substr(at + 1);
    STEPVAULT_ASSIGN(run, queries.run(argument.substr(0, at)));
    std::int64_t step = 0;
    const auto* end = place.data() + place.size();
    const auto [rest, error] = std::from_chars(place.data(), end, step);
    if (error == std::errc() && rest == end) return queries.find_checkpoint(run.row.id, step);
    STEPVAULT_ASSIGN(rows, queries.checkpoints(run.row.id));
    const auto row = std::ranges::find(rows, place, &CheckpointRow::id);
    if (row != rows.end()) return *row;
    return Error{ErrorCode::not_found, unknown_checkpoint(place, run.row.name).message +
                                           "; `stepvault list --run " + run.row.name +
                                           "` lists its steps and ids"};
}

}  // namespace stepvault::cli
