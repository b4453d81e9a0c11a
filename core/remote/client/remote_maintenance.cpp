#include "remote/client/remote_maintenance.h"

#include "remote/client/remote_call.h"

namespace stepvault {

Status RemoteMaintenance::choose_scheme(const std::string& run, const SchemeChoice& choice) {
    return call<&Maintenance::choose_scheme>(link_, run, choice);
}

Result<RecodeReport> RemoteMaintenance::recode(const RecodeRequest& request, const JobContext& job) {
    return call<&Maintenance::recode>(link_, request, job);
}

Status RemoteMaintenance::pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) {
    return call<&Maintenance::pin>(link_, run_id, checkpoint_id, pinned);
}

Status RemoteMaintenance::rename(const std::string& run, const std::string& name) {
    return call<&Maintenance::rename>(link_, run, name);
}

Status RemoteMaintenance::change_labels(const std::string& run, const LabelChange& change) {
    return call<&Maintenance::change_labels>(link_, run, change);
}

Result<RetentionRules> RemoteMaintenance::retention_rules() {
    return call<&Maintenance::retention_rules>(link_);
}

Status RemoteMaintenance::set_retention_rules(const RetentionRules& rules) {
    return call<&Maintenance::set_retention_rules>(link_, rules);
}

Result<PrunePlan> RemoteMaintenance::plan_prune(const std::string& run, const RetentionRules& rules) {
    return call<&Maintenance::plan_prune>(link_, run, rules);
}

Result<PrunePlan> RemoteMaintenance::plan_weights_only(const std::string& run,
                                                       const std::optional<RetentionRules>& rules,
                                                       const JobContext& job) {
    return call<&Maintenance::plan_weights_only>(link_, run, rules, job);
}

Result<PruneReport> RemoteMaintenance::prune(const PrunePlan& plan, Removal removal, const JobContext& job) {
    return call<&Maintenance::prune>(link_, plan, removal, job);
}

Result<FreePlan> RemoteMaintenance::plan_freeing(const std::string& run, const RetentionRules& rules,
                                                 double most_error) {
    return call<&Maintenance::plan_freeing>(link_, run, rules, most_error);
}

Result<FreeReport> RemoteMaintenance::free_originals(const FreePlan& plan, const JobContext& job) {
    return call<&Maintenance::free_originals>(link_, plan, job);
}

Result<std::vector<TrashEntry>> RemoteMaintenance::trash() {
    return call<&Maintenance::trash>(link_);
}

Result<TrashRestore> RemoteMaintenance::restore_trash(const std::string& entry, const JobContext& job,
                                                      const std::optional<std::filesystem::path>& into) {
    return call<&Maintenance::restore_trash>(link_, entry, job, into);
}

Status RemoteMaintenance::purge_trash(const std::string& entry, const JobContext& job) {
    return call<&Maintenance::purge_trash>(link_, entry, job);
}

PurgeSeveralReport RemoteMaintenance::purge_several(const std::vector<std::string>& entries,
                                                    const JobContext& job) {
    auto report = call<&Maintenance::purge_several>(link_, entries, job);
    return report ? *report : PurgeSeveralReport{.problems = {report.error()}};
}

Result<VerifyReport> RemoteMaintenance::verify(const JobContext& job) {
    return call<&Maintenance::verify>(link_, job);
}

Result<OriginalsReport> RemoteMaintenance::compare_originals(const JobContext& job) {
    return call<&Maintenance::compare_originals>(link_, job);
}

Result<RepairReport> RemoteMaintenance::repair(const RepairRequest& request, const JobContext& job) {
    return call<&Maintenance::repair>(link_, request, job);
}

Result<std::optional<double>> RemoteMaintenance::parity() {
    return call<&Maintenance::parity>(link_);
}

Result<std::vector<Error>> RemoteMaintenance::set_parity(std::optional<double> percent,
                                                         const JobContext& job) {
    return call<&Maintenance::set_parity>(link_, percent, job);
}

Result<std::vector<Error>> RemoteMaintenance::reindex(const JobContext& job, Reindex extent) {
    return call<&Maintenance::reindex>(link_, job, extent);
}

}  // namespace stepvault
