#pragma once

#include <cmath>

#include <QtTest>

namespace stepvault::test {

inline void near(double actual, double expected, double digits) {
    QVERIFY2(std::abs(actual - expected) <= digits,
             qPrintable(QStringLiteral("%1 is not %2").arg(actual, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

}  // namespace stepvault::test
