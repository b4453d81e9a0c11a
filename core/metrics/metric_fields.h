// The meaning of metric fields, judged by their names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric_source.h"

namespace stepvault {

/// A number in a JSON object; nested names are joined by '/'.
struct NumberField {
    std::string name;
    double value = 0;
};

/// How strongly a field's name means "step"; lower is stronger: step, global_step, trainer/global_step and
/// train/global_step (Lightning and the Hugging Face Trainer to W&B), time/total_timesteps and
/// total_timesteps (Stable-Baselines3), iter, iteration, _step, epoch. nullopt for all other names. Ignores
/// case.
std::optional<std::size_t> step_rank(std::string_view name);
/// True if `name` contains "loss" in any case.
bool names_loss(std::string_view name);
/// True for time, timestamp, _timestamp, wall_time.
bool is_time_name(std::string_view name);

/// The value as a count, if it is finite, integral and exact as a double.
std::optional<std::int64_t> to_step(double value);
/// Converts seconds, milli-, micro- or nanoseconds since the epoch to seconds; 0 for a value that is no time
/// since the epoch (loggers also call the duration of a step "time").
double to_epoch_seconds(double value);
/// Converts a name to a tag: removes the spaces that some loggers pad with; keeps only the ASCII part of a
/// name that is not UTF-8, because tags go into JSON. Empty for names of more than 256 bytes.
std::string clean_tag(std::string_view name);
/// Parses all of `text`, apart from surrounding spaces; accepts nan, inf and infinity in any case. nullopt
/// otherwise.
std::optional<double> to_number(std::string_view text);

/// Converts the fields of one line to points. The strongest step field that is an integer gives the step, a
/// time field gives the time, and each other field gives a point. A time that is not since the epoch (the
/// time since the start, or a duration) also gives a point. Ignores names that begin with '_', which W&B uses
/// itself. Appends nothing where there is no step.
void append_points(std::span<const NumberField> fields, std::vector<MetricPoint>& points);

}  // namespace stepvault
