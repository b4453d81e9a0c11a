// What other settings would make of a stored step, known from its statistics alone: the originals may be
// long gone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "library/study/row_changes.h"
#include "vault/format/step_file.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// Buckets of one exponent, both signs, over some payloads.
struct ExponentRow {
    int exponent = 0;
    std::uint64_t count = 0;
    double energy = 0;         ///< share of the squared sum of all deltas
    double removal_error = 0;  ///< relative error of dropping these buckets alone: sqrt(energy)
};

/// What a setting makes of one payload.
struct PayloadBits {
    double bits = 0;  ///< coded
    double lost = 0;  ///< sum of squared errors
};

/// What a setting makes of the step.
struct BitsOutcome {
    std::vector<PayloadBits> payloads;  ///< as many as BitsStudy::payloads
    double bits_per_weight = 0;         ///< over the elements of all of them
    double relative_error = 0;          ///< as a checkpoint's: over the tensors of the model itself
    std::uint64_t stored_bytes = 0;     ///< of the step's file
    std::uint64_t exact_bytes = 0;      ///< of these, what is exact by the setting
    std::map<int, std::uint64_t> kept;  ///< changes of the model itself that are not dropped, by exponent
};

/// A payload that a lossy scheme codes.
struct StudiedPayload {
    std::string name;
    Role role = Role::other;
    bool headline = false;    ///< counts for the checkpoint's own error
    std::string group = {};   ///< of tensors that are alike, before any exception
    std::uint32_t index = 0;  ///< in the step's layout
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  ///< as in the original
    double changed = 0;       ///< sum of squared deltas
    double stored_error = 0;  ///< relative, as it is stored
    double stored_bits = 0;   ///< its share of its stream's coded bytes
    BucketStatistics statistics = {};
};

/// Plain value. Only reading it touches the disk.
class BitsStudy {
 public:
    /// Reads the description and statistics of an open step. `exact_share`: of the run's exact steps, stored
    /// by original bytes, where it has any. ErrorCode::not_found where the step has no statistics: it is
    /// exact.
    static Result<BitsStudy> of(const StepFile& step, std::optional<double> exact_share = {});

    [[nodiscard]] const StepMeta& meta() const { return meta_; }
    [[nodiscard]] const std::vector<StudiedPayload>& payloads() const { return payloads_; }
    [[nodiscard]] std::uint64_t stored_bytes() const { return stored_bytes_; }
    [[nodiscard]] std::uint64_t elements() const { return elements_; }
    /// Of what is stored.
    [[nodiscard]] double stored_bits_per_weight() const;
    [[nodiscard]] double stored_error() const { return meta_.relative_error; }

    // By any scheme, a choice's exceptions count: what they make exact costs what exact steps of the run
    // cost. What the step itself keeps exact by an exception was never looked at, and counts as it is stored.

    /// Scheme `lc` by `choice`. The error is exact but for rounding; the bits are those of the symbols, less
    /// an estimate of the chunks that take none since nothing in them changes. What is no chunk of a lossy
    /// stream counts as it is stored.
    [[nodiscard]] BitsOutcome lc(const SchemeChoice& choice) const;
    /// Scheme `adaptive` by `choice`, estimated: the statistics say what a step of quantization leaves and
    /// how often its levels come; what the coder gains by their neighbourhood is what it gained on the stored
    /// step. Second moments, whose levels no statistics tell, stay as stored. nullopt where the step was not
    /// coded so.
    [[nodiscard]] std::optional<BitsOutcome> adaptive(const SchemeChoice& choice) const;
    /// Scheme `topn` by `choice`: the error is exact up to the order within the one bucket that is kept in
    /// part; the bits take what is kept to be spread evenly over its tensor.
    [[nodiscard]] BitsOutcome topn(const SchemeChoice& choice) const;
    /// Scheme `scar` by `choice`, of what was stored: `rows` are the step's own, read with what it was stored
    /// as. The bits are those of the code; the error is against the stored change. Tells no exponents.
    [[nodiscard]] BitsOutcome scar(const SchemeChoice& choice, const RowChanges& rows) const;
    /// As the run's exact steps came out; nullopt where it has none.
    [[nodiscard]] std::optional<BitsOutcome> exact() const;
    /// Over the payloads that count for the checkpoint's own error; highest exponent first.
    [[nodiscard]] std::vector<ExponentRow> exponents() const;

 private:
    /// The lossy streams as they would be with other exceptions.
    struct Grouping {
        StepLayout layout;
        std::vector<std::uint32_t> streams;  ///< lossy ones
        std::vector<bool> exact;             ///< by studied payload
    };
    [[nodiscard]] Grouping grouped(const std::vector<CodingRule>& rules) const;
    [[nodiscard]] std::uint32_t stored_stream(const StudiedPayload& studied) const {
        return layout_.payloads[studied.index].stream;
    }
    [[nodiscard]] PayloadBits exactly(const StudiedPayload& studied) const;
    static void keep_all(const StudiedPayload& studied, BitsOutcome& outcome);
    /// Sums up what `outcome` has of each payload. `changed`: sum of squared changes that the error is
    /// against. It and `exact` go by studied payload.
    void complete(BitsOutcome& outcome, const std::vector<bool>& exact,
                  const std::vector<double>& changed) const;
    void complete(BitsOutcome& outcome, const std::vector<bool>& exact) const;
    /// Of scheme `adaptive`, by stream.
    using Steps = std::map<std::uint32_t, double>;
    [[nodiscard]] Steps steps_for(const Grouping& grouping, double error,
                                  const std::vector<CodingRule>& rules) const;
    [[nodiscard]] std::vector<PayloadBits> estimate(const Grouping& grouping, const Steps& steps) const;
    void learn_gains();

    StepMeta meta_;
    StepLayout layout_;
    std::vector<std::uint32_t> streams_;  ///< lossy ones
    std::vector<StudiedPayload> payloads_;
    std::uint64_t stored_bytes_ = 0;
    std::uint64_t lossy_bytes_ = 0;  ///< coded, of lossy streams
    std::uint64_t elements_ = 0;
    double exact_share_ = 1;  ///< of the original bytes; 1 where no exact step tells
    bool knows_exact_ = false;
    /// Of scheme `adaptive`: coded by estimated bits, by stream of the stored step.
    std::map<std::uint32_t, double> gains_;
};

}  // namespace stepvault
