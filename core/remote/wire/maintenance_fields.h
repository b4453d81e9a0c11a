#pragma once

#include <tuple>

#include "library/services/maintenance.h"
#include "library/services/restorer.h"
#include "remote/fetch/file_source.h"
#include "remote/wire/catalog_fields.h"

namespace stepvault::wire {

template <>
struct Fields<RestoreRequest> {
    using T = RestoreRequest;
    static constexpr auto list =
        std::tuple(&T::run, &T::step, &T::checkpoint_id, &T::output, &T::into_run, &T::replace, &T::extent);
};
template <>
struct Fields<RestoreReport> {
    using T = RestoreReport;
    static constexpr auto list =
        std::tuple(&T::checkpoint_id, &T::output, &T::bytes, &T::files, &T::tensors, &T::snippet);
};
template <>
struct Fields<RestoreProposal> {
    using T = RestoreProposal;
    static constexpr auto list = std::tuple(&T::output, &T::bytes, &T::folder, &T::safetensors);
};
template <>
struct Fields<RestoreProposals> {
    using T = RestoreProposals;
    static constexpr auto list = std::tuple(&T::whole, &T::into_run, &T::weights);
};
template <>
struct Fields<RestoreSeveralRequest> {
    using T = RestoreSeveralRequest;
    static constexpr auto list = std::tuple(&T::run, &T::checkpoint_ids, &T::folder, &T::extent);
};
template <>
struct Fields<RestoreSeveralReport> {
    using T = RestoreSeveralReport;
    static constexpr auto list = std::tuple(&T::restored, &T::ended);
};
template <>
struct Fields<RecodeRequest> {
    using T = RecodeRequest;
    static constexpr auto list = std::tuple(&T::run, &T::scheme, &T::from, &T::dry_run);
};
template <>
struct Fields<RecodeReport> {
    using T = RecodeReport;
    static constexpr auto list =
        std::tuple(&T::checkpoints, &T::changed, &T::from_originals, &T::original_bytes, &T::stored_before,
                   &T::stored_after, &T::largest_error_before, &T::largest_error_after);
};
template <>
struct Fields<LabelChange> {
    using T = LabelChange;
    static constexpr auto list =
        std::tuple(&T::note, &T::add_tags, &T::remove_tags, &T::favourite, &T::archived);
};
template <>
struct Fields<RetentionItem> {
    using T = RetentionItem;
    static constexpr auto list =
        std::tuple(&T::id, &T::sequence, &T::step, &T::generation, &T::source, &T::parent, &T::saved,
                   &T::stored_bytes, &T::metric, &T::pinned, &T::awaited_by);
};
template <>
struct Fields<RetentionVerdict> {
    using T = RetentionVerdict;
    static constexpr auto list = std::tuple(&T::reason, &T::keeps, &T::figure);
};
template <>
struct Fields<RetentionDecision> {
    using T = RetentionDecision;
    static constexpr auto list = std::tuple(&T::item, &T::kept, &T::verdicts, &T::squashed_into);
};
template <>
struct Fields<PrunePlan> {
    using T = PrunePlan;
    static constexpr auto list =
        std::tuple(&T::run_id, &T::run, &T::rules, &T::decisions, &T::removed, &T::stored_bytes,
                   &T::held_bytes, &T::freed_at_least, &T::weights_only);
};
template <>
struct Fields<PruneReport> {
    using T = PruneReport;
    static constexpr auto list =
        std::tuple(&T::removed, &T::squashed, &T::stored_before, &T::stored_after, &T::trash_entry);
};
template <>
struct Fields<OriginalDecision> {
    using T = OriginalDecision;
    static constexpr auto list = std::tuple(&T::rule, &T::fate, &T::relative_error, &T::why);
};
template <>
struct Fields<FreePlan> {
    using T = FreePlan;
    static constexpr auto list = std::tuple(&T::run_id, &T::run, &T::folder, &T::rules, &T::most_error,
                                            &T::decisions, &T::freed, &T::freed_bytes);
};
template <>
struct Fields<FreeReport> {
    using T = FreeReport;
    static constexpr auto list =
        std::tuple(&T::freed, &T::bytes, &T::left, &T::damaged, &T::trash_entry, &T::ended);
};
template <>
struct Fields<TrashedOriginal> {
    using T = TrashedOriginal;
    static constexpr auto list = std::tuple(&T::number, &T::checkpoint_id, &T::path, &T::bytes, &T::hash);
};
template <>
struct Fields<TrashEntry> {
    using T = TrashEntry;
    static constexpr auto list =
        std::tuple(&T::id, &T::run_id, &T::steps, &T::originals, &T::originals_folder, &T::originals_mark,
                   &T::unreadable, &T::bytes);
};
template <>
struct Fields<TrashRestore> {
    using T = TrashRestore;
    static constexpr auto list = std::tuple(&T::steps, &T::originals, &T::folder, &T::left, &T::damaged);
};
template <>
struct Fields<PurgeSeveralReport> {
    using T = PurgeSeveralReport;
    static constexpr auto list = std::tuple(&T::purged, &T::bytes, &T::problems);
};
template <>
struct Fields<DamageReport> {
    using T = DamageReport;
    static constexpr auto list = std::tuple(&T::run, &T::checkpoint_id, &T::what);
};
template <>
struct Fields<VerifyReport> {
    using T = VerifyReport;
    static constexpr auto list =
        std::tuple(&T::checkpoints, &T::bytes, &T::quarantined, &T::damage, &T::unread);
};
template <>
struct Fields<OriginalsReport> {
    using T = OriginalsReport;
    static constexpr auto list = std::tuple(&T::compared, &T::gone, &T::bytes, &T::damage);
};
template <>
struct Fields<RepairRequest> {
    using T = RepairRequest;
    static constexpr auto list = std::tuple(&T::from);
};
template <>
struct Fields<RepairReport> {
    using T = RepairReport;
    static constexpr auto list = std::tuple(&T::repaired, &T::quarantined, &T::hindered, &T::after);
};
template <>
struct Last<RestoreExtent> {
    static constexpr auto value = RestoreExtent::weights;
};
template <>
struct Last<RetentionReason> {
    static constexpr auto value = RetentionReason::needed;
};
template <>
struct Last<OriginalFate> {
    static constexpr auto value = OriginalFate::not_alone;
};
template <>
struct Last<Maintenance::Removal> {
    static constexpr auto value = Maintenance::Removal::permanent;
};
template <>
struct Last<Reindex> {
    static constexpr auto value = Reindex::differences;
};

template <>
struct Fields<ContentName> {
    using T = ContentName;
    static constexpr auto list = std::tuple(&T::hash, &T::bytes);
};
template <>
struct Fields<FetchFile> {
    using T = FetchFile;
    static constexpr auto list = std::tuple(&T::path, &T::content);
};

}  // namespace stepvault::wire
