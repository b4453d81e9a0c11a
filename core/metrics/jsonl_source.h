#pragma once

#include "metrics/record_source.h"

namespace stepvault {

/// One JSON object a line; a line without a step (step_rank) carries no points. A last line without its line
/// end is taken once its object has closed.
class JsonlSource final : public RecordSource {
 public:
    explicit JsonlSource(const std::filesystem::path& path);

 private:
    bool on_record(std::string_view record, bool ended) override;
};

}  // namespace stepvault
