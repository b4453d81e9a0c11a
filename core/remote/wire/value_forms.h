// The wire forms of types: how wire::encode() and wire::decode() treat them.
#pragma once

#include <bit>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "remote/wire/wire_value.h"

namespace stepvault::wire {

template <class T>
requires std::is_same_v<T, bool> || std::is_same_v<T, std::string>
struct Form<T> {
    static Value encode(const T& value) { return value; }
    static bool decode(const Value& value, T& out) {
        const auto* found = value.get_ptr<
            const std::conditional_t<std::is_same_v<T, bool>, Value::boolean_t, Value::string_t>*>();
        if (found != nullptr) out = *found;
        return found != nullptr;
    }
};

template <std::integral T>
requires(!std::is_same_v<T, bool>) struct Form<T> {
    static Value encode(T value) { return value; }
    static bool decode(const Value& value, T& out) {
        if (value.is_number_unsigned()) {
            const auto number = *value.get_ptr<const Value::number_unsigned_t*>();
            out = static_cast<T>(number);
            return std::in_range<T>(number);
        }
        if (!value.is_number_integer()) return false;
        const auto number = *value.get_ptr<const Value::number_integer_t*>();
        out = static_cast<T>(number);
        return std::in_range<T>(number);
    }
};

template <std::floating_point T>
struct Form<T> {
    static Value encode(T value) { return static_cast<double>(value); }
    static bool decode(const Value& value, T& out) {
        if (!value.is_number_float()) return false;
        out = static_cast<T>(*value.get_ptr<const Value::number_float_t*>());
        return true;
    }
};

template <class E>
requires std::is_enum_v<E>
struct Form<E> {
    static Value encode(E value) { return static_cast<std::uint32_t>(value); }
    static bool decode(const Value& value, E& out) {
        std::uint32_t number = 0;
        if (!wire::decode(value, number) || number > static_cast<std::uint32_t>(Last<E>::value)) return false;
        out = static_cast<E>(number);
        return true;
    }
};

template <>
struct Form<std::filesystem::path> {
    static Value encode(const std::filesystem::path& value) { return value.native(); }
    static bool decode(const Value& value, std::filesystem::path& out) {
        std::string text;
        if (!wire::decode(value, text)) return false;
        out = std::move(text);
        return true;
    }
};

template <class R, class P>
struct Form<std::chrono::duration<R, P>> {
    static Value encode(std::chrono::duration<R, P> value) { return wire::encode(value.count()); }
    static bool decode(const Value& value, std::chrono::duration<R, P>& out) {
        R count{};
        if (!wire::decode(value, count)) return false;
        out = std::chrono::duration<R, P>(count);
        return true;
    }
};

template <class T>
struct Form<std::optional<T>> {
    static Value encode(const std::optional<T>& value) {
        return value ? wire::encode(*value) : Value(nullptr);
    }
    static bool decode(const Value& value, std::optional<T>& out) {
        out.reset();
        if (value.is_null()) return true;
        T content{};
        if (!wire::decode(value, content)) return false;
        out = std::move(content);
        return true;
    }
};

/// Eight bytes of a field, and back.
template <class T>
std::uint64_t word_of(T value) {
    static_assert(sizeof(T) == sizeof(std::uint64_t));
    return std::bit_cast<std::uint64_t>(value);
}

template <HasColumns T>
struct Form<std::vector<T>> {
    static constexpr std::size_t columns = std::tuple_size_v<decltype(Columns<T>::list)>;

    static Value encode(const std::vector<T>& values) {
        Bytes bytes(values.size() * columns * sizeof(std::uint64_t));
        auto* out = bytes.data();
        const auto put = [&](auto member) {
            for (const auto& value : values) {
                const auto word = word_of(std::invoke(member, value));
                std::memcpy(out, &word, sizeof word);
                out += sizeof word;
            }
        };
        std::apply([&](auto... members) { (put(members), ...); }, Columns<T>::list);
        return bytes_value(bytes);
    }
    static bool decode(const Value& value, std::vector<T>& out) {
        const auto* bytes = bytes_of(value);
        if (bytes == nullptr || bytes->size() % (columns * sizeof(std::uint64_t)) != 0) return false;
        out.resize(bytes->size() / (columns * sizeof(std::uint64_t)));
        const auto* in = bytes->data();
        const auto take = [&](auto member) {
            for (auto& element : out) {
                auto& field = std::invoke(member, element);
                std::memcpy(&field, in, sizeof field);
                in += sizeof field;
            }
        };
        std::apply([&](auto... members) { (take(members), ...); }, Columns<T>::list);
        return true;
    }
};

template <class T>
requires(std::is_arithmetic_v<T> && sizeof(T) == sizeof(std::uint64_t)) struct Form<std::vector<T>> {
    static Value encode(const std::vector<T>& values) {
        return bytes_value(std::as_bytes(std::span(values)));
    }
    static bool decode(const Value& value, std::vector<T>& out) {
        const auto* bytes = bytes_of(value);
        if (bytes == nullptr || bytes->size() % sizeof(T) != 0) return false;
        out.resize(bytes->size() / sizeof(T));
        if (!out.empty()) std::memcpy(out.data(), bytes->data(), bytes->size());
        return true;
    }
};

template <>
struct Form<Bytes> {
    static Value encode(const Bytes& bytes) { return bytes_value(bytes); }
    static bool decode(const Value& value, Bytes& out) {
        const auto* bytes = bytes_of(value);
        if (bytes == nullptr) return false;
        const auto view = std::as_bytes(std::span(*bytes));
        out.assign(view.begin(), view.end());
        return true;
    }
};

template <class T>
requires(!HasColumns<T> && !(std::is_arithmetic_v<T> && sizeof(T) == sizeof(std::uint64_t)) &&
         !std::is_same_v<T, std::byte>) struct Form<std::vector<T>> {
    static Value encode(const std::vector<T>& values) {
        auto list = Value::array();
        for (const auto& value : values)
            list.push_back(wire::encode<T>(value));
        return list;
    }
    static bool decode(const Value& value, std::vector<T>& out) {
        out.clear();
        if (!value.is_array()) return false;
        for (const auto& element : value) {
            T decoded{};
            if (!wire::decode(element, decoded)) return false;
            out.push_back(std::move(decoded));
        }
        return true;
    }
};

template <class T>
struct Form<std::set<T>> {
    static Value encode(const std::set<T>& values) {
        return wire::encode(std::vector<T>(values.begin(), values.end()));
    }
    static bool decode(const Value& value, std::set<T>& out) {
        std::vector<T> values;
        if (!wire::decode(value, values)) return false;
        out = {std::make_move_iterator(values.begin()), std::make_move_iterator(values.end())};
        return true;
    }
};

template <class A, class B>
struct Form<std::pair<A, B>> {
    static Value encode(const std::pair<A, B>& value) {
        return Value::array({wire::encode<A>(value.first), wire::encode<B>(value.second)});
    }
    static bool decode(const Value& value, std::pair<A, B>& out) {
        return value.is_array() && value.size() == 2 && wire::decode(value[0], out.first) &&
               wire::decode(value[1], out.second);
    }
};

template <class K, class V>
struct Form<std::map<K, V>> {
    static Value encode(const std::map<K, V>& values) {
        auto list = Value::array();
        for (const auto& [key, value] : values)
            list.push_back(Value::array({wire::encode<K>(key), wire::encode<V>(value)}));
        return list;
    }
    static bool decode(const Value& value, std::map<K, V>& out) {
        std::vector<std::pair<K, V>> pairs;
        if (!wire::decode(value, pairs)) return false;
        out = {std::make_move_iterator(pairs.begin()), std::make_move_iterator(pairs.end())};
        return true;
    }
};

template <class... T>
struct Form<std::variant<T...>> {
    static Value encode(const std::variant<T...>& value) {
        return Value::array(
            {value.index(), std::visit([](const auto& held) { return wire::encode(held); }, value)});
    }
    static bool decode(const Value& value, std::variant<T...>& out) {
        std::size_t index = 0;
        if (!value.is_array() || value.size() != 2 || !wire::decode(value[0], index)) return false;
        std::size_t at = 0;
        const auto try_one = [&](auto type) {
            if (at++ != index || !wire::decode(value[1], type)) return false;
            out = std::move(type);
            return true;
        };
        return (try_one(T{}) || ...);
    }
};

template <HasFields T>
struct Form<T> {
    static Value encode(const T& value) {
        auto list = Value::array();
        const auto put = [&](auto member) { list.push_back(wire::encode(std::invoke(member, value))); };
        std::apply([&](auto... members) { (put(members), ...); }, Fields<T>::list);
        return list;
    }
    static bool decode(const Value& value, T& out) {
        constexpr auto count = std::tuple_size_v<decltype(Fields<T>::list)>;
        if (!value.is_array() || value.size() != count) return false;
        std::size_t at = 0;
        const auto take = [&](auto member) { return wire::decode(value[at++], std::invoke(member, out)); };
        return std::apply([&](auto... members) { return (take(members) && ...); }, Fields<T>::list);
    }
};

template <WritesItself T>
struct Form<T> {
    static Value encode(const T& value) {
        ByteWriter out;
        value.write(out);
        return bytes_value(out.view());
    }
    static bool decode(const Value& value, T& out) {
        const auto* bytes = bytes_of(value);
        if (bytes == nullptr) return false;
        ByteReader in(std::as_bytes(std::span(*bytes)));
        auto read = T::read(in);
        if (!read || in.left() != 0) return false;
        out = std::move(*read);
        return true;
    }
};

/// The fields of an Error.
template <>
struct Fields<Error> {
    static constexpr auto list = std::tuple(&Error::code, &Error::message);
};
template <>
struct Last<ErrorCode> {
    static constexpr auto value = ErrorCode::cancelled;
};

/// A Result is [value] or [code, message].
template <class T>
struct Form<Result<T>> {
    static Value encode(const Result<T>& result) {
        if (!result.ok()) return wire::encode(result.error());
        if constexpr (std::is_void_v<T>)
            return Value::array();
        else
            return Value::array({wire::encode<T>(*result)});
    }
    static bool decode(const Value& value, Result<T>& out) {
        if (Error error; wire::decode(value, error)) {
            out = std::move(error);
            return true;
        }
        if constexpr (std::is_void_v<T>) {
            out = {};
            return value.is_array() && value.empty();
        } else {
            T content{};
            if (!value.is_array() || value.size() != 1 || !wire::decode(value[0], content)) return false;
            out = std::move(content);
            return true;
        }
    }
};

}  // namespace stepvault::wire
