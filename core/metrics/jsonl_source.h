#pragma once

#include "metrics/record_source.h"

namespace stepvault {

/// One JSON object in each line; lines without a step (step_rank) give no points. Reads a last line without a
/// line end once its object is closed.
class JsonlSource final : public RecordSource {
 public:
    explicit JsonlSource(const std::filesystem::path& path);

 private:
    bool on_record(std::string_view record, bool ended) override;
};

}  // namespace stepvault
