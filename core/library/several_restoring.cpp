#include "library/several_restoring.h"

#include <utility>

#include "library/run_info.h"
#include "library/step_restoring.h"
#include "vault/restore_target.h"

namespace stepvault {

namespace {

/// Tells of one restore after another as of one.
class SumOfSteps : public ProgressSink {
 public:
    SumOfSteps(std::uint64_t total, const JobContext& job) : total_(total), job_(job) {}
    void next(std::uint64_t bytes) {
        before_ += current_;
        current_ = bytes;
    }
    void on_progress(const Progress& progress) override {
        const auto share = progress.total == 0
                               ? 0.0
                               : static_cast<double>(progress.done) / static_cast<double>(progress.total);
        job_.report({.done = before_ + static_cast<std::uint64_t>(share * static_cast<double>(current_)),
                     .total = total_,
                     .item = progress.item});
    }

 private:
    std::uint64_t total_;
    std::uint64_t before_ = 0;
    std::uint64_t current_ = 0;
    const JobContext& job_;
};

Status restore_all(const Vault& vault, const RestoreSeveralRequest& request, ThreadPool& pool,
                   const JobContext& job, std::vector<RestoreReport>& restored) {
    STEPVAULT_ASSIGN(run, find_run(vault, request.run));
    std::vector<std::uint64_t> bytes;
    std::uint64_t total = 0;
    for (const auto& id : request.checkpoint_ids) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(proposal, propose_restore(vault, run.id, id, request.extent, request.folder));
        bytes.push_back(proposal.bytes);
        total += proposal.bytes;
    }
    STEPVAULT_TRY(check_space(request.folder, total));
    SumOfSteps sum(total, job);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        sum.next(bytes[i]);
        // Only now is it known which names are free.
        STEPVAULT_ASSIGN(proposal, propose_restore(vault, run.id, request.checkpoint_ids[i], request.extent,
                                                   request.folder));
        RestoreRequest one;
        one.run = run.id;
        one.checkpoint_id = request.checkpoint_ids[i];
        one.output = proposal.output;
        one.extent = request.extent;
        STEPVAULT_ASSIGN(report, restore_step(vault, one, pool, {.stop = job.stop, .sink = &sum}));
        restored.push_back(std::move(report));
    }
    return {};
}

}  // namespace

RestoreSeveralReport restore_several(const Vault& vault, const RestoreSeveralRequest& request,
                                     ThreadPool& pool, const JobContext& job) {
    RestoreSeveralReport report;
    const auto status = restore_all(vault, request, pool, job, report.restored);
    if (!status) report.ended = status.error();
    return report;
}

}  // namespace stepvault
