#pragma once

#include <string>

#include "notify/http_post.h"
#include "notify/run_event.h"
#include "notify/webhook.h"

namespace stepvault {

/// An event in words for people.
struct EventText {
    std::string title;  ///< the run's name where it is about one
    std::string text;   ///< a sentence
};

/// The request that tells a webhook of an event, in the webhook's form.
HttpRequest webhook_request(const Webhook& webhook, const RunEvent& event, const EventText& text);
/// The same for a message that is about no event.
HttpRequest webhook_request(const Webhook& webhook, const EventText& text);

}  // namespace stepvault
