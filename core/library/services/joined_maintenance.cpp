#include "library/services/joined_maintenance.h"

namespace stepvault {

Status JoinedMaintenance::choose_scheme(const std::string& run, const SchemeChoice& choice) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().choose_scheme(place.run_id, choice);
}

Result<RecodeReport> JoinedMaintenance::recode(const RecodeRequest& request, const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(request.run));
    auto own = request;
    own.run = place.run_id;
    return place.vault->maintenance().recode(own, job);
}

Status JoinedMaintenance::pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->maintenance().pin(place.run_id, checkpoint_id, pinned);
}

Status JoinedMaintenance::rename(const std::string& run, const std::string& name) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().rename(place.run_id, name);
}

Status JoinedMaintenance::change_labels(const std::string& run, const LabelChange& change) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().change_labels(place.run_id, change);
}

Result<PrunePlan> JoinedMaintenance::plan_prune(const std::string& run, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().plan_prune(place.run_id, rules);
}

Result<PrunePlan> JoinedMaintenance::plan_weights_only(const std::string& run,
                                                       const std::optional<RetentionRules>& rules,
                                                       const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().plan_weights_only(place.run_id, rules, job);
}

Result<PruneReport> JoinedMaintenance::prune(const PrunePlan& plan, Removal removal, const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(plan.run_id));
    return place.vault->maintenance().prune(plan, removal, job);
}

Result<FreePlan> JoinedMaintenance::plan_freeing(const std::string& run, const RetentionRules& rules,
                                                 double most_error) {
    STEPVAULT_ASSIGN(place, parts_.find(run));
    return place.vault->maintenance().plan_freeing(place.run_id, rules, most_error);
}

Result<FreeReport> JoinedMaintenance::free_originals(const FreePlan& plan, const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(plan.run_id));
    return place.vault->maintenance().free_originals(plan, job);
}

Result<RetentionRules> JoinedMaintenance::retention_rules() {
    return primary().retention_rules();
}

Status JoinedMaintenance::set_retention_rules(const RetentionRules& rules) {
    return primary().set_retention_rules(rules);
}

Result<std::vector<TrashEntry>> JoinedMaintenance::trash() {
    return primary().trash();
}

Result<TrashRestore> JoinedMaintenance::restore_trash(const std::string& entry, const JobContext& job,
                                                      const std::optional<std::filesystem::path>& into) {
    return primary().restore_trash(entry, job, into);
}

Status JoinedMaintenance::purge_trash(const std::string& entry, const JobContext& job) {
    return primary().purge_trash(entry, job);
}

PurgeSeveralReport JoinedMaintenance::purge_several(const std::vector<std::string>& entries,
                                                    const JobContext& job) {
    return primary().purge_several(entries, job);
}

Result<VerifyReport> JoinedMaintenance::verify(const JobContext& job) {
    return primary().verify(job);
}

Result<OriginalsReport> JoinedMaintenance::compare_originals(const JobContext& job) {
    return primary().compare_originals(job);
}

Result<RepairReport> JoinedMaintenance::repair(const RepairRequest& request, const JobContext& job) {
    return primary().repair(request, job);
}

Result<std::optional<double>> JoinedMaintenance::parity() {
    return primary().parity();
}

Result<std::vector<Error>> JoinedMaintenance::set_parity(std::optional<double> percent,
                                                         const JobContext& job) {
    return primary().set_parity(percent, job);
}

Result<std::vector<Error>> JoinedMaintenance::reindex(const JobContext& job, Reindex extent) {
    return primary().reindex(job, extent);
}

}  // namespace stepvault
