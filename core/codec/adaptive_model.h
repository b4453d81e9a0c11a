// The data of scheme `adaptive` on a stream beside its chunks: how deltas become levels, and how
// probable levels are. Made by AdaptivePlanner, stored in the step file (FORMAT.md, "adaptive").
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "codec/block_order.h"
#include "codec/pair_tables.h"

namespace stepvault {

/// How a value becomes a level and back.
struct Quantizer {
    enum class Kind : std::uint8_t { linear = 0, logarithmic = 1 };

    Kind kind = Kind::linear;
    /// Linear: a level l stands for sign(l) * (|l| * step - inward[min(|l|, 3) - 1]), added to the
    /// prediction. 0: everything is as predicted.
    float step = 0;
    std::array<float, 3> inward{};
    /// Encoder only. Linear: magnitudes below this share of a step become level 0, and so on upwards.
    /// Logarithmic: differences below so many steps become level 0, others the nearest level.
    float dead_zone = 0.5F;
    /// Logarithmic: values are counted in steps of 2^log_step octaves; -6 to 0.
    int log_step = 0;
};

/// The model of one payload of the stream.
struct PayloadModel {
    static constexpr std::uint8_t whole_base = 128;
    static constexpr int units_of_gain = 128;
    static constexpr int units_of_octave = 256;
    static constexpr int most_offset = 64 * units_of_octave;
    std::uint8_t scale = whole_base;  ///< linear: the prediction is base * scale / 128
    std::uint8_t gain = 0;            ///< linear: changes are restored 1 + gain / 128 times as large
    std::int16_t offset = 0;          ///< logarithmic: the prediction is so many 256ths of an octave off
    BlockOrder order;
};

/// Blocks have classes: 0 where all levels are 0, else half octaves of the mean magnitude of levels. Beyond
/// unshifted_class each two classes store one more low bit of each level apart. Contexts are classes, too;
/// context 0 is that of the classes themselves, coded as differences from block to block.
constexpr int first_class = 1;
constexpr int unshifted_class = 17;
constexpr int highest_class = 63;
constexpr std::size_t context_count = unshifted_class + 1;

/// Lowest bits of a level that are stored as they are, beside what is coded of the rest.
constexpr unsigned low_bits_of(int block_class) {
    return block_class <= unshifted_class ? 0U : static_cast<unsigned>(block_class - unshifted_class + 1) / 2;
}

/// All that the chunks of a stream share.
struct AdaptiveModel {
    Quantizer quantizer;
    std::vector<LevelWeights> tables;                    ///< distinct ones
    std::array<std::uint8_t, context_count> table_of{};  ///< for each context, index into tables
    std::vector<PayloadModel> payloads;                  ///< as the stream's, in their order
    std::shared_ptr<const PairCoder> coder;              ///< follows from the tables

    /// Fills in what follows from the rest.
    void complete();
    void write(ByteWriter& out) const;
    /// `payloads`: how many the stream has. ErrorCode::corrupt.
    static Result<AdaptiveModel> read(ByteReader& in, std::size_t payloads);
};

}  // namespace stepvault
