#pragma once

#include "metrics/record_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// One JSON object a line; a line without a step (step_rank) carries no points. A last line without its line
/// end is taken once its object has closed.
class JsonlSource final : public TailSource, private RecordTail::Sink {
 public:
    explicit JsonlSource(const std::filesystem::path& path);
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    Status read_on() override { return tail_.poll(*this); }
    void on_restart() override { restart(); }
    bool on_record(std::string_view record, bool ended) override;
    [[nodiscard]] bool is_full() const override { return has_batch(); }

    RecordTail tail_;
};

}  // namespace stepvault
