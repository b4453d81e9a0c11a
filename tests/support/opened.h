// Takes a Result apart in a test: one that must hold a value, and one that must hold an error.
#pragma once

#include <QtTest>

#include "base/result.h"

#define VERIFY_OK(result)                                                                  \
    do {                                                                                   \
        const auto& verified_ = (result);                                                  \
        QVERIFY2(verified_.ok(), verified_.ok() ? "" : verified_.error().message.c_str()); \
    } while (false)

/// Of one that holds a value no error may be asked.
#define VERIFY_ERROR(result, error_code)                              \
    do {                                                              \
        const auto& verified_ = (result);                             \
        QVERIFY2(!verified_.ok(), "an error was due, and none came"); \
        QCOMPARE(verified_.error().code, error_code);                 \
    } while (false)
