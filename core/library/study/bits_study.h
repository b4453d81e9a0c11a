// Predicts how other settings would code a stored step. Needs only the step's statistics, so the originals
// may be long gone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "library/study/row_changes.h"
#include "vault/format/step_file.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// The buckets of one exponent, with both signs, over some payloads.
struct ExponentRow {
    int exponent = 0;
    std::uint64_t count = 0;
    double energy = 0;         ///< share of the sum of all squared deltas
    double removal_error = 0;  ///< relative error if only these buckets are dropped: sqrt(energy)
};

/// The prediction of a setting for one payload.
struct PayloadBits {
    double bits = 0;     ///< coded size
    double lost = 0;     ///< sum of squared errors
    double missing = 0;  ///< sum of the products of changes and their errors
};

/// The prediction of a setting for the step.
struct BitsOutcome {
    std::vector<PayloadBits> payloads;  ///< in the order of BitsStudy::payloads()
    double bits_per_weight = 0;         ///< over the elements of all these payloads
    double relative_error = 0;       ///< a checkpoint's headline error: over the tensors of the model itself
    double lag = 0;                  ///< a checkpoint's headline lag, likewise
    std::uint64_t stored_bytes = 0;  ///< of the step file
    std::uint64_t exact_bytes = 0;   ///< the part of stored_bytes that the setting keeps exact
    std::map<int, std::uint64_t> kept;  ///< number of the model's changes that are kept, by exponent
};

/// A payload that a lossy scheme codes.
struct StudiedPayload {
    std::string name;
    Role role = Role::other;
    bool headline = false;    ///< counts for the checkpoint's headline error
    std::string group = {};   ///< name of its group of similar tensors, without exceptions
    std::uint32_t index = 0;  ///< in the step's layout
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  ///< size in the original
    double changed = 0;       ///< sum of squared deltas
    double stored_error = 0;  ///< relative error as stored
    double stored_lag = 0;    ///< LossFigures::lag() as stored
    double stored_bits = 0;   ///< its share of its stream's coded size
    BucketStatistics statistics = {};
};

/// All that a study takes from a step file.
struct StudySource {
    std::string name;  ///< the file, for messages
    StepMeta meta;
    StepLayout layout;
    std::uint64_t stored_bytes = 0;
    std::vector<std::uint64_t> coded_bytes = {};    ///< by stream
    std::vector<BucketStatistics> statistics = {};  ///< of the lossy payloads, in the order of the layout
    std::vector<PayloadFigures> figures = {};       ///< by payload; empty for none
    std::optional<double> exact_share = {};         ///< see BitsStudy::of()

    /// Reads the description and statistics of an open step. ErrorCode::not_found if the step has no
    /// statistics, because it is exact.
    static Result<StudySource> of(const StepFile& step, std::optional<double> exact_share);
};

/// The statistics of a step, and the predictions that follow from them. Plain value.
class BitsStudy {
 public:
    /// `exact_share`: the ratio of stored to original bytes over the run's exact steps, if it has any. See
    /// StudySource::of().
    static Result<BitsStudy> of(const StepFile& step, std::optional<double> exact_share = {});
    /// ErrorCode::corrupt if the parts of the source do not fit together.
    static Result<BitsStudy> of(StudySource source);

    [[nodiscard]] const StepMeta& meta() const { return meta_; }
    [[nodiscard]] const std::vector<StudiedPayload>& payloads() const { return payloads_; }
    [[nodiscard]] std::uint64_t stored_bytes() const { return stored_bytes_; }
    [[nodiscard]] std::uint64_t elements() const { return elements_; }
    /// The bits per weight of the step as stored.
    [[nodiscard]] double stored_bits_per_weight() const;
    [[nodiscard]] double stored_error() const { return meta_.relative_error; }
    [[nodiscard]] double stored_lag() const { return meta_.lag; }

    // All schemes honor the exceptions of a choice: payloads that they make exact cost as much as in the
    // run's exact steps. Payloads that the step itself keeps exact by an exception have no statistics; they
    // count as stored.

    /// Scheme `lc` by `choice`. The error is exact except for rounding. The bits are those of the symbols,
    /// minus an estimate for chunks without any change, which take no bits. Everything but the chunks of
    /// lossy streams counts as stored.
    [[nodiscard]] BitsOutcome lc(const SchemeChoice& choice) const;
    /// An estimate for scheme `adaptive` by `choice`. The statistics give the error of a quantizer's step
    /// size and the frequencies of its levels; the coder's gain from neighboring levels is assumed to be the
    /// gain on the stored step. First moments are coded against scaled ones, which acts like a larger step
    /// size. The statistics do not give the levels of second moments: their bits follow from the stored ones,
    /// and their error stays as stored. nullopt if the step was not coded by `adaptive`.
    [[nodiscard]] std::optional<BitsOutcome> adaptive(const SchemeChoice& choice) const;
    /// Scheme `topn` by `choice`. The error is exact except for the order within the one bucket that is kept
    /// in part; the bits assume that the kept changes are spread evenly over their tensor.
    [[nodiscard]] BitsOutcome topn(const SchemeChoice& choice) const;
    /// Scheme `scar` by `choice`, applied to the stored states: `rows` are the step's own row changes, read
    /// from its stored state. The bits are those of the code; the error is relative to the stored change.
    /// Does not fill in BitsOutcome::kept.
    [[nodiscard]] BitsOutcome scar(const SchemeChoice& choice, const RowChanges& rows) const;
    /// Scheme `exact`, at the ratio of the run's exact steps; nullopt if the run has none.
    [[nodiscard]] std::optional<BitsOutcome> exact() const;
    /// Over the payloads that count for the checkpoint's headline error; highest exponent first.
    [[nodiscard]] std::vector<ExponentRow> exponents() const;

 private:
    /// The lossy streams that other exceptions would give.
    struct Grouping {
        StepLayout layout;
        std::vector<std::uint32_t> streams;  ///< the lossy streams
        std::vector<bool> exact;             ///< by studied payload
    };
    /// Splits the name of a stream's group into group and exception (filing_plan.h).
    static std::pair<std::string, std::optional<CodingRule>> parts_of(const std::string& name);
    [[nodiscard]] Grouping grouped(const std::vector<CodingRule>& rules) const;
    [[nodiscard]] std::uint32_t stored_stream(const StudiedPayload& studied) const {
        return layout_.payloads[studied.index].stream;
    }
    [[nodiscard]] PayloadBits exactly(const StudiedPayload& studied) const;
    static void keep_all(const StudiedPayload& studied, BitsOutcome& outcome);
    /// Fills in the totals of `outcome` from its payloads. `changed`: the sums of squared changes to which
    /// the error is relative. `exact` and `changed` are indexed by studied payload.
    void complete(BitsOutcome& outcome, const std::vector<bool>& exact,
                  const std::vector<double>& changed) const;
    void complete(BitsOutcome& outcome, const std::vector<bool>& exact) const;
    /// Step sizes of scheme `adaptive`, by stream.
    using Steps = std::map<std::uint32_t, double>;
    [[nodiscard]] Steps steps_for(const Grouping& grouping, double error,
                                  const std::vector<CodingRule>& rules) const;
    [[nodiscard]] std::vector<PayloadBits> estimate(const Grouping& grouping, const Steps& steps) const;
    [[nodiscard]] double first_moment_bits(const StudiedPayload& studied, double step) const;
    [[nodiscard]] double second_moment_bits(const StudiedPayload& studied, const Grouping& grouping,
                                            const SchemeChoice& choice) const;
    void learn_gains();
    void learn_scales(const Steps& steps);

    StepMeta meta_;
    StepLayout layout_;
    std::vector<std::uint32_t> streams_;  ///< the lossy streams
    std::vector<StudiedPayload> payloads_;
    std::uint64_t stored_bytes_ = 0;
    std::uint64_t lossy_bytes_ = 0;  ///< coded size of the lossy streams
    std::uint64_t elements_ = 0;
    double exact_share_ = 1;  ///< ratio of stored to original bytes; 1 without exact steps
    bool knows_exact_ = false;
    /// For scheme `adaptive`: ratio of coded to estimated bits, by stream of the stored step.
    std::map<std::uint32_t, double> gains_;
    /// The factor of the step size by which first moments take the stored bits, by stream of the stored step.
    std::map<std::uint32_t, double> scales_;
    Steps stored_steps_;
};

}  // namespace stepvault
