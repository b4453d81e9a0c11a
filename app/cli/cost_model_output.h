// A cost model for people, and as `bench serialize --json` writes it for others to read back.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "partition/measured_costs.h"

namespace stepvault::cli {

std::string describe_cost_model(Scheme scheme, const CostModel& model);
nlohmann::ordered_json cost_model_json(const CostModel& model);

/// What `bench serialize --json` wrote into a file.
Result<MeasuredCosts> read_measured_costs(const std::filesystem::path& file);

}  // namespace stepvault::cli
