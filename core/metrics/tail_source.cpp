#include "metrics/tail_source.h"

#include <utility>

namespace stepvault {

Result<std::vector<MetricPoint>> TailSource::poll() {
    points_.clear();
    restarted_ = false;
    const auto status = read_on();
    // Points that were read do not come again; the failure does.
    if (!status.ok() && points_.empty()) return status.error();
    return std::exchange(points_, {});
}

}  // namespace stepvault
