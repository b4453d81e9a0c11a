#include "codec/level_vectors.h"

#include <algorithm>
#include <cstring>

#include "codec/level_quantizer.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/level_vectors.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "codec/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Words = hn::RebindToUnsigned<Floats>;
using Numbers = hn::RebindToSigned<Floats>;

constexpr std::uint32_t infinity = 0x7F800000;
constexpr std::size_t ahead = 256;  ///< elements, to be fetched

/// Sums of each lane.
struct Sums {
    hn::Vec<Words> sum;
    hn::Vec<Words> changed;  ///< not 0
    hn::Vec<Words> steps;    ///< the largest, as bits: NaN is larger than all
    hn::Vec<Words> results;  ///< the largest, likewise, without sign

    // Not by default: such code would be compiled for any CPU.
    Sums()
        : sum(hn::Zero(Words())),
          changed(hn::Zero(Words())),
          steps(hn::Zero(Words())),
          results(hn::Zero(Words())) {}

    bool finish(LevelFigures& figures) const {
        const Words du;
        const auto most = hn::BitCast(du, hn::Set(Floats(), float{most_level}));
        const auto fit = hn::And(hn::Lt(steps, most), hn::Lt(results, hn::Set(du, infinity - 1)));
        // The sum may overflow if they do not.
        if (!hn::AllTrue(du, fit)) return false;
        figures.sum = hn::GetLane(hn::SumOfLanes(du, sum));
        figures.changed = !hn::AllTrue(du, hn::Eq(changed, hn::Zero(du)));
        return true;
    }
};

struct Element {
    hn::Vec<Numbers> level;
    hn::Vec<Words> bits;  ///< restored
};

/// Elements as floats of the same value.
struct Float32 {
    static constexpr std::size_t size = 4;
    static HWY_INLINE hn::Vec<Words> load(const std::byte* from) {
        return hn::LoadU(Words(), reinterpret_cast<const std::uint32_t*>(from));
    }
    static HWY_INLINE void store(hn::Vec<Words> bits, std::byte* to) {
        hn::StoreU(bits, Words(), reinterpret_cast<std::uint32_t*>(to));
    }
    /// To what the element type has.
    static HWY_INLINE hn::Vec<Words> rounded(hn::Vec<Words> bits) { return bits; }
};
struct BFloat16 {
    using Halves = hn::Rebind<std::uint16_t, Words>;
    static constexpr std::size_t size = 2;
    static HWY_INLINE hn::Vec<Words> load(const std::byte* from) {
        const auto bits = hn::LoadU(Halves(), reinterpret_cast<const std::uint16_t*>(from));
        return hn::ShiftLeft<16>(hn::PromoteTo(Words(), bits));
    }
    static HWY_INLINE void store(hn::Vec<Words> bits, std::byte* to) {
        hn::StoreU(hn::TruncateTo(Halves(), hn::ShiftRight<16>(bits)), Halves(),
                   reinterpret_cast<std::uint16_t*>(to));
    }
    /// A NaN stays one: those that come up here end in zeros.
    static HWY_INLINE hn::Vec<Words> rounded(hn::Vec<Words> bits) {
        const Words d;
        const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 1));
        const auto up = hn::Add(bits, hn::Add(odd, hn::Set(d, 0x7FFF)));
        return hn::And(up, hn::Set(d, 0xFFFF0000U));
    }
};

template <class E, bool Whole>
class Linear {
 public:
    explicit Linear(const LinearVectors& q)
        : step_(hn::Set(Floats(), q.step)),
          inverse_(hn::Set(Floats(), q.inverse)),
          round_(hn::Set(Floats(), q.round)),
          scale_(hn::Set(Floats(), q.scale)),
          gain_(hn::Set(Floats(), q.gain)),
          inwards_(q.inward.data()),
          inward_(hn::LoadU(Floats(), inwards_)) {}

    HWY_INLINE hn::Vec<Words> restore(hn::Vec<Words> base, hn::Vec<Numbers> level) const {
        const auto magnitude = hn::ConvertTo(Floats(), hn::Abs(level));
        return moved(prediction(base), level, magnitude, hn::BitCast(Words(), level));
    }

    HWY_INLINE Element quantize(hn::Vec<Words> value, hn::Vec<Words> base, Sums& sums) const {
        const Floats df;
        const Words du;
        const Numbers di;
        const auto predicted = prediction(base);
        const auto delta = hn::Sub(hn::BitCast(df, value), predicted);
        const auto steps = hn::Add(hn::Mul(hn::Abs(delta), inverse_), round_);
        const auto magnitude = truncated(steps);
        const auto minus = hn::RebindMask(di, hn::Lt(delta, hn::Zero(df)));
        const auto level = hn::IfThenElse(minus, hn::Neg(magnitude), magnitude);
        const auto result = moved(predicted, level, hn::ConvertTo(df, magnitude), hn::BitCast(du, delta));
        sums.steps = hn::Max(sums.steps, hn::BitCast(du, steps));
        sums.results = hn::Max(sums.results, hn::And(result, hn::Set(du, 0x7FFFFFFF)));
        sums.sum = hn::Add(sums.sum, hn::BitCast(du, magnitude));
        return {level, result};
    }

 private:
    HWY_INLINE hn::Vec<Floats> prediction(hn::Vec<Words> base) const {
        const auto b = hn::BitCast(Floats(), base);
        return Whole ? b : hn::Mul(b, scale_);
    }
    /// `sign`: the highest bit is the level's, or any for level 0.
    HWY_INLINE hn::Vec<Words> moved(hn::Vec<Floats> predicted, hn::Vec<Numbers> level,
                                    hn::Vec<Floats> magnitude, hn::Vec<Words> sign) const {
        const Floats df;
        const Words du;
        const Numbers di;
        const auto index = hn::Min(hn::BitCast(du, hn::Abs(level)), hn::Set(du, 3));
        const auto inward = inward_at(index);
        const auto change = hn::BitCast(du, hn::Mul(hn::Sub(hn::Mul(magnitude, step_), inward), gain_));
        const auto signed_change = hn::Xor(change, hn::And(sign, hn::Set(du, 0x80000000U)));
        const auto result = hn::Add(predicted, hn::BitCast(df, signed_change));
        // Not by adding 0, which turns -0 into 0.
        const auto none = hn::RebindMask(df, hn::Eq(level, hn::Zero(di)));
        return E::rounded(hn::BitCast(du, hn::IfThenElse(none, predicted, result)));
    }
    HWY_INLINE hn::Vec<Floats> inward_at(hn::Vec<Words> index) const {
#if HWY_TARGET == HWY_SCALAR
        return hn::Set(Floats(), inwards_[hn::GetLane(index)]);
#else
        return hn::TableLookupLanes(inward_, hn::IndicesFromVec(Floats(), index));
#endif
    }

    hn::Vec<Floats> step_;
    hn::Vec<Floats> inverse_;
    hn::Vec<Floats> round_;
    hn::Vec<Floats> scale_;
    hn::Vec<Floats> gain_;
    [[maybe_unused]] const float* inwards_;
    hn::Vec<Floats> inward_;
};

class Logarithmic {
 public:
    explicit Logarithmic(const LogarithmicVectors& q)
        : shift_(q.shift),
          half_(hn::Set(Numbers(), q.shift > 0 ? std::int32_t{1} << (q.shift - 1) : 0)),
          offset_(hn::Set(Numbers(), q.offset)),
          dead_zone_(hn::Set(Numbers(), q.dead_zone)),
          // Bases beyond would be moved out of the countable ones.
          lowest_(hn::Set(Numbers(), q.offset < 0 ? 1 - q.offset : 1)),
          highest_(hn::Set(Numbers(), countable - (q.offset > 0 ? q.offset : 0))) {}

    HWY_INLINE hn::Vec<Words> restore(hn::Vec<Words> base, hn::Vec<Numbers> level) const {
        const Numbers di;
        const auto zero = hn::Zero(di);
        const auto from = hn::BitCast(di, base);
        const auto is_zero = hn::Eq(from, zero);
        const auto skipped = hn::IfThenElseZero(hn::And(is_zero, hn::Gt(level, zero)), hn::Set(di, 1));
        const auto moved = hn::ShiftLeftSame(hn::BitCast(Words(), hn::Sub(level, skipped)), shift_);
        const auto result = hn::Add(hn::BitCast(Words(), prediction(from)), moved);
        return hn::IfThenZeroElse(hn::RebindMask(Words(), hn::And(is_zero, hn::Eq(level, zero))), result);
    }

    HWY_INLINE Element quantize(hn::Vec<Words> value, hn::Vec<Words> base, Sums& sums) const {
        const Words du;
        const Numbers di;
        const auto zero = hn::Zero(di);
        const auto from = hn::BitCast(di, base);
        const auto is_zero = hn::Eq(from, zero);
        const auto predicted = prediction(from);
        const auto same = hn::Eq(hn::BitCast(di, value), hn::IfThenZeroElse(is_zero, predicted));
        const auto difference = hn::Sub(hn::BitCast(di, value), predicted);
        const auto all = hn::ShiftRightSame(hn::Add(difference, half_), shift_);
        const auto near = hn::AndNot(is_zero, hn::Lt(hn::Abs(difference), dead_zone_));
        const auto steps = hn::IfThenZeroElse(hn::Or(near, same), all);
        const auto skipped = hn::IfThenElseZero(
            hn::AndNot(same, hn::And(is_zero, hn::Gt(steps, hn::Set(di, -1)))), hn::Set(di, 1));
        const auto level = hn::Add(steps, skipped);
        const auto moved =
            hn::Add(hn::BitCast(du, predicted), hn::ShiftLeftSame(hn::BitCast(du, steps), shift_));
        const auto kept = hn::RebindMask(du, same);
        const auto result = hn::IfThenElse(kept, value, moved);
        // Below infinity - 1 if the base is not negative, value and result are positive, and all are finite.
        const auto one = hn::Set(du, 1);
        const auto most = hn::Max(base, hn::Max(hn::Sub(value, one), hn::Sub(result, one)));
        sums.results = hn::Max(sums.results, hn::IfThenZeroElse(kept, most));
        sums.sum = hn::Add(sums.sum, hn::BitCast(du, hn::Abs(level)));
        return {level, result};
    }

 private:
    static constexpr std::int32_t countable = static_cast<std::int32_t>(infinity) - 1;  ///< the largest
    static constexpr std::int32_t one_bits = 127 << 23;

    HWY_INLINE hn::Vec<Numbers> prediction(hn::Vec<Numbers> base) const {
        const Numbers di;
        const auto zero = hn::Zero(di);
        const auto from = hn::IfThenElse(hn::Eq(base, zero), hn::Set(di, one_bits), base);
        const auto moved = hn::Add(hn::Min(hn::Max(from, lowest_), highest_), offset_);
        const auto moves = hn::AndNot(hn::Gt(from, hn::Set(di, countable)), hn::Gt(from, zero));
        return hn::IfThenElse(moves, moved, from);
    }

    int shift_;
    hn::Vec<Numbers> half_;
    hn::Vec<Numbers> offset_;
    hn::Vec<Numbers> dead_zone_;
    hn::Vec<Numbers> lowest_;
    hn::Vec<Numbers> highest_;
};

/// The last elements, with zeros to fill up a vector.
template <class E>
class Tail {
 public:
    Tail(const std::byte* from, std::size_t count) : size_(count * E::size) {
        std::memcpy(bytes_, from, size_);
    }
    HWY_INLINE hn::Vec<Words> vector() const { return E::load(bytes_); }
    HWY_INLINE void store(hn::Vec<Words> bits, std::byte* to) {
        E::store(bits, bytes_);
        std::memcpy(to, bytes_, size_);
    }

 private:
    alignas(64) std::byte bytes_[64] = {};
    std::size_t size_;
};

template <class E, class Kind>
HWY_INLINE bool quantize(const Kind& kind, const std::byte* values, const std::byte* base, std::size_t count,
                         std::byte* restored, std::int32_t* levels, LevelFigures& figures) {
    const Numbers di;
    const auto n = hn::Lanes(di);
    Sums sums;
    std::size_t i = 0;
    for (; i + n <= count; i += n) {
        hwy::Prefetch(values + (i + ahead) * E::size);
        hwy::Prefetch(base + (i + ahead) * E::size);
        hwy::Prefetch(restored + (i + ahead) * E::size);
        const auto b = E::load(base + i * E::size);
        const auto e = kind.quantize(E::load(values + i * E::size), b, sums);
        sums.changed = hn::Or(sums.changed, hn::Xor(e.bits, b));
        E::store(e.bits, restored + i * E::size);
        hn::StoreU(e.level, di, levels + i);
    }
    if (i < count) {
        // A zero stays one, and adds nothing to the sums.
        Tail<E> last(base + i * E::size, count - i);
        const auto e = kind.quantize(Tail<E>(values + i * E::size, count - i).vector(), last.vector(), sums);
        sums.changed = hn::Or(sums.changed, hn::Xor(e.bits, last.vector()));
        last.store(e.bits, restored + i * E::size);
        hn::StoreU(e.level, di, levels + i);
    }
    return sums.finish(figures);
}

template <class E, class Kind>
HWY_INLINE void restore(const Kind& kind, const std::int32_t* levels, const std::byte* base,
                        std::size_t count, std::byte* restored) {
    const Numbers di;
    const auto n = hn::Lanes(di);
    std::size_t i = 0;
    for (; i + n <= count; i += n) {
        hwy::Prefetch(base + (i + ahead) * E::size);
        hwy::Prefetch(restored + (i + ahead) * E::size);
        const auto b = E::load(base + i * E::size);
        E::store(kind.restore(b, hn::LoadU(di, levels + i)), restored + i * E::size);
    }
    if (i < count) {
        Tail<E> last(base + i * E::size, count - i);
        last.store(kind.restore(last.vector(), hn::LoadU(di, levels + i)), restored + i * E::size);
    }
}

template <class E>
bool quantize_as(const LinearVectors& q, const std::byte* values, const std::byte* base, std::size_t count,
                 std::byte* restored, std::int32_t* levels, LevelFigures& figures) {
    return q.whole ? quantize<E>(Linear<E, true>(q), values, base, count, restored, levels, figures)
                   : quantize<E>(Linear<E, false>(q), values, base, count, restored, levels, figures);
}

bool quantize_linear(const LinearVectors& q, const std::byte* values, const std::byte* base,
                     std::size_t count, std::byte* restored, std::int32_t* levels, LevelFigures& figures) {
    // Else equal values may not have level 0.
    if (!(q.round >= 0 && q.round < 1)) return false;
    return q.bfloat16 ? quantize_as<BFloat16>(q, values, base, count, restored, levels, figures)
                      : quantize_as<Float32>(q, values, base, count, restored, levels, figures);
}

template <class E>
void restore_as(const LinearVectors& q, const std::int32_t* levels, const std::byte* base, std::size_t count,
                std::byte* restored) {
    q.whole ? restore<E>(Linear<E, true>(q), levels, base, count, restored)
            : restore<E>(Linear<E, false>(q), levels, base, count, restored);
}

void restore_linear(const LinearVectors& q, const std::int32_t* levels, const std::byte* base,
                    std::size_t count, std::byte* restored) {
    q.bfloat16 ? restore_as<BFloat16>(q, levels, base, count, restored)
               : restore_as<Float32>(q, levels, base, count, restored);
}

bool quantize_logarithmic(const LogarithmicVectors& q, const std::byte* values, const std::byte* base,
                          std::size_t count, std::byte* restored, std::int32_t* levels,
                          LevelFigures& figures) {
    return quantize<Float32>(Logarithmic(q), values, base, count, restored, levels, figures);
}

void restore_logarithmic(const LogarithmicVectors& q, const std::int32_t* levels, const std::byte* base,
                         std::size_t count, std::byte* restored) {
    restore<Float32>(Logarithmic(q), levels, base, count, restored);
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(quantize_linear);
HWY_EXPORT(restore_linear);
HWY_EXPORT(quantize_logarithmic);
HWY_EXPORT(restore_logarithmic);

LinearVectors::LinearVectors(const Quantizer& quantizer, const PayloadModel& payload, bool of_bfloat16)
    : bfloat16(of_bfloat16) {
    const LinearQuantizer<F32> q(quantizer, payload);
    step = q.step_;
    inverse = q.inverse_;
    round = q.round_;
    scale = q.scale_;
    whole = q.whole_;
    gain = q.gain_;
    std::copy(q.inward_.begin(), q.inward_.end(), inward.begin() + 1);
}

bool LinearVectors::quantize(const std::byte* values, const std::byte* base, std::size_t count,
                             std::byte* restored, std::int32_t* levels, LevelFigures& figures) const {
    return HWY_DYNAMIC_DISPATCH(quantize_linear)(*this, values, base, count, restored, levels, figures);
}

void LinearVectors::restore(const std::int32_t* levels, const std::byte* base, std::size_t count,
                            std::byte* restored) const {
    HWY_DYNAMIC_DISPATCH(restore_linear)(*this, levels, base, count, restored);
}

LogarithmicVectors::LogarithmicVectors(const Quantizer& quantizer, const PayloadModel& payload) {
    const LogarithmicQuantizer<F32> q(quantizer, payload);
    shift = q.shift_;
    offset = static_cast<std::int32_t>(q.offset_);
    dead_zone = static_cast<std::int32_t>(q.dead_zone_);
}

bool LogarithmicVectors::quantize(const std::byte* values, const std::byte* base, std::size_t count,
                                  std::byte* restored, std::int32_t* levels, LevelFigures& figures) const {
    return HWY_DYNAMIC_DISPATCH(quantize_logarithmic)(*this, values, base, count, restored, levels, figures);
}

void LogarithmicVectors::restore(const std::int32_t* levels, const std::byte* base, std::size_t count,
                                 std::byte* restored) const {
    HWY_DYNAMIC_DISPATCH(restore_logarithmic)(*this, levels, base, count, restored);
}

}  // namespace stepvault
#endif
