#include "library/study/checkpoint_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

#include "base/memory_budget.h"
#include "library/study/content_matching.h"
#include "library/study/element_comparison.h"
#include "vault/format/strided.h"

namespace stepvault {

namespace {

constexpr std::uint64_t piece_elements = std::uint64_t{1} << 16;
constexpr std::size_t pieces_per_thread = 2;
/// Enough for all plain values of a checkpoint; a limit against hostile ones.
constexpr TreeLimits all_values = {.depth = 64, .lines = 200'000, .items = 20'000, .text = 2'000};

/// The bytes of a tensor in its payload.
struct View {
    std::uint64_t begin = 0;
    std::uint64_t count = 0;   ///< elements
    std::uint64_t extent = 0;  ///< elements, gaps included
    std::uint32_t item = 1;
};

/// nullopt if the tensor is not within its payload, or if several of its elements share a place.
std::optional<View> view_of(const ContentTensor& tensor, std::uint64_t payload_bytes) {
    const auto extent = strided_extent(tensor.shape, tensor.stride);
    if (!extent) return {};
    View view{.extent = *extent, .item = item_size(tensor.dtype)};
    view.count = *extent == 0 ? 0 : 1;
    for (const auto n : tensor.shape) {
        if (__builtin_mul_overflow(view.count, n, &view.count)) return {};
    }
    std::uint64_t end = 0;
    if (view.count > view.extent || __builtin_mul_overflow(tensor.offset, view.item, &view.begin) ||
        __builtin_mul_overflow(view.extent, view.item, &end) ||
        __builtin_add_overflow(view.begin, end, &end) || end > payload_bytes)
        return {};
    return view;
}

std::optional<double> finite(double value) {
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

DifferenceFigures figures_of(const ElementSums& sums, std::uint64_t elements, bool is_float) {
    DifferenceFigures f{.elements = elements,
                        .differing = sums.differing,
                        .max_abs = finite(sums.max_abs),
                        .not_finite_a = sums.not_finite_a,
                        .not_finite_b = sums.not_finite_b};
    if (!is_float) return f;
    f.norm_a = finite(std::sqrt(sums.squares_a));
    f.norm_b = finite(std::sqrt(sums.squares_b));
    f.change = finite(std::sqrt(sums.change));
    if (!f.norm_a || !f.norm_b || !f.change) return f;
    if (*f.norm_a > 0)
        f.relative = finite(*f.change / *f.norm_a);
    else if (*f.change == 0)
        f.relative = 0;
    if (*f.norm_a > 0 && *f.norm_b > 0 && *f.change == 0)
        f.cosine = 1;
    else if (*f.norm_a > 0 && *f.norm_b > 0)
        f.cosine = std::clamp(sums.product / (*f.norm_a * *f.norm_b), -1.0, 1.0);
    return f;
}

/// The comparison of two checkpoints in the making.
class Comparing {
 public:
    Comparing(CheckpointContents& a, CheckpointContents& b, ThreadPool& pool, const JobContext& job)
        : a_(a), b_(b), pool_(pool), job_(job) {}

    Result<CheckpointDifference> run() {
        pair_tensors();
        STEPVAULT_TRY(compare_linear());
        STEPVAULT_TRY(compare_strided());
        sum_up();
        STEPVAULT_ASSIGN(objects_a, a_.objects(all_values, job_));
        STEPVAULT_ASSIGN(objects_b, b_.objects(all_values, job_));
        found_.objects = object_differences(objects_a, objects_b);
        return std::move(found_);
    }

 private:
    struct Pair {
        std::size_t row = 0;  ///< in the result
        const ContentTensor* a = nullptr;
        const ContentTensor* b = nullptr;
        View view_a{};
        View view_b{};
        ElementSums sums{};
    };
    struct Piece {
        std::size_t pair = 0;
        std::uint64_t first = 0;
        std::uint64_t count = 0;
    };
    struct Slot {
        Bytes a;
        Bytes b;
        ElementSums sums;
    };

    void pair_tensors();
    void add_pair(const ContentTensor& a, const ContentTensor& b);
    Status compare_linear();
    Status compare_strided();
    Result<Bytes> gather(CheckpointContents& contents, const ContentTensor& tensor, const View& view) const;
    void sum_up();
    void advance(const Pair& pair, std::uint64_t elements) {
        progress_.done += elements * (pair.view_a.item + pair.view_b.item);
        progress_.item = pair.a->name;
        job_.report(progress_);
    }

    CheckpointContents& a_;
    CheckpointContents& b_;
    ThreadPool& pool_;
    const JobContext& job_;
    Progress progress_;
    CheckpointDifference found_;
    std::vector<Pair> linear_;   ///< elements lie in the same order on both sides
    std::vector<Pair> strided_;  ///< elements have to be reordered
    std::set<std::tuple<std::uint32_t, std::uint64_t, std::vector<std::int64_t>, std::uint32_t, std::uint64_t,
                        std::vector<std::uint64_t>>>
        ranges_;  ///< of the tensors so far, on both sides
};

void Comparing::pair_tensors() {
    const auto& all_a = a_.tensors();
    const auto& all_b = b_.tensors();
    const auto matches = match_tensors(all_a, all_b);
    std::vector<bool> taken(all_b.size());
    for (std::size_t i = 0; i < all_a.size(); ++i) {
        const auto& a = all_a[i];
        if (matches[i]) {
            taken[*matches[i]] = true;
            add_pair(a, all_b[*matches[i]]);
            continue;
        }
        auto& row = found_.tensors.emplace_back(
            TensorDifference{a.file, a.name, a.role, TensorChange::only_a, a.dtype, {}, a.shape, {}});
        row.is_float = is_float(a.dtype);
    }
    for (std::size_t i = 0; i < all_b.size(); ++i) {
        const auto& b = all_b[i];
        if (taken[i]) continue;
        auto& row = found_.tensors.emplace_back(
            TensorDifference{b.file, b.name, b.role, TensorChange::only_b, {}, b.dtype, {}, b.shape});
        row.is_float = is_float(b.dtype);
    }
    const auto place = [&](const Pair& p) { return std::pair(a_.place(p.a->payload), p.view_a.begin); };
    std::ranges::sort(linear_, {}, place);
    for (const auto& pairs : {&linear_, &strided_}) {
        for (const auto& pair : *pairs)
            progress_.total += pair.view_a.count * (pair.view_a.item + pair.view_b.item);
    }
}

void Comparing::add_pair(const ContentTensor& a, const ContentTensor& b) {
    auto& row = found_.tensors.emplace_back(
        TensorDifference{a.file, a.name, a.role, TensorChange::none, a.dtype, b.dtype, a.shape, b.shape});
    row.is_float = is_float(a.dtype) && is_float(b.dtype);
    if (a.shape != b.shape) {
        row.state = TensorChange::shape;
        return;
    }
    if (!a.is_kept || !b.is_kept) {
        row.state = TensorChange::not_kept;
        return;
    }
    const auto view_a = view_of(a, a_.payload_bytes(a.payload));
    const auto view_b = view_of(b, b_.payload_bytes(b.payload));
    if (!view_a || !view_b || !are_comparable(a.dtype, b.dtype)) {
        row.state = TensorChange::not_compared;
        return;
    }
    if (view_a->count > 0)
        row.is_tied = !ranges_.emplace(a.payload, a.offset, a.stride, b.payload, b.offset, a.shape).second;
    const bool in_order = is_row_major(a.shape, a.stride) && is_row_major(b.shape, b.stride);
    const bool alike = a.stride == b.stride && view_a->count == view_a->extent;
    const Pair pair{found_.tensors.size() - 1, &a, &b, *view_a, *view_b, {}};
    if (view_a->count == 0 || in_order || alike) {
        linear_.push_back(pair);
        return;
    }
    const auto budget = memory_budget() / 4;
    if (view_a->extent * view_a->item > budget || view_b->extent * view_b->item > budget) {
        row.state = TensorChange::not_compared;
        return;
    }
    strided_.push_back(pair);
}

Status Comparing::compare_linear() {
    std::vector<Piece> pieces;
    for (std::size_t p = 0; p < linear_.size(); ++p) {
        const auto count = linear_[p].view_a.count;
        for (std::uint64_t first = 0; first < count; first += piece_elements)
            pieces.push_back({p, first, std::min(piece_elements, count - first)});
    }
    std::vector<Slot> slots(std::min<std::size_t>(pool_.size() * pieces_per_thread, pieces.size()));
    return pool_.for_each_in_order(
        pieces.size(), slots.size(),
        [&](std::size_t i, std::size_t lane) -> Status {
            STEPVAULT_TRY(job_.check());
            const auto& piece = pieces[i];
            const auto& pair = linear_[piece.pair];
            auto& slot = slots[lane];
            const auto read = [&](CheckpointContents& contents, const ContentTensor& tensor, const View& view,
                                  Bytes& out) {
                out.resize(piece.count * view.item);
                return contents.read(tensor.payload, view.begin + piece.first * view.item, out);
            };
            STEPVAULT_TRY(read(a_, *pair.a, pair.view_a, slot.a));
            STEPVAULT_TRY(read(b_, *pair.b, pair.view_b, slot.b));
            slot.sums = compare_elements(pair.a->dtype, slot.a, pair.b->dtype, slot.b);
            return {};
        },
        [&](std::size_t i, std::size_t lane) -> Status {
            auto& pair = linear_[pieces[i].pair];
            pair.sums.merge(slots[lane].sums);
            advance(pair, pieces[i].count);
            return {};
        });
}

Result<Bytes> Comparing::gather(CheckpointContents& contents, const ContentTensor& tensor,
                                const View& view) const {
    Bytes stored(view.extent * view.item);
    for (std::uint64_t at = 0; at < stored.size(); at += piece_elements) {
        STEPVAULT_TRY(job_.check());
        const auto part =
            MutableByteView(stored).subspan(at, std::min<std::uint64_t>(piece_elements, stored.size() - at));
        STEPVAULT_TRY(contents.read(tensor.payload, view.begin + at, part));
    }
    Bytes ordered(view.count * view.item);
    StridedReader(tensor.shape, tensor.stride, view.item, stored.data()).read(ordered);
    return ordered;
}

Status Comparing::compare_strided() {
    for (auto& pair : strided_) {
        STEPVAULT_ASSIGN(bytes_a, gather(a_, *pair.a, pair.view_a));
        STEPVAULT_ASSIGN(bytes_b, gather(b_, *pair.b, pair.view_b));
        pair.sums = compare_elements(pair.a->dtype, bytes_a, pair.b->dtype, bytes_b);
        advance(pair, pair.view_a.count);
    }
    return {};
}

void Comparing::sum_up() {
    struct Total {
        ElementSums floats;
        ElementSums rest;
        std::uint64_t elements = 0;
    };
    std::map<Role, Total> totals;
    Total all;
    const auto add = [](RoleDifference& role, Total& total, const TensorDifference& row, const Pair& pair) {
        ++role.tensors;
        role.changed += row.state == TensorChange::values ? 1 : 0;
        total.elements += pair.view_a.count;
        (row.is_float ? total.floats : total.rest).merge(pair.sums);
    };
    const auto finish = [](RoleDifference& role, const Total& total) {
        role.figures = figures_of(total.floats, total.elements, true);
        role.figures.differing += total.rest.differing;
    };
    for (const auto& pairs : {&linear_, &strided_}) {
        for (const auto& pair : *pairs) {
            auto& row = found_.tensors[pair.row];
            row.figures = figures_of(pair.sums, pair.view_a.count, row.is_float);
            row.state = pair.sums.differing > 0 ? TensorChange::values : TensorChange::none;
            if (row.is_tied) continue;
            add(found_.roles[row.role], totals[row.role], row, pair);
            add(found_.all, all, row, pair);
        }
    }
    for (auto& [role, difference] : found_.roles)
        finish(difference, totals[role]);
    finish(found_.all, all);
}

}  // namespace

std::string_view change_name(TensorChange change) {
    switch (change) {
        case TensorChange::none:
            return "same";
        case TensorChange::values:
            return "changed";
        case TensorChange::only_a:
            return "only in A";
        case TensorChange::only_b:
            return "only in B";
        case TensorChange::shape:
            return "other shape";
        case TensorChange::not_kept:
            return "not kept";
        case TensorChange::not_compared:
            return "not compared";
    }
    return "not compared";
}

bool CheckpointDifference::is_none() const {
    return objects.empty() && std::ranges::all_of(tensors, [](const auto& t) {
               return t.state == TensorChange::none && t.dtype_a == t.dtype_b;
           });
}

Result<CheckpointDifference> compare_contents(CheckpointContents& a, CheckpointContents& b, ThreadPool& pool,
                                              const JobContext& job) {
    return Comparing(a, b, pool, job).run();
}

Result<CheckpointDifference> compare_files(const std::filesystem::path& a, const std::filesystem::path& b,
                                           ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(contents_a, file_contents(a));
    STEPVAULT_ASSIGN(contents_b, file_contents(b));
    STEPVAULT_ASSIGN(found, compare_contents(*contents_a, *contents_b, pool, job));
    found.a.path = a;
    found.b.path = b;
    return std::move(found);
}

std::vector<std::size_t> by_relative_change(const std::vector<TensorDifference>& tensors) {
    constexpr double most = std::numeric_limits<double>::infinity();
    const auto rank = [&](std::size_t i) -> std::pair<int, double> {
        const auto& t = tensors[i];
        if (!t.is_compared()) return {2, 0};
        if (t.state == TensorChange::none) return {3, 0};
        if (t.is_float) return {0, -t.figures.relative.value_or(most)};
        return {1, -static_cast<double>(t.figures.differing) / static_cast<double>(t.figures.elements)};
    };
    std::vector<std::size_t> order(tensors.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {}, rank);
    return order;
}

}  // namespace stepvault
