// A cost model as text for people, and as the JSON of `bench serialize --json`.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "partition/measured_costs.h"

namespace stepvault::cli {

std::string describe_cost_model(Scheme scheme, const CostModel& model);
nlohmann::ordered_json cost_model_json(const CostModel& model);

/// Reads a file with the output of `bench serialize --json`.
Result<MeasuredCosts> read_measured_costs(const std::filesystem::path& file);

}  // namespace stepvault::cli
