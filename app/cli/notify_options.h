// The options --notify and --notify-form, and the messages that a webhook gets.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "notify/webhook_message.h"

namespace CLI {
class App;
}  // namespace CLI

namespace stepvault::cli {

struct NotifyOptions {
    std::string address;  ///< empty for no webhook; a secret
    std::string form;     ///< empty for the one that fits the address

    /// nullopt if there is none. ErrorCode::invalid_argument if the address is not valid, unsupported in a
    /// build that cannot send.
    [[nodiscard]] Result<std::optional<Webhook>> webhook() const;
};

/// The options write into `options`, which must outlive the parsing. Without --notify the environment
/// variable STEPVAULT_NOTIFY counts.
void add_notify_options(CLI::App& command, NotifyOptions& options, const std::string& description);

/// For people.
EventText webhook_text(const RunEvent& event);

}  // namespace stepvault::cli
