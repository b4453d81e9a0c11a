#pragma once

#include <optional>
#include <set>

#include <QString>

#include "notify/run_event.h"
#include "notify/webhook.h"

namespace stepvault::ui {

/// The webhook that the user chose.
struct WebhookSettings {
    QString address = {};                  ///< a secret; empty for none
    std::optional<WebhookForm> form = {};  ///< nullopt: the one that fits the address
    std::set<EventKind> kinds = {event_kinds.begin(), event_kinds.end()};  ///< to tell of

    bool operator==(const WebhookSettings&) const = default;
};

}  // namespace stepvault::ui
