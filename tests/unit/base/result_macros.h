// Macros for tests of Result<T>: a failure shows the error's message and ends the test function.
#pragma once

#include <QtTest>

#include "base/result.h"

#define REQUIRE_OK(expression)                                                             \
    do {                                                                                   \
        const auto& required_ = (expression);                                              \
        QVERIFY2(required_.ok(), required_.ok() ? "" : required_.error().message.c_str()); \
    } while (false)

/// Declares `name` as a reference to the Result's value.
#define REQUIRE_VALUE(name, expression)                                                                     \
    auto name##_required_ = (expression);                                                                   \
    QVERIFY2(name##_required_.ok(), name##_required_.ok() ? "" : name##_required_.error().message.c_str()); \
    auto& name = *name##_required_

#define REQUIRE_ERROR(expression, expected)                                                      \
    do {                                                                                         \
        const auto& required_ = (expression);                                                    \
        QVERIFY2(!required_.ok(), "succeeded, but should have failed");                          \
        QCOMPARE(static_cast<int>(required_.error().code), static_cast<int>(expected));          \
        const auto& text_ = required_.error().message;                                           \
        QVERIFY(!text_.empty() && text_.back() != '.' && text_.find('\n') == std::string::npos); \
    } while (false)
