#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// The form of message that a webhook expects.
enum class WebhookForm {
    ntfy,   ///< ntfy.sh: plain text, the title in a header
    slack,  ///< {"text": ...}; Mattermost and Rocket.Chat read this as well
    json,   ///< the event's fields and its text
};

inline constexpr std::array webhook_forms{WebhookForm::ntfy, WebhookForm::slack, WebhookForm::json};

/// "ntfy", "slack", "json".
std::string_view webhook_form_name(WebhookForm form);
std::optional<WebhookForm> webhook_form_of(std::string_view name);

/// The address that events are sent to. It is a secret: no message or file may hold more than `place` and
/// `key`.
struct Webhook {
    std::string url;
    std::string place;  ///< scheme, host and port, such as "https://hooks.slack.com"
    WebhookForm form = WebhookForm::json;

    /// Four digits that tell a user's few webhooks apart, and are too short to give one away.
    [[nodiscard]] std::string key() const;
};

/// `form`: nullopt for the one that the host suggests. ErrorCode::invalid_argument for another scheme than
/// http and https, or no valid host; the message does not repeat the text.
Result<Webhook> parse_webhook(std::string_view text, std::optional<WebhookForm> form = {});

}  // namespace stepvault
