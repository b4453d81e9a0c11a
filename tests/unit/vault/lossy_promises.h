// The promises of the lossy schemes for a restored checkpoint.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <QtTest>

#include "support/scratch_run.h"

namespace stepvault::test {

/// Checks the restored file's payloads against the original's: the promises of `lc` for each element.
inline void compare_lossy(const std::string& original, const std::string& restored, std::size_t header) {
    QCOMPARE(restored.size(), original.size());
    QCOMPARE(restored.substr(0, header), original.substr(0, header));
}

inline std::size_t header_of(const std::string& bytes) {
    return 8 + load<std::uint64_t>(as_view(bytes));
}

/// Compares a lossy step with its original and with the restored step before it.
inline void hold_promises(const StepFile& step, const std::string& original, const std::string& restored,
                          const std::string& before) {
    double lost = 0;
    double changed = 0;
    double largest = 0;
    for (const auto& payload : step.layout().payloads) {
        const auto part = [&](const std::string& file) {
            return as_view(file).subspan(payload.offset, payload.length);
        };
        if (!is_lossy_float(payload.dtype)) {
            QVERIFY(as_text(part(original)) == as_text(part(restored)));
            continue;
        }
        for (std::size_t e = 0; e < payload.count(); ++e) {
            const double u = element_at(payload.dtype, part(original), e);
            const double r = element_at(payload.dtype, part(restored), e);
            const double b = element_at(payload.dtype, part(before), e);
            if (u == 0 && b == 0) QVERIFY(r == 0);
            if (payload.role == Role::second_moment) QVERIFY(r >= 0);
            if (payload.optimizer) continue;
            lost += (u - r) * (u - r);
            changed += (u - b) * (u - b);
            largest = std::max(largest, std::abs(u - r));
        }
    }
    QVERIFY(std::abs(step.meta().relative_error - std::sqrt(lost / changed)) < 1e-9);
    QCOMPARE(step.meta().max_abs_error, largest);
}

}  // namespace stepvault::test
