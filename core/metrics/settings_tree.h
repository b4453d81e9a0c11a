// A file of settings as a JSON value. Include in .cpp files only.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "metrics/hyperparameter.h"

namespace stepvault {

/// Builds a JSON value from the events of a parser. Limits against hostile input: 32 levels, 65,536 values
/// and 8 MiB of text, in which a value counts each time that an alias repeats it. Each function returns false
/// once a limit is exceeded or the events make no sense; nothing more may be added then. Not thread-safe.
class SettingsTree {
 public:
    using Anchor = std::size_t;  ///< 0: none

    bool start_map(Anchor anchor = 0);
    bool start_list(Anchor anchor = 0);
    bool end();
    /// In a map, every second value is the key of the one that follows.
    bool add(nlohmann::json value, Anchor anchor = 0);
    /// Repeats the value of an anchor.
    bool repeat(Anchor anchor);

    /// The reason why a function returned false.
    [[nodiscard]] const Error& error() const { return error_; }
    /// Null if nothing was added.
    [[nodiscard]] nlohmann::json take() { return std::move(root_); }

 private:
    /// Values and bytes of text, including all that is repeated.
    struct Cost {
        std::size_t values = 0;
        std::size_t bytes = 0;
    };
    struct Open {
        nlohmann::json value;
        std::optional<std::string> key;  ///< of the value that comes next
        Anchor anchor = 0;
        Cost before;  ///< cost of all that came before this value
    };
    struct Anchored {
        nlohmann::json value;
        Cost cost;
    };

    bool start(nlohmann::json value, Anchor anchor);
    bool put(nlohmann::json value, Anchor anchor, Cost cost);
    bool charge(Cost cost);
    bool refuse(ErrorCode code, const char* reason);

    nlohmann::json root_;
    std::vector<Open> open_;
    std::map<Anchor, Anchored> anchored_;
    Cost cost_;
    Error error_;
};

/// A value as JSON; a number that is an integer becomes one.
nlohmann::json json_value(const HyperparameterValue& value);
/// The values of a map, sorted by key. Leaves out nulls, empty maps, secrets (names such as
/// hub_token, api_key and password) and keys of more than 256 bytes; cuts
/// text of more than 4 KiB, which then ends with an ellipsis. ErrorCode::corrupt if `settings` is neither a
/// map nor null; limit.
Result<std::vector<Hyperparameter>> flatten_settings(const nlohmann::json& settings);

}  // namespace stepvault
