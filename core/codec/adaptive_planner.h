// Chooses how a stream is coded by scheme `adaptive`, from a sample of it: one step size for all its tensors,
// which is the best rate for a given squared error; predictions; column classes; tables of levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "codec/adaptive_model.h"

namespace stepvault {

/// The error or the step size that a stream should have.
struct AdaptiveTarget {
    Quantizer::Kind kind = Quantizer::Kind::linear;
    /// Linear: relative error against the reference, over the whole stream. From 1 on only the prediction is
    /// told.
    double error = 0.5;
    int log_step = 0;        ///< logarithmic: Quantizer::log_step
    double dead_zone = 0.5;  ///< logarithmic: Quantizer::dead_zone
    bool may_scale = false;  ///< the base may be scaled where that predicts better (first moments)
    /// Levels stand for the mean of the changes that fell to them, which is the least error, but restored
    /// changes are then shorter than true ones, and what is restored lags behind training. A gain puts half
    /// of the missing projection back.
    bool may_gain = false;
};

/// Sums run in the order of add() and of payloads, whoever does what.
class AdaptivePlanner {
 public:
    using Counts = std::array<double, level_codes>;
    struct ContextCounts {
        std::array<Counts, context_count> levels{};  ///< context 0: differences of classes
        [[nodiscard]] double bits() const;
        void add(const ContextCounts& other, double factor);
    };
    /// The demands of one payload on the stream's model.
    struct PayloadPlan {
        ContextCounts counts;   ///< of what is sampled of it
        std::uint8_t gain = 0;  ///< PayloadModel::gain
        BlockOrder order;
        void write(ByteWriter& out) const;
        static Result<PayloadPlan> read(ByteReader& in);
    };
    struct Payload {
        std::uint64_t count = 0;    ///< elements
        std::uint64_t columns = 0;  ///< elements of a matrix' row; 0 for what is none
    };

    AdaptivePlanner(AdaptiveTarget target, std::vector<Payload> payloads);

    /// Adds a part of a payload to the sample: elements from `first` on. `reference`: what the step before
    /// restores to, against which the error counts; the base itself for a delta step. All the same size.
    void add(std::size_t payload, std::uint64_t first, std::span<const float> values,
             std::span<const float> base, std::span<const float> reference);

    /// The next three, one after the other.
    [[nodiscard]] AdaptiveModel plan() const;
    /// Chooses the step size and the predictions, which all payloads have in common.
    [[nodiscard]] AdaptiveModel begin() const;
    /// By what begin() has chosen. Thread-safe.
    [[nodiscard]] PayloadPlan plan_payload(const AdaptiveModel& begun, std::size_t payload) const;
    /// `plans`: of all payloads.
    [[nodiscard]] AdaptiveModel finish(AdaptiveModel begun, std::vector<PayloadPlan> plans) const;
    /// Elements of a payload in the sample.
    [[nodiscard]] std::uint64_t sampled(std::size_t payload) const { return sampled_[payload]; }

 private:
    struct Part {
        std::size_t payload = 0;
        std::uint64_t first = 0;
        std::vector<float> values;
        std::vector<float> base;
    };
    void choose_scales(AdaptiveModel& model) const;
    void choose_offsets(AdaptiveModel& model) const;
    void choose_step(AdaptiveModel& model) const;
    [[nodiscard]] std::uint8_t gain_of(const std::vector<const Part*>& parts,
                                       const std::vector<std::vector<std::int32_t>>& levels,
                                       const AdaptiveModel& model) const;
    [[nodiscard]] std::vector<std::int32_t> levels_of(const Part& part, const AdaptiveModel& model) const;
    [[nodiscard]] ContextCounts count(const std::vector<const Part*>& parts,
                                      const std::vector<std::vector<std::int32_t>>& levels,
                                      const BlockOrder& order) const;
    [[nodiscard]] static std::vector<std::int8_t> column_classes(
        const std::vector<const Part*>& parts, const std::vector<std::vector<std::int32_t>>& levels,
        std::uint64_t columns);
    void choose_tables(AdaptiveModel& model, const ContextCounts& counts) const;
    /// How many elements of a payload each sampled one stands for.
    [[nodiscard]] double weight_of(std::size_t payload) const {
        return sampled_[payload] > 0
                   ? static_cast<double>(payloads_[payload].count) / static_cast<double>(sampled_[payload])
                   : 0;
    }
    /// False where nothing is left to code.
    [[nodiscard]] bool has_levels(const AdaptiveModel& model) const {
        return target_.kind == Quantizer::Kind::logarithmic || model.quantizer.step != 0;
    }

    AdaptiveTarget target_;
    std::vector<Payload> payloads_;
    std::vector<Part> parts_;
    std::vector<std::vector<std::size_t>> parts_of_;  ///< by payload
    std::vector<std::uint64_t> sampled_;              ///< elements of each payload
    std::vector<double> reference_energy_;            ///< of each: sum of (value - reference)^2
};

}  // namespace stepvault
