// The settings in a text of YAML or JSON. Include in .cpp files only.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// The first document of a YAML text, within the limits of SettingsTree. Plain scalars get the types of
/// typed_value(); quoted ones are text. Tags such as !!python/object are inert: the value below them counts,
/// and the name in "!!python/name:torch.relu" where there is no value. Errors name the line. No exception
/// leaves this function. ErrorCode::corrupt, limit.
Result<nlohmann::json> parse_yaml_settings(std::string_view text);
/// A JSON text; accepts the bare NaN and Infinity that Python writes. ErrorCode::corrupt, limit.
Result<nlohmann::json> parse_json_settings(std::string_view text);

}  // namespace stepvault
