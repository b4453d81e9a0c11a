#pragma once

namespace stepvault {

/// The probability that nobody has stopped a job before it has trained for so long: exploratory jobs often
/// end early. Time is that of training alone, in seconds.
class Survival {
 public:
    /// Nobody stops it.
    Survival() = default;
    /// Stopped at any moment alike, after `mean` seconds on average.
    static Survival constant(double mean);
    /// Successive halving (Hyperband, ASHA): at `first` seconds, and whenever the time has grown by `factor`
    /// since, one in `factor` goes on. Li et al., JMLR 18(185), 2018.
    static Survival halving(double first, double factor);

    [[nodiscard]] double at(double seconds) const;
    /// Of a job that is running at `from`.
    [[nodiscard]] double at(double seconds, double from) const;
    /// Its times are positive, and rungs grow.
    [[nodiscard]] bool makes_sense() const;
    [[nodiscard]] bool is_certain() const { return kind_ == Kind::certain; }

 private:
    enum class Kind { certain, constant, halving };
    Kind kind_ = Kind::certain;
    double time_ = 0;
    double factor_ = 1;
};

}  // namespace stepvault
