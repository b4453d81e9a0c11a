// The paths of the files that copies may have, and the chains among them.
#include <charconv>
#include <map>

#include "base/text.h"
#include "base/uuid.h"
#include "remote/copy/copy_manifest.h"
#include "vault/chain/shared_base.h"
#include "vault/format/step_meta.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

constexpr std::string_view step_suffix = ".svstep";
constexpr std::string_view parity_suffix = ".svparity";

/// The "x" of "<before>x<after>"; empty for another text.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
    if (text.size() < before.size() + after.size() || !text.starts_with(before) || !text.ends_with(after))
        return {};
    return text.substr(before.size(), text.size() - before.size() - after.size());
}

}  // namespace

std::optional<std::uint64_t> shared_base_digest(std::string_view path) {
    const auto digits = between(path, "bases/", step_suffix);
    std::uint64_t digest = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), digest, 16);
    if (digits.empty() || failed != std::errc() || end != digits.data() + digits.size() ||
        hex_digits(digest) != digits)
        return {};
    return digest;
}

bool is_copied_path(std::string_view path, std::string_view run_id) {
    if (!is_uuid(run_id)) return false;
    if (shared_base_digest(path)) return true;
    const auto folder = "runs/" + std::string(run_id) + "/";
    if (!path.starts_with(folder)) return false;
    path.remove_prefix(folder.size());
    constexpr std::array<std::string_view, 4> records{"run.json", "params.json", "removed.json",
                                                      "metrics.svlog"};
    return is_one_of(path, records) || is_checkpoint_id(between(path, "steps/", step_suffix)) ||
           is_checkpoint_id(between(path, "parity/", parity_suffix));
}

std::string CopyManifest::checkpoint_of(const CopiedFile& file) {
    if (!file.step) return {};
    const auto name = base_name(file.path);
    return std::string(name.substr(0, name.size() - step_suffix.size()));
}

Status check_chains(const std::vector<CopiedFile>& files, const std::string& run_id) {
    std::map<std::string, const CopiedStep*> steps;
    std::map<std::uint64_t, const CopiedFile*> bases;
    for (const auto& file : files) {
        if (file.step) steps.emplace(CopyManifest::checkpoint_of(file), &*file.step);
        if (const auto digest = shared_base_digest(file.path)) bases.emplace(*digest, &file);
    }
    const auto broken = [&](const std::string& id, const std::string& why) {
        return Error{ErrorCode::corrupt, "checkpoint " + id + " of run " + run_id + " " + why};
    };
    for (const auto& [id, step] : steps) {
        if (step->parent.empty()) {
            if (step->parent_digest != 0 && !bases.contains(step->parent_digest))
                return broken(id, "lacks its shared base " + hex_digits(step->parent_digest));
            continue;
        }
        const auto parent = steps.find(step->parent);
        if (parent == steps.end()) return broken(id, "lacks " + step->parent + ", which it builds on");
        if (parent->second->digest != step->parent_digest)
            return broken(id, "was coded against another version of " + step->parent);
    }
    // A chain that never ends would have as many different steps as there are.
    std::map<std::string, bool> is_grounded;
    for (const auto& [id, step] : steps) {
        std::vector<std::string> way;
        for (auto at = id; !at.empty() && !is_grounded.contains(at); at = steps.at(at)->parent) {
            way.push_back(at);
            if (way.size() > steps.size()) return broken(id, "builds on itself");
        }
        for (const auto& passed : way)
            is_grounded.emplace(passed, true);
    }
    return {};
}

}  // namespace stepvault
