#pragma once

namespace stepvault {

/// The probability that nobody has stopped a job before a given time of training: exploratory jobs often end
/// early. Time is that of training alone, in seconds.
class Survival {
 public:
    /// The job is never stopped.
    Survival() = default;
    /// The job may be stopped at any moment with equal probability, after `mean` seconds on average.
    static Survival constant(double mean);
    /// Successive halving (Hyperband, ASHA): at `first` seconds, and each time the time has grown by `factor`
    /// since, one job in `factor` continues. Li et al., JMLR 18(185), 2018.
    static Survival halving(double first, double factor);

    [[nodiscard]] double at(double seconds) const;
    /// The probability for a job that is running at `from`.
    [[nodiscard]] double at(double seconds, double from) const;
    /// True if times are positive and rungs grow.
    [[nodiscard]] bool makes_sense() const;
    [[nodiscard]] bool is_certain() const { return kind_ == Kind::certain; }

 private:
    enum class Kind { certain, constant, halving };
    Kind kind_ = Kind::certain;
    double time_ = 0;
    double factor_ = 1;
};

}  // namespace stepvault
