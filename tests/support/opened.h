// Macros for a test that expects a Result to hold a value, or an error.
#pragma once

#include <QtTest>

#include "base/result.h"

#define VERIFY_OK(result)                                                                  \
    do {                                                                                   \
        const auto& verified_ = (result);                                                  \
        QVERIFY2(verified_.ok(), verified_.ok() ? "" : verified_.error().message.c_str()); \
    } while (false)

/// Result::error() may only be called on a Result without a value.
#define VERIFY_ERROR(result, error_code)                              \
    do {                                                              \
        const auto& verified_ = (result);                             \
        QVERIFY2(!verified_.ok(), "an error was due, and none came"); \
        QCOMPARE(verified_.error().code, error_code);                 \
    } while (false)
