#pragma once

#include <tuple>

#include "library/services/queries.h"
#include "remote/wire/catalog_fields.h"

namespace stepvault::wire {

template <>
struct Fields<ObjectLine> {
    using T = ObjectLine;
    static constexpr auto list = std::tuple(&T::depth, &T::key, &T::text, &T::kind, &T::digest);
};
template <>
struct Fields<FileReport> {
    using T = FileReport;
    static constexpr auto list = std::tuple(&T::path, &T::format, &T::note, &T::objects, &T::globals);
};
template <>
struct Fields<ChainStep> {
    using T = ChainStep;
    static constexpr auto list = std::tuple(&T::id, &T::step, &T::scheme, &T::parent, &T::key, &T::key_level,
                                            &T::squashed, &T::is_shared_base);
};
template <>
struct Fields<SharedBaseReport> {
    using T = SharedBaseReport;
    static constexpr auto list = std::tuple(&T::file, &T::runs);
};
template <>
struct Fields<ChecklistItem> {
    using T = ChecklistItem;
    static constexpr auto list = std::tuple(&T::name, &T::present, &T::detail);
};
template <>
struct Fields<CheckpointReport> {
    using T = CheckpointReport;
    static constexpr auto list =
        std::tuple(&T::tensors, &T::norms, &T::stored_bytes, &T::stored_by_role, &T::stored_rest, &T::chain,
                   &T::shared_base, &T::files, &T::checklist);
};
template <>
struct Fields<CheckpointPlace> {
    using T = CheckpointPlace;
    static constexpr auto list = std::tuple(&T::run_id, &T::checkpoint_id, &T::path);
};
template <>
struct Fields<DifferenceFigures> {
    using T = DifferenceFigures;
    static constexpr auto list =
        std::tuple(&T::elements, &T::differing, &T::norm_a, &T::norm_b, &T::change, &T::relative, &T::cosine,
                   &T::max_abs, &T::not_finite_a, &T::not_finite_b);
};
template <>
struct Fields<TensorDifference> {
    using T = TensorDifference;
    static constexpr auto list = std::tuple(&T::file, &T::name, &T::role, &T::state, &T::dtype_a, &T::dtype_b,
                                            &T::shape_a, &T::shape_b, &T::is_float, &T::is_tied, &T::figures);
};
template <>
struct Fields<RoleDifference> {
    using T = RoleDifference;
    static constexpr auto list = std::tuple(&T::tensors, &T::changed, &T::figures);
};
template <>
struct Fields<ComparedCheckpoint> {
    using T = ComparedCheckpoint;
    static constexpr auto list =
        std::tuple(&T::run, &T::id, &T::path, &T::step, &T::scheme, &T::relative_error, &T::weights_only);
};
template <>
struct Fields<ObjectDifference> {
    using T = ObjectDifference;
    static constexpr auto list = std::tuple(&T::file, &T::path, &T::a, &T::b);
};
template <>
struct Fields<CheckpointDifference> {
    using T = CheckpointDifference;
    static constexpr auto list = std::tuple(&T::a, &T::b, &T::tensors, &T::roles, &T::all, &T::objects);
};
template <>
struct Fields<TensorError> {
    using T = TensorError;
    static constexpr auto list = std::tuple(&T::name, &T::role, &T::relative_error, &T::changed);
};
template <>
struct Fields<BucketKey> {
    using T = BucketKey;
    static constexpr auto list = std::tuple(&T::negative, &T::exponent);
};
template <>
struct Fields<BucketFigures> {
    using T = BucketFigures;
    static constexpr auto list = std::tuple(&T::count, &T::sum, &T::sum_squares, &T::min, &T::max);
};
template <>
struct Fields<BucketStatistics> {
    using T = BucketStatistics;
    static constexpr auto list = std::tuple(&T::buckets, &T::zeros, &T::escapes);
};
template <>
struct Fields<PayloadFigures> {
    using T = PayloadFigures;
    static constexpr auto list = std::tuple(&T::relative_error, &T::max_abs_error, &T::lag);
};
template <>
struct Fields<StudySource> {
    using T = StudySource;
    static constexpr auto list = std::tuple(&T::name, &T::meta, &T::layout, &T::stored_bytes, &T::coded_bytes,
                                            &T::statistics, &T::figures, &T::exact_share);
};
template <>
struct Last<Role> {
    static constexpr auto value = Role::other;
};
template <>
struct Last<ObjectKind> {
    static constexpr auto value = ObjectKind::omission;
};
template <>
struct Last<DType> {
    static constexpr auto value = DType::unsigned_dynamic8;
};
template <>
struct Last<TensorChange> {
    static constexpr auto value = TensorChange::not_compared;
};

template <>
struct Fields<RecodedSource> {
    using T = RecodedSource;
    static constexpr auto list = std::tuple(&T::study, &T::rows);
};

}  // namespace stepvault::wire
