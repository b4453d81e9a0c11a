#include "vault/step_choice.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "vault/step_file.h"

namespace stepvault {

namespace {

std::string pattern_of(const std::string& source) {
    std::string pattern;
    std::copy_if(source.begin(), source.end(), std::back_inserter(pattern), [](char c) { return c < '0' || c > '9'; });
    return pattern;
}

}  // namespace

Result<std::string> choose_checkpoint(const std::vector<StepName>& names, std::int64_t step) {
    std::map<std::string, std::size_t> sizes;
    for (const auto& n : names) ++sizes[pattern_of(n.source)];
    const StepName* best = nullptr;
    for (const auto& n : names) {
        if (n.step != step) continue;
        const auto rank = [&](const StepName& s) { return std::pair(sizes[pattern_of(s.source)], s.filed); };
        if (best == nullptr || rank(n) > rank(*best)) best = &n;
    }
    if (best != nullptr) return best->id;
    if (names.empty()) return Error{ErrorCode::not_found, "there is no step " + std::to_string(step) + "; nothing is stored of this run"};
    const auto [least, most] = std::minmax_element(names.begin(), names.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
    return Error{ErrorCode::not_found, "there is no step " + std::to_string(step) + "; stored are " + std::to_string(names.size()) +
                                           " checkpoints from step " + std::to_string(least->step) + " to " + std::to_string(most->step)};
}

Result<std::vector<StepName>> list_step_names(const std::filesystem::path& steps_folder) {
    std::vector<StepName> names;
    std::error_code ec;
    for (std::filesystem::directory_iterator it(steps_folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().extension() != ".svstep") continue;
        auto meta = read_step_meta(it->path());
        if (meta) names.push_back({meta->id, meta->step, meta->source, static_cast<double>(meta->sequence)});
    }
    if (ec) return system_error(ec.value(), "list", steps_folder.native());
    return names;
}

}  // namespace stepvault
