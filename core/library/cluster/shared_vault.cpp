#include "library/cluster/shared_vault.h"

#include <algorithm>
#include <cmath>

#include "library/summary/run_info.h"
#include "vault/format/step_meta.h"

namespace stepvault {

Result<std::unique_ptr<SharedVault>> SharedVault::open(Communicator& communicator,
                                                       const std::filesystem::path& vault,
                                                       LocalVault::Mode mode, const Backends& backends,
                                                       unsigned threads, std::optional<NodeFolders> folders) {
    std::unique_ptr<SharedVault> shared(new SharedVault(communicator, vault, threads));
    const auto open = [&]() -> Status {
        if (!shared->leads()) return {};
        STEPVAULT_ASSIGN(library, LocalVault::open(vault, mode, backends, threads));
        shared->vault_ = std::move(library);
        return {};
    };
    STEPVAULT_TRY(all_reduce_status(communicator, open()));
    if (folders) shared->levels_.emplace(communicator, std::move(*folders));
    return shared;
}

Result<std::string> SharedVault::find(const std::string& run) {
    std::string id;
    const auto ask = [&]() -> Status {
        if (!leads()) return {};
        const auto known = vault_->queries().run(run);
        if (known) id = known->row.id;
        return known || known.error().code == ErrorCode::not_found ? Status() : known.error();
    };
    STEPVAULT_TRY(all_reduce_status(communicator_, ask()));
    STEPVAULT_ASSIGN(told, broadcast(communicator_, as_view(id)));
    return std::string(as_text(told));
}

Result<std::string> SharedVault::need(const std::string& run) {
    STEPVAULT_ASSIGN(id, find(run));
    if (id.empty()) return unknown_run(run);
    return std::move(id);
}

Result<std::vector<SharedStep>> SharedVault::steps(const std::string& run) {
    STEPVAULT_ASSIGN(run_id, need(run));
    return steps_of(run_id);
}

Result<std::vector<SharedStep>> SharedVault::steps_of(const std::string& run_id) {
    ByteWriter out;
    const auto list = [&]() -> Status {
        if (!leads()) return {};
        STEPVAULT_ASSIGN(rows, vault_->queries().checkpoints(run_id));
        for (const auto& row : rows) {
            out.put_text(row.id);
            out.put(row.step);
            out.put(static_cast<std::int64_t>(std::llround(row.filed * 1e9)));
        }
        return {};
    };
    STEPVAULT_TRY(all_reduce_status(communicator_, list()));
    STEPVAULT_ASSIGN(told, broadcast(communicator_, out.view()));
    std::vector<SharedStep> steps;
    ByteReader in(told);
    while (in.left() > 0) {
        SharedStep step;
        step.id = in.get_text();
        step.step = in.get<std::int64_t>();
        step.saved_ns = in.get<std::int64_t>();
        if (!in.ok()) return unreadable_message();
        steps.push_back(std::move(step));
    }
    if (levels_) {
        STEPVAULT_ASSIGN(saves, levels_->saves(run_id));
        for (const auto& save : saves) {
            if (std::ranges::find(steps, save.step_id, &SharedStep::id) != steps.end()) continue;
            steps.push_back({save.step_id, step_of_id(save.step_id).value_or(0), save.level, save.saved_ns});
        }
    }
    std::ranges::sort(steps, is_older_id, &SharedStep::id);
    return steps;
}

Result<std::vector<std::string>> SharedVault::damage(const std::string& run, const JobContext& job) {
    ByteWriter out;
    const auto look = [&]() -> Status {
        if (!leads()) return {};
        STEPVAULT_ASSIGN(report, vault_->maintenance().verify(job));
        for (const auto& d : report.damage)
            out.put_text("vault: " + d.what);
        return {};
    };
    STEPVAULT_TRY(all_reduce_status(communicator_, look()));
    STEPVAULT_ASSIGN(told, broadcast(communicator_, out.view()));
    std::vector<std::string> lines;
    ByteReader in(told);
    while (in.ok() && in.left() > 0)
        lines.push_back(in.get_text());
    STEPVAULT_ASSIGN(run_id, need(run));
    if (levels_) {
        STEPVAULT_ASSIGN(on_nodes, levels_->damage(run_id));
        lines.insert(lines.end(), on_nodes.begin(), on_nodes.end());
    }
    return lines;
}

}  // namespace stepvault
