#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "base/progress.h"

namespace stepvault {

/// Reports a sequence of parts as progress of the whole; each part has its own share of the bytes. Used by
/// the working thread; the job outlives this object.
class PartProgress : public ProgressSink {
 public:
    /// `item`: the reported item; where it is empty, each part's own item is reported.
    explicit PartProgress(const JobContext& job, std::string item = {}) : job_(job) {
        whole_.item = std::move(item);
    }

    void expect(std::uint64_t bytes) { whole_.total += bytes; }
    /// Begins the next part; the part before is done.
    void begin(std::uint64_t bytes) {
        whole_.done += part_;
        part_ = bytes;
    }
    void end() {
        begin(0);
        job_.report(whole_);
    }
    void on_progress(const Progress& progress) override {
        auto now = whole_;
        if (now.item.empty()) now.item = progress.item;
        if (progress.total > 0) {
            const auto share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
            now.done += static_cast<std::uint64_t>(std::min(1.0, share) * static_cast<double>(part_));
        }
        job_.report(now);
    }
    /// The job to pass to the current part.
    [[nodiscard]] JobContext job() { return {job_.stop, this}; }

 private:
    const JobContext& job_;
    Progress whole_;
    std::uint64_t part_ = 0;  ///< bytes of the current part
};

}  // namespace stepvault
