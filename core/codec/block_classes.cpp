#include "codec/block_classes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "codec/raw_pairs.h"

namespace stepvault {

namespace {

constexpr int first_previous_class = 12;

/// The lowest mean of each class from 2 on: as glibc's log2f has it, but on every machine.
constexpr std::array<float, highest_class - first_class> lowest_means{
    0x1.306fe4p-7F,  0x1.ae8ap-7F,    0x1.306fe4p-6F,  0x1.ae8ap-6F,    0x1.306fe4p-5F,  0x1.ae8ap-5F,
    0x1.306fe4p-4F,  0x1.ae89fcp-4F,  0x1.306fe4p-3F,  0x1.ae89fcp-3F,  0x1.306fe2p-2F,  0x1.ae89fcp-2F,
    0x1.306fe2p-1F,  0x1.ae89fap-1F,  0x1.306fe2p+0F,  0x1.ae89fap+0F,  0x1.306fep+1F,   0x1.ae89fap+1F,
    0x1.306fep+2F,   0x1.ae89f8p+2F,  0x1.306fep+3F,   0x1.ae89f8p+3F,  0x1.306fdep+4F,  0x1.ae89f6p+4F,
    0x1.306fdep+5F,  0x1.ae89f6p+5F,  0x1.306fdep+6F,  0x1.ae89f6p+6F,  0x1.306fdep+7F,  0x1.ae89f6p+7F,
    0x1.306fdcp+8F,  0x1.ae89f2p+8F,  0x1.306fdcp+9F,  0x1.ae89f2p+9F,  0x1.306fdcp+10F, 0x1.ae89f2p+10F,
    0x1.306fdcp+11F, 0x1.ae89f2p+11F, 0x1.306fdcp+12F, 0x1.ae89f2p+12F, 0x1.306fdcp+13F, 0x1.ae89f2p+13F,
    0x1.306fdcp+14F, 0x1.ae89f2p+14F, 0x1.306fdcp+15F, 0x1.ae89f2p+15F, 0x1.306fd4p+16F, 0x1.ae89e8p+16F,
    0x1.306fd4p+17F, 0x1.ae89e8p+17F, 0x1.306fd4p+18F, 0x1.ae89e8p+18F, 0x1.306fd4p+19F, 0x1.ae89e8p+19F,
    0x1.306fd4p+20F, 0x1.ae89e8p+20F, 0x1.306fd4p+21F, 0x1.ae89e8p+21F, 0x1.306fd4p+22F, 0x1.ae89e8p+22F,
    0x1.306fd4p+23F, 0x1.ae89e8p+23F};

}  // namespace

int block_class(std::uint64_t sum, float weight) {
    if (sum == 0) return 0;
    const auto mean = static_cast<float>(sum) / weight;
    // Two classes begin within each octave.
    const int octave = static_cast<int>(std::bit_cast<std::uint32_t>(mean) >> 23U) - 127;
    if (octave < -7) return first_class;
    if (octave > 23) return highest_class;
    const int c = 2 * octave + 15;
    const auto* next = lowest_means.data() + (c - first_class);
    return c + static_cast<int>(mean >= next[0]) + static_cast<int>(mean >= next[1]);
}

Bytes encode_classes(std::span<const std::uint8_t> classes, const AdaptiveModel& model, ByteWriter& raw) {
    std::vector<std::uint16_t> keys((classes.size() + 1) / 2);
    std::vector<PairEscape> escapes;
    int previous = first_previous_class;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        std::array<unsigned, 2> codes{8, 8};
        for (std::size_t k = 0; k < 2 && 2 * i + k < classes.size(); ++k) {
            const int difference = classes[2 * i + k] - previous;
            const bool escaped = std::abs(difference) > largest_level;
            codes[k] = escaped ? escape_code : static_cast<unsigned>(difference + 8);
            previous = classes[2 * i + k];
            if (escaped) escapes.push_back({static_cast<std::uint32_t>(i), previous});
        }
        keys[i] = static_cast<std::uint16_t>(model.table_of[0] << 8U | codes[0] | codes[1] << 4U);
    }
    ByteWriter coded;
    const auto unknown = model.coder->encode(keys, coded);
    put_raw(keys, unknown, escapes, raw, [&](auto c) { raw.put(static_cast<std::uint8_t>(c)); });
    return coded.take();
}

Status decode_classes(ByteView coded, const AdaptiveModel& model, ByteReader& raw,
                      std::span<std::uint8_t> classes) {
    std::vector<std::uint8_t> symbols((classes.size() + 1) / 2);
    const std::vector<std::uint8_t> contexts(symbols.size(), model.table_of[0]);
    STEPVAULT_TRY(model.coder->decode(coded, contexts, symbols));
    int previous = first_previous_class;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const auto pair = symbols[i] == PairTable::raw_pair ? raw.get<std::uint8_t>() : symbols[i];
        for (std::size_t k = 0; k < 2 && 2 * i + k < classes.size(); ++k) {
            const unsigned code = k == 0 ? pair & 15U : pair >> 4U;
            const int c =
                code == escape_code ? raw.get<std::uint8_t>() : previous + static_cast<int>(code) - 8;
            if (c < 0 || c > highest_class) return Error{ErrorCode::corrupt, "a block's class is damaged"};
            classes[2 * i + k] = static_cast<std::uint8_t>(c);
            previous = c;
        }
    }
    return {};
}

}  // namespace stepvault
