// Little-endian reading and writing of byte strings; the reader checks bounds.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.h"

namespace stepvault {

static_assert(std::endian::native == std::endian::little,
              "Stepvault's files are little-endian, as are the hosts it supports");

using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;
using MutableByteView = std::span<std::byte>;

/// A view of the same bytes, which `text` keeps owning.
inline ByteView as_view(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

/// The same bytes as text; the owner of `bytes` keeps owning them.
inline std::string_view as_text(ByteView bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Reads a little-endian scalar at `at`; the caller has checked the bounds.
template <class T>
T load(ByteView bytes, std::size_t at = 0) {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof(T));
    return value;
}

/// Appends to a byte string. Variable-length integers are LEB128: 7 bits a byte, low bits first.
class ByteWriter {
 public:
    template <class T>
    void put(T value) {
        static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
        const auto* p = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), p, p + sizeof(T));
    }
    void put_varint(std::uint64_t value) {
        while (value >= 0x80) {
            bytes_.push_back(static_cast<std::byte>(value | 0x80));
            value >>= 7;
        }
        bytes_.push_back(static_cast<std::byte>(value));
    }
    void put_text(std::string_view text) {
        put_varint(text.size());
        put_bytes(as_view(text));
    }
    void put_bytes(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

    void reserve(std::size_t n) { bytes_.reserve(n); }
    void clear() { bytes_.clear(); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    [[nodiscard]] ByteView view() const { return bytes_; }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
    Bytes bytes_;
};

/// Reads the output of ByteWriter. After the first read past the end, every read yields zero and ok() is
/// false, so a parser may read a complete record and check once.
class ByteReader {
 public:
    explicit ByteReader(ByteView bytes) : bytes_(bytes) {}

    template <class T>
    T get() {
        // A bool is undefined for bytes above 1.
        static_assert((std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || std::is_enum_v<T>);
        T value{};
        if (!take(sizeof(T))) return value;
        std::memcpy(&value, bytes_.data() + at_ - sizeof(T), sizeof(T));
        return value;
    }
    std::uint64_t get_varint() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (!take(1)) return 0;
            const auto b = static_cast<std::uint64_t>(bytes_[at_ - 1]);
            if (shift == 63 && b > 1) break;
            value |= (b & 0x7F) << shift;
            if (b < 0x80) return value;
        }
        ok_ = false;
        return 0;
    }
    ByteView get_bytes(std::uint64_t n) {
        if (!take(n)) return {};
        return bytes_.subspan(at_ - n, n);
    }
    std::string get_text() { return std::string(as_text(get_bytes(get_varint()))); }

    [[nodiscard]] bool ok() const { return ok_; }
    [[nodiscard]] std::size_t position() const { return at_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
    bool take(std::uint64_t n) {
        if (!ok_ || n > left()) {
            ok_ = false;
            return false;
        }
        at_ += n;
        return true;
    }

    ByteView bytes_;
    std::size_t at_ = 0;
    bool ok_ = true;
};

}  // namespace stepvault
