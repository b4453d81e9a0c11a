#include "plan/survival.h"

#include <cmath>

namespace stepvault {

Survival Survival::constant(double mean) {
    Survival survival;
    survival.kind_ = Kind::constant;
    survival.time_ = mean;
    return survival;
}

Survival Survival::halving(double first, double factor) {
    Survival survival;
    survival.kind_ = Kind::halving;
    survival.time_ = first;
    survival.factor_ = factor;
    return survival;
}

bool Survival::makes_sense() const {
    if (kind_ == Kind::certain) return true;
    const bool grows = kind_ != Kind::halving || (factor_ > 1 && std::isfinite(factor_));
    return time_ > 0 && std::isfinite(time_) && grows;
}

double Survival::at(double seconds) const {
    if (kind_ == Kind::constant) return std::exp(-seconds / time_);
    if (kind_ == Kind::certain || seconds < time_) return 1;
    // A rung counts as reached at its exact time despite rounding.
    const double rungs = std::floor(std::log(seconds / time_) / std::log(factor_) + 1e-9);
    return std::pow(factor_, -rungs - 1);
}

double Survival::at(double seconds, double from) const {
    if (kind_ == Kind::constant) return std::exp((from - seconds) / time_);
    return at(seconds) / at(from);
}

}  // namespace stepvault
