// A cost model for people, and as `bench serialize --json` writes it for others to read back.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/result.h"
#include "partition/cost_model.h"

namespace stepvault::cli {

std::string describe_cost_model(const std::string& scheme, const CostModel& model);
nlohmann::ordered_json cost_model_json(const CostModel& model);

struct MeasuredCosts {
    std::string scheme;
    CostModel model;
    double coded_share = 1;
};
/// What `bench serialize --json` wrote into a file.
Result<MeasuredCosts> read_measured_costs(const std::filesystem::path& file);

/// As measured once on two cores of an AMD EPYC with AVX-512, in memory. `scheme`: adaptive or exact.
MeasuredCosts usual_costs(const std::string& scheme);

}  // namespace stepvault::cli
