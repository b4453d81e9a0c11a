// The identity of a stored checkpoint: the first section of a step file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "vault/format/scheme.h"

namespace stepvault {

struct StepMeta {
    std::string run_id;
    std::string id;              ///< unique in its run: make_checkpoint_id()
    std::uint64_t sequence = 0;  ///< counts the checkpoints stored in the run, from 1
    std::int64_t step = 0;
    std::uint64_t interval =
        0;  ///< optimizer steps since the step before, at least 1; 0 in an exact base; to the next
    /// step in a base that was coded anew
    std::string source;
    std::uint32_t generation = 1;
    Scheme scheme = Scheme::exact;
    std::uint32_t bits = 0;           ///< of scheme `lc`, else 0
    double target_error = 0;          ///< of scheme `adaptive`, else 0
    double budget = 0;                ///< of schemes `topn` and `scar`: percent of the floats' bytes, else 0
    bool key = false;                 ///< needs only the base or another key step
    std::uint32_t key_level = 0;      ///< key steps: 1 to 3 (parent_choice.h), else 0
    std::uint32_t deltas = 0;         ///< steps between it and its key step or base
    std::string parent;               ///< id of the step that it is coded against; empty for the base
    /// StepFile::state_digest() of the parent; of the shared base that a base leans on (shared_base.h), else 0
    std::uint64_t parent_digest = 0;
    std::int64_t modified_ns = 0;     ///< newest modification time of the original's files, since the epoch
    std::int64_t filed_ns = 0;        ///< time of storing, since the epoch
    std::uint64_t original_bytes = 0;
    std::uint64_t exact_bytes = 0;  ///< of a base that was coded anew: size of its exact step file; else 0
    double relative_error = 0;
    double max_abs_error = 0;
    double lag = 0;  ///< LossFigures::lag() over the tensors that relative_error counts
    double prior_error =
        /// Part of relative_error that the source of a recode had already lost
        0;
    std::optional<double> loss;
    /// Other payloads were dropped (stripping.h); follows from the file's sections
    bool weights_only = false;

    /// True for a base that needs no other step file.
    [[nodiscard]] bool stands_alone() const { return parent.empty() && parent_digest == 0; }
    /// True for a base that is coded against a shared base.
    [[nodiscard]] bool leans_on_shared_base() const { return parent.empty() && parent_digest != 0; }
    /// Whether the step restores exactly the bytes of its original.
    [[nodiscard]] bool is_exact() const {
        return scheme == Scheme::exact && prior_error == 0 && !weights_only;
    }

    void write(ByteWriter& out) const;
    static Result<StepMeta> read(ByteReader& in);
};

/// For example "000000000200-1a2b3c4d-1": sorts by step for steps from 0 on; safe as a file name.
std::string make_checkpoint_id(std::int64_t step, std::string_view source, std::uint32_t generation);
/// The step at the beginning of an id.
std::optional<std::int64_t> step_of_id(std::string_view id);
/// Whether `a` is older than `b`: compares step, then generation, as numbers.
bool is_older_id(std::string_view a, std::string_view b);
/// True for names that make_checkpoint_id() could have made. Such a name cannot leave its folder.
bool is_checkpoint_id(std::string_view text);

}  // namespace stepvault
