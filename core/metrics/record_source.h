#pragma once

#include "metrics/record_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// A source whose file is a list of records, read one by one. Derived classes implement on_record(), and
/// on_restart() if they keep state besides the points.
class RecordSource : public TailSource, protected RecordTail::Sink {
 public:
    [[nodiscard]] const std::filesystem::path& path() const final { return tail_.path(); }

 protected:
    /// The parameters are those of RecordTail.
    RecordSource(const std::filesystem::path& path, RecordTail::Quotes quotes, std::size_t longest)
        : tail_(path, quotes, longest) {}
    void on_restart() override { restart(); }

 private:
    Status read_on() final { return tail_.poll(*this); }
    [[nodiscard]] bool is_full() const final { return has_batch(); }

    RecordTail tail_;
};

}  // namespace stepvault
