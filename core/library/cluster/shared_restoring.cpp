#include <algorithm>
#include <functional>

#include "library/cluster/shared_vault.h"
#include "library/restore/step_restoring.h"
#include "library/services/vault_parts.h"
#include "vault/format/step_meta.h"

namespace stepvault {

namespace {

/// True if an older step may still be complete. not_found: a save was killed before it wrote anything.
bool leaves_older_ones(const Error& error) {
    return error.code == ErrorCode::corrupt || error.code == ErrorCode::not_found;
}

}  // namespace

Status SharedVault::take_step(const std::string& run_id, const std::string& id, ByteView step_file) {
    STEPVAULT_ASSIGN(lease, vault_->parts().leases.acquire(run_id));
    STEPVAULT_TRY(lease->access()->take_step(id, step_file));
    return lease->reconcile();
}

Result<RebuildReport> SharedVault::rebuild(const std::string& run) {
    if (!levels_) return Error{ErrorCode::invalid_argument, "rebuilding needs a node folder"};
    STEPVAULT_ASSIGN(run_id, need(run));
    RebuildReport report;
    STEPVAULT_ASSIGN(kept, steps_of(run_id));
    for (const auto& step : kept) {
        if (step.level == 4) report.newest_in_vault = step.id;
    }
    STEPVAULT_ASSIGN(steps, levels_->steps(run_id));
    for (auto id = steps.rbegin(); id != steps.rend() && is_older_id(report.newest_in_vault, *id); ++id) {
        const auto take = [&]() -> Status {
            STEPVAULT_ASSIGN(bytes, levels_->rebuild(run_id, *id));
            return all_reduce_status(communicator_, leads() ? take_step(run_id, *id, bytes) : Status());
        };
        const auto taken = take();
        if (taken) {
            report.id = *id;
            return report;
        }
        if (!leaves_older_ones(taken.error())) return taken.error();
        report.passed_over.push_back(taken.error().message);
    }
    return report;
}

Result<RestoreReport> SharedVault::write(const RestoreRequest& request, const JobContext& job) {
    if (request.output.empty()) return RestoreReport();
    if (leads()) return vault_->restorer().restore(request, job);
    STEPVAULT_ASSIGN(vault, Vault::open(folder_, false));
    ThreadPool pool(threads_);
    return restore_step(vault, request, pool, job);
}

Result<SharedRestoreReport> SharedVault::restore(const RestoreRequest& request, const JobContext& job) {
    SharedRestoreReport report;
    if (levels_) {
        STEPVAULT_ASSIGN(rebuilt, rebuild(request.run));
        report.rebuilt = std::move(rebuilt);
    }
    auto own = request;
    if (!own.step && own.checkpoint_id.empty()) {
        STEPVAULT_ASSIGN(run_id, need(own.run));
        STEPVAULT_ASSIGN(steps, steps_of(run_id));
        for (const auto& step : steps) {
            if (step.level == 4) own.checkpoint_id = step.id;
        }
        if (own.checkpoint_id.empty())
            return Error{ErrorCode::not_found, "no checkpoint of run " + own.run + " is stored"};
    }
    auto written = write(own, job);
    STEPVAULT_TRY(all_reduce_status(communicator_, written ? Status() : written.error()));
    ByteWriter out;
    out.put_text(written->checkpoint_id);
    out.put_varint(written->bytes);
    STEPVAULT_ASSIGN(told, broadcast(communicator_, out.view()));
    report.restored = std::move(*written);
    if (report.restored.output.empty()) {
        ByteReader in(told);
        report.restored.checkpoint_id = in.get_text();
        report.restored.bytes = in.get_varint();
    }
    return report;
}

}  // namespace stepvault
