#include "vault/run/parity_keeping.h"

#include <cmath>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "vault/format/parity_file.h"
#include "vault/format/step_file.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr const char* setting = "parity";

}  // namespace

Result<std::optional<double>> kept_parity(const Vault& vault) {
    STEPVAULT_ASSIGN(text, vault.setting(setting));
    if (text.empty()) return std::optional<double>();
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const double percent = json.is_number() ? json.get<double>() : -1;
    if (json.is_null() || percent == 0) return std::optional<double>();
    if (!(percent > 0 && percent <= 100)) {
        return Error{ErrorCode::corrupt,
                     vault_file(vault.folder()).native() +
                         ": its parity is not a percentage; set it with `verify --parity`"};
    }
    return std::optional(percent);
}

Status set_kept_parity(const Vault& vault, std::optional<double> percent) {
    if (percent && !(*percent > 0 && *percent <= 100))
        return Error{ErrorCode::invalid_argument, "parity must be more than 0 and at most 100 percent"};
    return vault.set_setting(setting, nlohmann::json(percent.value_or(0)).dump());
}

Status keep_parity_of(const fs::path& run_folder, const std::string& id, std::optional<double> percent,
                      const JobContext& job) {
    if (!percent) return {};
    const auto step = step_path(steps_folder(run_folder), id);
    const auto parity = parity_path(run_folder, id);
    if (is_parity_of(parity, step, *percent)) return {};
    // If the step file is damaged, its old parity may be the only way to repair it.
    std::error_code ec;
    if (fs::exists(parity, ec)) {
        const auto file = StepFile::open(step);
        if (!file || !file->check_all([&](std::uint64_t) { return job.check(); })) return job.check();
    }
    STEPVAULT_TRY(make_folders(parity_folder(run_folder), FileAccess::of_folder));
    return write_parity(step, parity, *percent, job);
}

Status keep_parity(const fs::path& run_folder, std::optional<double> percent, ThreadPool& pool,
                   const JobContext& job) {
    std::error_code ec;
    if (!percent) {
        fs::remove_all(parity_folder(run_folder), ec);
        return ec ? Status(system_error(ec.value(), "remove", parity_folder(run_folder).native())) : Status();
    }
    Progress progress{.item = "parity"};
    STEPVAULT_ASSIGN(steps, list_step_files(steps_folder(run_folder)));
    for (const auto& step : steps)
        progress.total += fs::file_size(step, ec);
    std::mutex mutex;
    STEPVAULT_TRY(pool.for_each(steps.size(), [&](std::size_t i) -> Status {
        STEPVAULT_TRY(keep_parity_of(run_folder, steps[i].stem().native(), percent, job));
        std::error_code failed;
        const auto size = fs::file_size(steps[i], failed);
        const std::scoped_lock lock(mutex);
        progress.done += failed ? 0 : size;
        job.report(progress);
        return job.check();
    }));
    for (fs::directory_iterator it(parity_folder(run_folder), ec), end; !ec && it != end; it.increment(ec)) {
        const auto id = it->path().stem().native();
        std::error_code failed;
        if (fs::exists(step_path(steps_folder(run_folder), id), failed) ||
            fs::exists(step_path(quarantine_folder(run_folder), id), failed))
            continue;
        fs::remove(it->path(), failed);
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
        return system_error(ec.value(), "list", parity_folder(run_folder).native());
    return {};
}

std::uint64_t parity_bytes(const fs::path& run_folder) {
    std::uint64_t bytes = 0;
    std::error_code ec;
    for (fs::directory_iterator it(parity_folder(run_folder), ec), end; !ec && it != end; it.increment(ec)) {
        std::error_code failed;
        const auto size = it->file_size(failed);
        if (!failed) bytes += size;
    }
    return bytes;
}

}  // namespace stepvault
