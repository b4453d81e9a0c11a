#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// Extracts the scalars from the Event messages of one TensorBoard file. Not thread-safe.
///
/// Field numbers (event.proto and summary.proto in tensorflow/tensorboard, tensorboard/compat/proto): Event{1
/// wall_time double, 2 step int64, 5 Summary{1 repeated Value{1 tag, 2 simple_value float, 8 TensorProto, 9
/// metadata{1 plugin_data{1 plugin_name}}}}}. A writer may name the plugin only in a tag's first value; tags
/// of plugins other than "scalars" (histograms, images, text, ...) give no points.
class EventMessages {
 public:
    /// `prefix` is put before each tag.
    explicit EventMessages(std::string prefix) : prefix_(std::move(prefix)) {}

    /// Appends the points of one message; none if the message is damaged.
    void append_points(ByteView event, std::vector<MetricPoint>& points);
    /// Call when the file starts again from its beginning.
    void clear() { others_.clear(); }

 private:
    void append_value(ByteView value, std::vector<MetricPoint>& points);

    std::string prefix_;
    std::set<std::string, std::less<>> others_;  ///< tags of other plugins
};

}  // namespace stepvault
