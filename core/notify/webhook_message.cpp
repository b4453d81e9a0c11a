#include "notify/webhook_message.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/utf8.h"

namespace stepvault {

namespace {

using Json = nlohmann::ordered_json;

/// Base64 (RFC 4648).
std::string base64(std::string_view bytes) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto part = bytes.substr(i, 3);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8U | (k < part.size() ? static_cast<unsigned char>(part[k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= part.size() ? digits[bits >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

/// As the value of a header: one line, and outside ASCII an encoded word (RFC 2047).
std::string header_text(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(line, is_control, ' ');
    const bool is_ascii =
        std::ranges::all_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return is_ascii ? line : "=?UTF-8?B?" + base64(valid_utf8(line)) + "?=";
}

std::string one_text(const EventText& text) {
    return valid_utf8(text.title) + ": " + valid_utf8(text.text);
}

/// Slack reads these three as the beginnings of links and names.
std::string slack_text(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else
            escaped += c;
    }
    return escaped;
}

Json fields_of(const RunEvent& event) {
    Json json{{"event", event_kind_name(event.kind)}, {"time", event.time}};
    if (!event.run_id.empty()) {
        json["run"] = valid_utf8(event.run);
        json["run_id"] = event.run_id;
    }
    if (event.step) json["step"] = *event.step;
    // JSON has no word for NaN and infinity.
    if (event.loss) json["loss"] = std::isfinite(*event.loss) ? Json(*event.loss) : Json();
    if (event.disk) {
        json["free_bytes"] = event.disk->free;
        json["total_bytes"] = event.disk->total;
    }
    if (event.kind == EventKind::damage) json["damaged"] = event.damaged;
    return json;
}

HttpRequest json_request(const Webhook& webhook, const Json& json) {
    return {.url = webhook.url, .headers = {{"Content-Type", "application/json"}}, .body = json.dump()};
}

HttpRequest request_of(const Webhook& webhook, const EventText& text, bool is_urgent, Json fields) {
    switch (webhook.form) {
        case WebhookForm::ntfy:
            return {.url = webhook.url,
                    .headers = {{"Content-Type", "text/plain; charset=utf-8"},
                                {"Title", header_text(text.title)},
                                {"Tags", is_urgent ? "warning" : "white_check_mark"},
                                {"Priority", is_urgent ? "high" : "default"}},
                    .body = valid_utf8(text.text)};
        case WebhookForm::slack:
            return json_request(webhook, {{"text", slack_text(one_text(text))}});
        case WebhookForm::json:
            break;
    }
    fields["title"] = valid_utf8(text.title);
    fields["text"] = valid_utf8(text.text);
    return json_request(webhook, fields);
}

}  // namespace

HttpRequest webhook_request(const Webhook& webhook, const RunEvent& event, const EventText& text) {
    return request_of(webhook, text, event.kind != EventKind::finished, fields_of(event));
}

HttpRequest webhook_request(const Webhook& webhook, const EventText& text) {
    return request_of(webhook, text, false, {{"event", "test"}});
}

}  // namespace stepvault
