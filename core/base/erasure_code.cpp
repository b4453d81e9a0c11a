#include "base/erasure_code.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <isa-l/erasure_code.h>
#include <string>

namespace stepvault {

namespace {

/// Most bytes that one pass over all blocks touches: ISA-L reads the sources again for every six outputs, and
/// a pass of this size finds them in the cache.
constexpr std::size_t pass_bytes = std::size_t{64} << 10U;
/// Below this, ISA-L works byte by byte.
constexpr std::size_t shortest_slice = 64;

using Views = std::span<const ByteView>;
using MutableViews = std::span<const MutableByteView>;

/// The same position in several blocks, in the form that ISA-L takes: it only reads sources, but wants them
/// non-const.
class Cursor {
 public:
    template <class Blocks>
    explicit Cursor(Blocks blocks) : size_(blocks.size()) {
        std::ranges::transform(blocks, at_.begin(), [](ByteView block) {
            return reinterpret_cast<unsigned char*>(const_cast<std::byte*>(block.data()));
        });
    }
    void advance(std::size_t n) {
        for (auto& p : std::span(at_).first(size_))
            p += n;
    }
    [[nodiscard]] int size() const { return static_cast<int>(size_); }
    [[nodiscard]] unsigned char** get() { return at_.data(); }

 private:
    std::size_t size_;
    std::array<unsigned char*, ErasureCode::most_blocks> at_;
};

/// Calls work(sources, outputs, bytes) on slices of `length` bytes; the last slice is never a short rest.
template <class Work>
void in_slices(std::size_t length, Views sources, MutableViews outputs, Work&& work) {
    Cursor from(sources);
    Cursor to(outputs);
    const auto slice = pass_bytes / (sources.size() + outputs.size()) / shortest_slice * shortest_slice;
    while (length != 0) {
        const auto n = length < slice + shortest_slice ? length : slice;
        work(from, to, static_cast<int>(n));
        from.advance(n);
        to.advance(n);
        length -= n;
    }
}

/// A matrix over GF(2^8), row by row.
class Matrix {
 public:
    Matrix(std::size_t rows, std::size_t columns) : columns_(columns), elements_(rows * columns) {}
    std::uint8_t& operator()(std::size_t row, std::size_t column) {
        return elements_[row * columns_ + column];
    }
    MutableByteView row(std::size_t row) {
        return std::as_writable_bytes(std::span(elements_).subspan(row * columns_, columns_));
    }
    std::vector<ByteView> rows() {
        std::vector<ByteView> all;
        for (std::size_t i = 0; i * columns_ < elements_.size(); ++i)
            all.emplace_back(row(i));
        return all;
    }
    /// The inverse of a square, invertible matrix; destroys this one.
    Matrix invert() {
        Matrix inverse(columns_, columns_);
        [[maybe_unused]] const auto singular =
            gf_invert_matrix(elements_.data(), inverse.elements_.data(), static_cast<int>(columns_));
        assert(singular == 0);
        return inverse;
    }
    /// ISA-L's tables, 32 bytes for each element.
    std::vector<std::uint8_t> tables() {
        std::vector<std::uint8_t> tables(elements_.size() * 32);
        ec_init_tables(static_cast<int>(columns_), static_cast<int>(elements_.size() / columns_),
                       elements_.data(), tables.data());
        return tables;
    }

 private:
    std::size_t columns_;
    std::vector<std::uint8_t> elements_;
};

/// outputs = matrix times sources, for each of `length` byte positions.
void multiply(const std::vector<std::uint8_t>& tables, std::size_t length, Views sources,
              MutableViews outputs) {
    if (outputs.empty()) return;
    auto* table = const_cast<std::uint8_t*>(tables.data());
    in_slices(length, sources, outputs, [table](Cursor& from, Cursor& to, int n) {
        ec_encode_data(n, from.size(), to.size(), table, from.get(), to.get());
    });
}

/// C(i, j).
std::uint8_t coefficient(const ErasureCode& code, std::uint32_t i, std::uint32_t j) {
    return gf_inv(static_cast<std::uint8_t>((code.data() + i) ^ j));
}

/// Row j gives data block j as a combination of the sources. `sources`: the numbers of code.data() blocks,
/// ascending.
Matrix data_from(const ErasureCode& code, std::span<const std::uint32_t> sources) {
    Matrix made(code.data(), code.data());
    std::vector<std::uint32_t> lost;
    std::size_t known = 0;
    for (std::uint32_t j = 0; j < code.data(); ++j) {
        if (sources[known] == j)
            made(j, known++) = 1;
        else
            lost.push_back(j);
    }
    if (lost.empty()) return made;

    // A parity block minus the contribution of the known data is a sum over the lost data alone. So only a
    // square part of C has to be inverted, rather than a matrix with a row for each data block.
    Matrix remainders(lost.size(), code.data());
    Matrix part(lost.size(), lost.size());
    std::vector<MutableByteView> lost_rows;
    for (std::size_t a = 0; a < lost.size(); ++a) {
        const auto i = sources[known + a] - code.data();
        for (std::size_t c = 0; c < known; ++c)
            remainders(a, c) = coefficient(code, i, sources[c]);
        remainders(a, known + a) = 1;
        for (std::size_t b = 0; b < lost.size(); ++b)
            part(a, b) = coefficient(code, i, lost[b]);
        lost_rows.push_back(made.row(lost[a]));
    }
    multiply(part.invert().tables(), code.data(), remainders.rows(), lost_rows);
    return made;
}

std::vector<std::uint32_t> numbers_of_those_left(std::span<const std::optional<ByteView>> blocks) {
    std::vector<std::uint32_t> left;
    for (std::uint32_t b = 0; b < blocks.size(); ++b)
        if (blocks[b]) left.push_back(b);
    return left;
}

Error misuse(const std::string& what) {
    return {ErrorCode::invalid_argument, "cannot rebuild blocks: " + what};
}

Status check_lists(const ErasureCode& code, std::span<const std::optional<ByteView>> blocks,
                   std::span<const std::uint32_t> missing, MutableViews out) {
    const auto all = code.data() + code.parity();
    if (blocks.size() != all)
        return misuse("the list has " + std::to_string(blocks.size()) + " entries instead of " +
                      std::to_string(all));
    if (out.size() != missing.size())
        return misuse(std::to_string(missing.size()) + " missing blocks cannot go into " +
                      std::to_string(out.size()));
    std::bitset<ErasureCode::most_blocks> wanted;
    for (const auto number : missing) {
        const auto name = "number " + std::to_string(number);
        if (number >= all)
            return misuse(name + " is too high, the number of blocks is " + std::to_string(all));
        if (blocks[number]) return misuse(name + " is not lost");
        if (wanted[number]) return misuse(name + " is asked for twice");
        wanted.set(number);
    }
    const auto differs = [&](ByteView block) { return block.size() != out.front().size(); };
    if (!out.empty() && (std::ranges::any_of(out, differs) ||
                         std::ranges::any_of(blocks, [&](const auto& b) { return b && differs(*b); })))
        return misuse("the blocks differ in length");
    return {};
}

}  // namespace

Result<ErasureCode> ErasureCode::create(std::uint32_t data, std::uint32_t parity) {
    if (data == 0 || data > most_blocks || parity > most_blocks - data)
        return Error{ErrorCode::invalid_argument,
                     "an erasure code takes 1 to " + std::to_string(most_blocks) +
                         " blocks, at least one of them data, but this one would have " +
                         std::to_string(data) + " data and " + std::to_string(parity) + " parity blocks"};
    return ErasureCode(data, parity);
}

ErasureCode::ErasureCode(std::uint32_t data, std::uint32_t parity) : data_(data), parity_(parity) {
    Matrix matrix(parity, data);
    for (std::uint32_t i = 0; i < parity; ++i)
        for (std::uint32_t j = 0; j < data; ++j)
            matrix(i, j) = coefficient(*this, i, j);
    tables_ = matrix.tables();
}

void ErasureCode::encode(std::span<const ByteView> data, std::span<const MutableByteView> parity) const {
    assert(data.size() == data_ && parity.size() == parity_);
    const auto length = data.front().size();
    [[maybe_unused]] const auto fits = [length](ByteView block) { return block.size() == length; };
    assert(std::ranges::all_of(data, fits) && std::ranges::all_of(parity, fits));
    multiply(tables_, length, data, parity);
}

void ErasureCode::encode_add(std::uint32_t data_index, ByteView block,
                             std::span<const MutableByteView> parity) const {
    assert(data_index < data_ && parity.size() == parity_);
    assert(std::ranges::all_of(parity, [block](ByteView p) { return block.size() <= p.size(); }));
    if (parity.empty()) return;
    auto* tables = const_cast<std::uint8_t*>(tables_.data());
    in_slices(block.size(), {&block, 1}, parity, [&](Cursor& from, Cursor& to, int n) {
        ec_encode_data_update(n, static_cast<int>(data_), to.size(), static_cast<int>(data_index), tables,
                              *from.get(), to.get());
    });
}

Status ErasureCode::rebuild(std::span<const std::optional<ByteView>> blocks,
                            std::span<const std::uint32_t> missing,
                            std::span<const MutableByteView> out) const {
    STEPVAULT_TRY(check_lists(*this, blocks, missing, out));
    auto sources = numbers_of_those_left(blocks);
    if (sources.size() < data_)
        return Error{ErrorCode::corrupt, std::to_string(blocks.size() - sources.size()) + " of " +
                                             std::to_string(blocks.size()) +
                                             " blocks are lost, and the parity can replace only " +
                                             std::to_string(parity_) + " of them"};
    if (missing.empty() || out.front().empty()) return {};
    sources.resize(data_);

    auto data = data_from(*this, sources);
    Matrix wanted(missing.size(), data_);
    for (std::size_t m = 0; m < missing.size(); ++m) {
        const auto row = wanted.row(m);
        if (missing[m] < data_) {
            std::ranges::copy(data.row(missing[m]), row.begin());
            continue;
        }
        Matrix parity(1, data_);
        for (std::uint32_t j = 0; j < data_; ++j)
            parity(0, j) = coefficient(*this, missing[m] - data_, j);
        multiply(parity.tables(), data_, data.rows(), {&row, 1});
    }
    std::vector<ByteView> left;
    left.reserve(data_);
    for (const auto number : sources)
        left.push_back(*blocks[number]);
    multiply(wanted.tables(), out.front().size(), left, out);
    return {};
}

}  // namespace stepvault
