#include "codec/adaptive_model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace stepvault {

namespace {

constexpr int lowest_log_step = -6;
constexpr int highest_log_step = 0;
constexpr std::uint64_t most_columns = std::uint64_t{1} << 24;

/// Weights of an even distribution (level l as probable as -l) are stored once.
bool is_even(const LevelWeights& w) {
    for (unsigned l = 1; l <= static_cast<unsigned>(largest_level); ++l) {
        if (w[8 + l] != w[8 - l]) return false;
    }
    return true;
}

}  // namespace

void AdaptiveModel::complete() {
    coder = tables.empty() ? nullptr : std::make_shared<const PairCoder>(tables);
}

void AdaptiveModel::write(ByteWriter& out) const {
    out.put(quantizer.kind);
    if (quantizer.kind == Quantizer::Kind::linear) {
        out.put(quantizer.step);
        for (const auto i : quantizer.inward)
            out.put(i);
    } else {
        out.put(static_cast<std::int8_t>(quantizer.log_step));
    }
    out.put_varint(tables.size());
    for (const auto& w : tables) {
        const bool even = is_even(w);
        out.put(static_cast<std::uint8_t>(even));
        for (unsigned c = 0; c <= 8; ++c)
            out.put_varint(w[c]);
        for (unsigned c = 9; c < level_codes && !even; ++c)
            out.put_varint(w[c]);
    }
    if (!tables.empty()) {
        for (const auto t : table_of)
            out.put(t);
    }
    for (const auto& p : payloads) {
        if (quantizer.kind == Quantizer::Kind::linear) {
            out.put(p.scale);
            out.put(p.gain);
        } else {
            out.put(p.offset);
        }
        const auto& classes = p.order.classes();
        out.put_varint(classes.size());
        for (std::size_t i = 0; i < classes.size(); i += 2) {
            const auto second = i + 1 < classes.size() ? classes[i + 1] : std::int8_t{0};
            out.put(static_cast<std::uint8_t>((classes[i] + 8) | (second + 8) << 4));
        }
    }
}

Result<AdaptiveModel> AdaptiveModel::read(ByteReader& in, std::size_t payload_count) {
    const Error damaged{ErrorCode::corrupt, "a level model is damaged"};
    AdaptiveModel model;
    auto& q = model.quantizer;
    q.kind = in.get<Quantizer::Kind>();
    if (q.kind == Quantizer::Kind::linear) {
        q.step = in.get<float>();
        for (auto& i : q.inward)
            i = in.get<float>();
        if (!std::isfinite(q.step) || q.step < 0 ||
            !std::all_of(q.inward.begin(), q.inward.end(), [](float i) { return std::isfinite(i); }))
            return damaged;
    } else if (q.kind == Quantizer::Kind::logarithmic) {
        q.log_step = in.get<std::int8_t>();
        if (q.log_step < lowest_log_step || q.log_step > highest_log_step) return damaged;
    } else {
        return damaged;
    }
    const auto tables = in.get_varint();
    if (!in.ok() || tables > context_count) return damaged;
    for (std::uint64_t t = 0; t < tables; ++t) {
        const bool even = in.get<std::uint8_t>() != 0;
        LevelWeights w{};
        std::uint64_t sum = 0;
        for (unsigned c = 0; c < level_codes; ++c) {
            const auto value = even && c > 8 ? w[16 - c] : in.get_varint();
            if (value > 0xFFFF) return damaged;
            w[c] = static_cast<std::uint16_t>(value);
            sum += value;
        }
        if (!in.ok() || sum == 0 || sum > 0x10000) return damaged;
        model.tables.push_back(w);
    }
    if (tables > 0) {
        for (auto& t : model.table_of) {
            t = in.get<std::uint8_t>();
            if (t >= tables) return damaged;
        }
    }
    for (std::size_t p = 0; p < payload_count; ++p) {
        PayloadModel payload;
        if (q.kind == Quantizer::Kind::linear) {
            payload.scale = in.get<std::uint8_t>();
            payload.gain = in.get<std::uint8_t>();
        } else {
            payload.offset = in.get<std::int16_t>();
            if (std::abs(payload.offset) > PayloadModel::most_offset) return damaged;
        }
        const auto columns = in.get_varint();
        if (!in.ok() || columns > most_columns || (columns + 1) / 2 > in.left()) return damaged;
        std::vector<std::int8_t> classes(columns);
        for (std::size_t i = 0; i < columns; i += 2) {
            const auto both = in.get<std::uint8_t>();
            classes[i] = static_cast<std::int8_t>((both & 15) - 8);
            if (i + 1 < columns) classes[i + 1] = static_cast<std::int8_t>((both >> 4) - 8);
        }
        payload.order = BlockOrder(std::move(classes));
        model.payloads.push_back(std::move(payload));
    }
    if (!in.ok()) return damaged;
    model.complete();
    return model;
}

}  // namespace stepvault
