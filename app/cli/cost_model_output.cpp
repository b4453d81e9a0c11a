#include "cost_model_output.h"

#include <cmath>
#include <fstream>

#include "text_format.h"

namespace stepvault::cli {

std::string describe_cost_model(Scheme scheme, const CostModel& model) {
    const auto rate = [](double per_byte) {
        return per_byte > 0 ? format_fixed(1e-9 / per_byte, 2) + " GB/s" : std::string("no time");
    };
    const auto terms = [&](double tensor, double byte, double sampled) {
        return format_fixed(tensor * 1e6, 1) + " us a tensor, bytes at " + rate(byte) + ", planning at " +
               rate(sampled);
    };
    auto text = "coding a delta by " + name_of(scheme) + ", one thread a process\nonce      " +
                format_fixed(model.start * 1e3, 2) + " ms, " +
                terms(model.once_per_tensor, model.once_per_byte, model.once_per_sampled_byte) +
                "\na share   " + terms(model.per_tensor, model.per_byte, model.per_sampled_byte) + "; " +
                format_fixed(100 * model.crowding, 0) +
                " % longer for each other busy process\ntensors cost more than their bytes below " +
                format_bytes(static_cast<std::uint64_t>(model.lower)) + " each";
    if (std::isfinite(model.upper)) {
        text +=
            "; large ones take longer from " + format_bytes(static_cast<std::uint64_t>(model.upper)) + " on";
    }
    return text + "; worst deviation " + format_fixed(100 * model.worst, 0) + " %";
}

nlohmann::ordered_json cost_model_json(const CostModel& model) {
    nlohmann::ordered_json json{{"start_seconds", model.start},
                                {"once_seconds_per_tensor", model.once_per_tensor},
                                {"once_seconds_per_byte", model.once_per_byte},
                                {"once_seconds_per_sampled_byte", model.once_per_sampled_byte},
                                {"seconds_per_sampled_byte", model.per_sampled_byte},
                                {"seconds_per_tensor", model.per_tensor},
                                {"seconds_per_byte", model.per_byte},
                                {"crowding", model.crowding},
                                {"lower_mean_bytes", model.lower},
                                {"upper_mean_bytes", nullptr}};
    if (std::isfinite(model.upper)) json["upper_mean_bytes"] = model.upper;
    return json;
}

Result<MeasuredCosts> read_measured_costs(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) return Error{ErrorCode::not_found, file.native() + " cannot be opened"};
    const auto json = nlohmann::json::parse(in, nullptr, false);
    MeasuredCosts costs;
    const auto number = [&](const char* name, double& value) {
        if (!json.is_object() || !json.contains(name) || !json[name].is_number()) return false;
        value = json[name].get<double>();
        return value >= 0;
    };
    auto& m = costs.model;
    const bool whole =
        number("start_seconds", m.start) && number("once_seconds_per_tensor", m.once_per_tensor) &&
        number("once_seconds_per_sampled_byte", m.once_per_sampled_byte) &&
        number("seconds_per_sampled_byte", m.per_sampled_byte) &&
        number("once_seconds_per_byte", m.once_per_byte) && number("seconds_per_tensor", m.per_tensor) &&
        number("seconds_per_byte", m.per_byte) && number("crowding", m.crowding) &&
        number("lower_mean_bytes", m.lower) && number("coded_share", costs.coded_share) &&
        json.contains("scheme") && json["scheme"].is_string();
    if (!whole) {
        return Error{ErrorCode::invalid_argument,
                     file.native() + " is not the output of `stepvault bench serialize --json`"};
    }
    STEPVAULT_ASSIGN(scheme, scheme_named(json["scheme"].get<std::string>()));
    costs.scheme = scheme;
    (void)number("upper_mean_bytes", m.upper);
    return costs;
}

}  // namespace stepvault::cli
