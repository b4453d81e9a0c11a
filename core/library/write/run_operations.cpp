#include "library/write/run_operations.h"

#include "library/catalog/catalog_rows.h"
#include "metrics/metric_fields.h"
#include "vault/records/stored_run.h"
#include "vault/run/ingest_job.h"

namespace stepvault {

namespace {

/// The catalog and the parity of a run.
class LeaseIndex : public StepIndex {
 public:
    LeaseIndex(RunLease& lease, const RunLease::Access& run, const JobContext& job)
        : lease_(lease), run_(run), job_(job) {}
    void add(const StepFile& step) override { lease_.put_step(run_, step, job_); }

 private:
    RunLease& lease_;
    const RunLease::Access& run_;
    const JobContext& job_;
};

std::optional<double> loss_at(const RunLease::Access& run, std::int64_t step) {
    auto& curves = run->metrics().curves();
    const auto tag = primary_loss_tag(curves.tags());
    return tag ? curves.value_at(*tag, step) : std::nullopt;
}

}  // namespace

Result<CheckpointRow> ingest(RunLease& lease, const OpenCheckpoint& checkpoint,
                             const std::optional<SchemeChoice>& choice, const SharedEncoding& shared,
                             const JobContext& job) {
    const auto run = lease.access();
    LeaseIndex index(lease, run, job);
    const auto scheme = choice.value_or(run->record().choice);
    STEPVAULT_ASSIGN(step, IngestJob(*run, checkpoint, scheme, shared, lease.pool(), job, &index)
                               .ingest(loss_at(run, checkpoint.step)));
    return checkpoint_row(step);
}

Result<std::string> ingest_in_pieces(RunLease& lease, const OpenCheckpoint& checkpoint,
                                     const std::optional<SchemeChoice>& choice, const SharedEncoding& shared,
                                     StepPiece& piece, const JobContext& job) {
    const auto run = lease.access();
    const auto scheme = choice.value_or(run->record().choice);
    return IngestJob(*run, checkpoint, scheme, shared, lease.pool(), job)
        .ingest_in_pieces(loss_at(run, checkpoint.step), piece);
}

std::int64_t step_reached(const RunLease& lease, const std::string& source) {
    const auto run = lease.access();
    if (const auto last = run->metrics().curves().last_step()) return *last;
    return 1 + run->times_filed(source);
}

Status set_scheme(RunLease& lease, const SchemeChoice& choice) {
    STEPVAULT_ASSIGN(run, lease.try_access());
    STEPVAULT_TRY(run->set_scheme(choice));
    return lease.put_record(run);
}

Status pin(RunLease& lease, const std::string& id, bool pinned) {
    STEPVAULT_ASSIGN(run, lease.try_access());
    STEPVAULT_TRY(run->pin(id, pinned));
    // The catalog has no column for it, but the change makes every view of the run read it again.
    (void)lease.put_record(run);
    return {};
}

Status set_place(RunLease& lease, const RunRecord& record) {
    const auto run = lease.access();
    const bool is_refreshed = run->refresh_record();
    STEPVAULT_ASSIGN(is_changed, run->set_place(record));
    if (is_refreshed || is_changed) (void)lease.put_record(run);
    return {};
}

Result<RecodeReport> recode(RunLease& lease, const RecodeRequest& request, const JobContext& job) {
    if (request.dry_run) {
        const auto snapshot = [&] {
            const auto run = lease.access();
            return StoredRun{run->folder(), run->record(), run->steps()};
        }();
        // Without the run, since it may take long, and new checkpoints are to be stored meanwhile.
        return preview_recode(snapshot, request.scheme, request.from, lease.pool(), job);
    }
    return lease.rewrite(job, [&](RunWriter& run) {
        return recode_run(run, request.scheme, request.from, lease.pool(), job);
    });
}

}  // namespace stepvault
