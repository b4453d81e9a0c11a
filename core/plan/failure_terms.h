// What failures do on the way through one iteration or one stall. Daly, FGCS 22(3), 2006: a failure comes at
// a constant rate, also while a restart is under way.
#pragma once

#include <cmath>

namespace stepvault {

/// On the way through `length` seconds, until they are passed for the first time.
struct FailureTerms {
    double growth = 0;      ///< times that what lies before is passed again: e^h - 1
    double passed = 0;      ///< seconds passed, the lost ones included, per second of length
    double failures = 0;    ///< those in restarts included
    double restarting = 0;  ///< seconds
};

/// `rate`: failures a second; `length` and `restart`: seconds.
inline FailureTerms failure_terms(double rate, double length, double restart) {
    FailureTerms terms;
    const double hazard = rate * length;
    terms.growth = std::expm1(hazard);
    terms.passed = hazard > 0 ? terms.growth / hazard : 1;
    terms.failures = terms.growth * std::exp(rate * restart);
    terms.restarting = terms.growth * (rate > 0 ? std::expm1(rate * restart) / rate : restart);
    return terms;
}

/// Remembers the last answer: iterations are mostly alike.
class FailureTermsCache {
 public:
    FailureTermsCache(double length, double restart) : length_(length), restart_(restart) {}

    const FailureTerms& at(double rate) {
        if (rate != rate_) terms_ = failure_terms(rate_ = rate, length_, restart_);
        return terms_;
    }

 private:
    double length_;
    double restart_;
    double rate_ = -1;
    FailureTerms terms_;
};

}  // namespace stepvault
