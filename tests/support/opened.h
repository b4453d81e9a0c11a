// Takes the value of a Result in a test; a test that meets an error says it.
#pragma once

#include <QtTest>

#include "base/result.h"

#define VERIFY_OK(result)                                                                  \
    do {                                                                                   \
        const auto& verified_ = (result);                                                  \
        QVERIFY2(verified_.ok(), verified_.ok() ? "" : verified_.error().message.c_str()); \
    } while (false)
