#include "vault/rewrite/stripping.h"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "base/part_progress.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/weights_plan.h"
#include "vault/rewrite/rewriting_check.h"
#include "vault/rewrite/run_copy.h"
#include "vault/rewrite/step_stripping.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The chunks that a step may lose while its weights stay restorable, including those dropped before. No
/// further chunks if the checkpoint has no known tensor of a model, or if the steps squashed into it have
/// other tensors than the step itself.
Result<ChunkSet> droppable_chunks(const Chain& chain, const std::string& run) {
    auto droppable = dropped_chunks(chain.top());
    if (!lies_on_its_parent(chain)) return droppable;
    const auto plan = plan_weights(chain, run);
    if (!plan && plan.error().code == ErrorCode::unsupported) return droppable;
    if (!plan) return plan.error();
    const auto wanted = plan->restore.wanted_chunks(chain.top().layout());
    for (std::uint32_t s = 1; s < wanted.size(); ++s) {
        for (std::uint64_t c = 0; c < wanted[s].size(); ++c)
            droppable[s][c] = droppable[s][c] || !wanted[s][c];
    }
    return droppable;
}

class Stripping {
 public:
    Stripping(const StoredRun& run, std::set<std::string> ids, ThreadPool& pool, const JobContext& job)
        : run_(run),
          ids_(std::move(ids)),
          pool_(pool),
          progress_(job, run.record.name),
          job_(progress_.job()),
          steps_(steps_folder(run.folder)) {}

    Result<StripReport> make();
    [[nodiscard]] fs::path new_steps() const { return work_->steps(); }

 private:
    Status make_once();
    Status look_at(const StepMeta& meta);
    Status read_back(const Chain& before, const ChunkSet& dropped);
    [[nodiscard]] std::set<std::string> in_vain() const;
    [[nodiscard]] std::int64_t growth_of(const std::string& id) const;

    const StoredRun& run_;
    std::set<std::string> ids_;
    ThreadPool& pool_;
    PartProgress progress_;
    JobContext job_;
    fs::path steps_;
    std::optional<RunCopy> work_;
    std::set<std::string> changed_;                     ///< steps that restore to another state than before
    std::map<std::string, const StepMeta*> rewritten_;  ///< all steps that were rewritten, by id
    StripReport report_;
};

/// Nothing is replaced before the new file has been read back.
Status Stripping::read_back(const Chain& before, const ChunkSet& dropped) {
    const auto& id = before.top().meta().id;
    STEPVAULT_ASSIGN(chain, Chain::open(new_steps(), id));
    for (std::uint32_t s = 0; s < dropped.size(); ++s) {
        const auto& stream = chain.top().layout().streams[s];
        STEPVAULT_TRY(pool_.for_each(stream.chunks(), [&](std::size_t c) -> Status {
            STEPVAULT_TRY(job_.check());
            Bytes bytes(stream.chunk_bytes(c));
            STEPVAULT_TRY(chain.read_chunk(s, c, bytes));
            const auto was = before.top().stream(s).chunks[c].content_hash;
            if (dropped[s][c] || chain.top().stream(s).chunks[c].content_hash == was) return {};
            return Error{ErrorCode::corrupt, before.top().path().native() +
                                                 ": would not restore to the same bytes after the change"};
        }));
    }
    if (chain.top().state_digest() != before.top().state_digest()) changed_.insert(id);
    return {};
}

Status Stripping::look_at(const StepMeta& meta) {
    const bool is_on_changed = changed_.contains(meta.parent);
    if (!is_on_changed && !ids_.contains(meta.id)) return {};
    STEPVAULT_ASSIGN(chain, Chain::open(steps_, meta.id));
    auto dropped = dropped_chunks(chain.top());
    bool is_stripped = false;
    if (ids_.contains(meta.id)) {
        STEPVAULT_ASSIGN(droppable, droppable_chunks(chain, run_.record.name));
        is_stripped = droppable != dropped;
        dropped = std::move(droppable);
    }
    if (!is_stripped && !is_on_changed) return {};
    // Leave room for the run's next checkpoint, too.
    const auto most = is_stripped ? chain.top().size() : meta.original_bytes;
    STEPVAULT_TRY(check_space(work_->path(), most + run_.steps.back().original_bytes));
    STEPVAULT_ASSIGN(below, Chain::open_parent(new_steps(), meta));
    StepStripping stripping(chain, below.get(), dropped, work_->path(), pool_, job_);
    STEPVAULT_TRY(stripping.write(step_path(new_steps(), meta.id)));
    STEPVAULT_TRY(read_back(chain, dropped));
    if (is_stripped) report_.stripped.insert(meta.id);
    rewritten_[meta.id] = &meta;
    return {};
}

std::int64_t Stripping::growth_of(const std::string& id) const {
    std::error_code ec;
    const auto bytes = [&](const fs::path& steps) {
        const auto size = fs::file_size(step_path(steps, id), ec);
        return ec ? 0 : static_cast<std::int64_t>(size);
    };
    return bytes(new_steps()) - bytes(steps_);
}

/// The reduced steps that save nothing: either a step that keeps everything grew by at least as much as the
/// steps below it shrank, or all steps on the same lowest rewritten step together did not shrink.
std::set<std::string> Stripping::in_vain() const {
    struct Balance {
        std::int64_t growth = 0;
        std::set<std::string> stripped;
    };
    std::map<std::string, Balance> balances;  // by the lowest rewritten step, or by a step that keeps all
    for (const auto& [id, meta] : rewritten_) {
        const bool is_stripped = report_.stripped.contains(id);
        Balance own{growth_of(id), {}};
        auto lowest = id;
        for (auto at = rewritten_.find(meta->parent); at != rewritten_.end();
             at = rewritten_.find(at->second->parent)) {
            lowest = at->first;
            own.growth += growth_of(lowest);
            if (report_.stripped.contains(lowest)) own.stripped.insert(lowest);
        }
        if (!is_stripped && !meta->weights_only) balances["keeps " + id] = std::move(own);
        auto& all = balances[lowest];
        all.growth += growth_of(id);
        if (is_stripped) all.stripped.insert(id);
    }
    std::set<std::string> vain;
    for (auto& [id, balance] : balances) {
        if (balance.growth >= 0) vain.merge(balance.stripped);
    }
    return vain;
}

Status Stripping::make_once() {
    work_.emplace(run_.folder);
    STEPVAULT_TRY(work_->set_up(run_.record, run_.steps));
    work_->close();
    changed_.clear();
    rewritten_.clear();
    report_.stripped.clear();
    for (const auto& meta : run_.steps)
        progress_.expect(meta.original_bytes);
    for (const auto& meta : run_.steps) {
        STEPVAULT_TRY(job_.check());
        progress_.begin(meta.original_bytes);
        STEPVAULT_TRY(look_at(meta));
        progress_.end();
    }
    return job_.check();
}

Result<StripReport> Stripping::make() {
    for (const auto& id : ids_) {
        if (std::ranges::find(run_.steps, id, &StepMeta::id) == run_.steps.end())
            return unknown_checkpoint(id, run_.record.name);
    }
    for (;;) {
        STEPVAULT_TRY(make_once());
        auto vain = in_vain();
        if (vain.empty()) break;
        for (const auto& id : vain)
            ids_.erase(id);
        report_.needed.merge(vain);
    }
    report_.rewritten = rewritten_.size() - report_.stripped.size();
    report_.before = bytes_of_steps(steps_, run_.steps);
    report_.after = bytes_of_steps(new_steps(), run_.steps);
    return report_;
}

}  // namespace

Result<StripReport> preview_stripping(const StoredRun& run, const std::set<std::string>& ids,
                                      ThreadPool& pool, const JobContext& job) {
    return Stripping(run, ids, pool, job).make();
}

Result<StripReport> strip_to_weights(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                                     const JobContext& job) {
    STEPVAULT_TRY(check_rewritable(writer.folder(), writer.record().name));
    const StoredRun run{writer.folder(), writer.record(), writer.steps()};
    Stripping stripping(run, ids, pool, job);
    STEPVAULT_ASSIGN(report, stripping.make());
    if (!report.stripped.empty()) STEPVAULT_TRY(writer.exchange_steps(stripping.new_steps()));
    return report;
}

}  // namespace stepvault
