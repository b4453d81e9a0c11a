#pragma once

#include <vector>

#include "base/bytes.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// Appends the points of one message of a .wandb file; none for messages that carry no history, and where it
/// is damaged. Fields are taken as those of a line of JSON (append_points); values that are objects are taken
/// apart, except W&B's own media types.
///
/// Field numbers (wandb/proto/wandb_internal.proto in wandb/wandb): Record{2 HistoryRecord{1 repeated
/// HistoryItem{1 key, 2 repeated nested_key, 16 value_json}, 2 HistoryStep{1 num}}}. The item _step is the
/// count of calls to log(); HistoryStep stands for it where there is none.
void append_history(ByteView record, std::vector<MetricPoint>& points);

}  // namespace stepvault
