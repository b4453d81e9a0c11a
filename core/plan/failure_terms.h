// Effects of failures during one iteration or one stall. Daly, FGCS 22(3), 2006: failures come at a constant
// rate, also during a restart.
#pragma once

#include <cmath>

namespace stepvault {

/// Effects while passing `length` seconds, until they are passed for the first time.
struct FailureTerms {
    double growth = 0;      ///< number of times that everything before is passed again: e^h - 1
    double passed = 0;      ///< seconds passed, including lost ones, per second of length
    double failures = 0;    ///< including those in restarts
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

/// Caches the last result, because most iterations are alike.
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
