// Result<T>: a value or an Error. Result<void> carries success alone.
#pragma once

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

#include "base/error.h"

namespace stepvault {

template <class T>
class [[nodiscard]] Result {
 public:
    Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(value()); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    [[nodiscard]] const Error& error() const& {
        assert(!ok());
        return *std::get_if<1>(&content_);
    }
    [[nodiscard]] Error error() && {
        assert(!ok());
        return std::move(*std::get_if<1>(&content_));
    }

 private:
    T& value() {
        assert(ok());
        return *std::get_if<0>(&content_);
    }
    const T& value() const {
        assert(ok());
        return *std::get_if<0>(&content_);
    }

    std::variant<T, Error> content_;
};

/// Success alone, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !error_; }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error& error() const {
        assert(error_);
        return *error_;
    }

 private:
    std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace stepvault

/// Returns the error of a Status or Result from the enclosing function, if it holds one.
#define STEPVAULT_TRY(expression) STEPVAULT_TRY_NAMED(STEPVAULT_JOIN(try_result_, __COUNTER__), expression)

/// Declares `name` as a reference to the value of a Result, or returns its error from the enclosing function.
#define STEPVAULT_ASSIGN(name, expression)                              \
    auto name##_result_ = (expression);                                 \
    if (!name##_result_.ok()) return std::move(name##_result_).error(); \
    auto& name = *name##_result_ /* NOLINT(bugprone-macro-parentheses) */

/// Implements STEPVAULT_TRY(). `name` differs for each use, since uses nest where the expression holds a
/// lambda.
#define STEPVAULT_TRY_NAMED(name, expression)                                                    \
    do {                                                                                         \
        auto name = (expression);                       /* NOLINT(bugprone-macro-parentheses) */ \
        if (!name.ok()) return std::move(name).error(); /* NOLINT(bugprone-macro-parentheses) */ \
    } while (false)
/// Joins two tokens into one name, after expanding macros.
#define STEPVAULT_JOIN(a, b) STEPVAULT_JOIN_EXPANDED(a, b)
/// Joins two tokens into one name, without expanding macros.
#define STEPVAULT_JOIN_EXPANDED(a, b) a##b
