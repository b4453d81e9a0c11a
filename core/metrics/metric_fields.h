// What the fields of a line of metrics mean, by their names.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/metric_source.h"

namespace stepvault {

/// A number of a JSON object, nested names joined by '/'.
struct NumberField {
    std::string name;
    double value = 0;
};

/// How strongly a field's name says "step": lower is stronger (step, global_step, trainer/global_step and
/// train/global_step, as Lightning and the Hugging Face Trainer name it to W&B, time/total_timesteps and
/// total_timesteps, as Stable-Baselines3 does, iter, iteration, _step, epoch), nullopt for all other names.
/// Case does not matter.
std::optional<std::size_t> step_rank(std::string_view name);
/// "loss" is in it, in any case.
bool names_loss(std::string_view name);
/// time, timestamp, _timestamp, wall_time.
bool is_time_name(std::string_view name);

/// A number that counts something: finite, whole, exact as a double.
std::optional<std::int64_t> to_step(double value);
/// Seconds since the epoch from seconds, milli-, micro- or nanoseconds; 0 for what is no time since the epoch
/// (loggers also call a step's duration "time").
double to_epoch_seconds(double value);
/// A name as a tag: without the spaces that some loggers pad with; names in another encoding than UTF-8 keep
/// their ASCII part, since tags go into JSON. Empty for names of more than 256 bytes.
std::string clean_tag(std::string_view name);
/// All of `text`, spaces around it aside; nan, inf, infinity in any case. nullopt for all else.
std::optional<double> to_number(std::string_view text);

/// Turns one line's fields into points: the strongest step field that is a whole number gives the step, a
/// time field the time, each other one a point, a time that is none since the epoch too (it has passed since
/// the start, or is a duration), except for names with '_' in front, which are W&B's own. Nothing where there
/// is no step.
void append_points(std::span<const NumberField> fields, std::vector<MetricPoint>& points);

}  // namespace stepvault
