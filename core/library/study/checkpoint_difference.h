// The difference of two checkpoints: tensor by tensor, and value by value.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/study/checkpoint_contents.h"
#include "library/study/object_differences.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// How far a matched pair of float tensors, or all of a role, lie apart. Elements that are NaN or infinite in
/// A or in B are left out of everything but the counts.
struct DifferenceFigures {
    std::uint64_t elements = 0;
    std::uint64_t differing = 0;       ///< elements with other bits; with another value if the types differ
    std::optional<double> norm_a{};    ///< ||A||; these are nullopt for integers and where they overflow
    std::optional<double> norm_b{};    ///< ||B||
    std::optional<double> change{};    ///< ||B - A||
    std::optional<double> relative{};  ///< change / ||A||; nullopt if only A is zero
    std::optional<double> cosine{};    ///< of the angle between A and B; nullopt if one of them is zero
    std::optional<double> max_abs{};   ///< largest |B - A|
    std::uint64_t not_finite_a = 0;    ///< NaN and infinities
    std::uint64_t not_finite_b = 0;
};

/// The result of comparing two tensors of one name.
enum class TensorChange {
    none,          ///< the same bits; the same values if the types differ
    values,        ///< some elements differ
    only_a,        ///< B has no tensor of this name
    only_b,        ///< A has none
    shape,         ///< the shapes differ, so that elements are not compared
    not_kept,      ///< one side keeps only its weights
    not_compared,  ///< elements without a value in different types, or a layout beyond the limits
};

/// "same", "changed", "only in A", ...: the spelling of the command line.
std::string_view change_name(TensorChange change);

/// Two tensors of one name, or a tensor that one side lacks.
struct TensorDifference {
    std::string file;  ///< in A, or in B for a tensor that only B has
    std::string name;
    Role role = Role::other;
    TensorChange state = TensorChange::none;
    std::optional<DType> dtype_a{};
    std::optional<DType> dtype_b{};
    std::vector<std::uint64_t> shape_a{};
    std::vector<std::uint64_t> shape_b{};
    bool is_float = false;  ///< on both sides
    bool is_tied = false;   ///< an earlier tensor has the same elements on both sides; not in the totals
    DifferenceFigures figures{};  ///< where elements were compared

    [[nodiscard]] bool is_compared() const {
        return state == TensorChange::none || state == TensorChange::values;
    }
};

/// Over all compared tensors of a role; the norms are those of its float tensors, taken as one vector.
struct RoleDifference {
    std::uint64_t tensors = 0;
    std::uint64_t changed = 0;  ///< tensors that differ
    DifferenceFigures figures;
};

/// One of the two checkpoints.
struct ComparedCheckpoint {
    std::string run;  ///< id of its run, empty for a file or folder
    std::string id;
    std::filesystem::path path;  ///< of a file or folder
    std::int64_t step = 0;       ///< of a stored checkpoint
    Scheme scheme = Scheme::exact;
    double relative_error = 0;  ///< of the coding, 0 where it restores exactly
    bool weights_only = false;
};

/// All that differs between checkpoints A and B.
struct CheckpointDifference {
    ComparedCheckpoint a;
    ComparedCheckpoint b;
    std::vector<TensorDifference> tensors;  ///< in the order of A, then those that only B has
    std::map<Role, RoleDifference> roles;
    RoleDifference all;
    std::vector<ObjectDifference> objects;

    /// Whether both have the same tensors with the same bits, and the same plain values.
    [[nodiscard]] bool is_none() const;
};

/// Names a checkpoint to compare: a stored one by the ids of its run and its own, or a file or folder.
struct CheckpointPlace {
    std::string run_id;
    std::string checkpoint_id;
    std::filesystem::path path;  ///< used if `run_id` is empty
};

/// Compares two checkpoints. Reads both in pieces and executes nothing that they contain. Progress counts the
/// bytes of both. ErrorCode::cancelled, corrupt, limit. Fills in everything but `a` and `b`.
Result<CheckpointDifference> compare_contents(CheckpointContents& a, CheckpointContents& b, ThreadPool& pool,
                                              const JobContext& job);

/// Compares two files or folders outside of any vault. ErrorCode::not_found, incomplete.
Result<CheckpointDifference> compare_files(const std::filesystem::path& a, const std::filesystem::path& b,
                                           ThreadPool& pool, const JobContext& job);

/// Indices of the tensors: floats, the largest relative change first, then other types, then what cannot be
/// compared, then equal ones.
std::vector<std::size_t> by_relative_change(const std::vector<TensorDifference>& tensors);

}  // namespace stepvault
