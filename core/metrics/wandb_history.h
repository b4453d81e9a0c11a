#pragma once

#include <vector>

#include "base/bytes.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// Appends the points of one message of a .wandb file; none if the message has no history or is damaged.
/// Treats fields like those of a line of JSON (append_points); splits values that are objects, except W&B's
/// own media types.
///
/// Field numbers (wandb/proto/wandb_internal.proto in wandb/wandb): Record{2 HistoryRecord{1 repeated
/// HistoryItem{1 key, 2 repeated nested_key, 16 value_json}, 2 HistoryStep{1 num}}}. The item _step counts
/// the calls to log(); HistoryStep replaces it where it is missing.
void append_history(ByteView record, std::vector<MetricPoint>& points);

}  // namespace stepvault
