#include "notify/webhook.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/checksum.h"
#include "base/text.h"

namespace stepvault {

namespace {

Error refused(const char* why) {
    return {ErrorCode::invalid_argument, std::string("the webhook's address ") + why};
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    const auto begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

constexpr bool is_letter_or_digit(char c) {
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z');
}

bool is_host_name(std::string_view host) {
    return !host.empty() && std::ranges::all_of(host, [](char c) {
        return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_';
    });
}

bool is_ipv6(std::string_view host) {
    return host.size() > 2 && host.starts_with('[') && host.ends_with(']') &&
           std::ranges::all_of(host.substr(1, host.size() - 2),
                               [](char c) { return is_letter_or_digit(c) || c == ':' || c == '.'; });
}

/// The host and the port, if there is one, of "user:password@host:port".
std::optional<std::pair<std::string_view, std::string_view>> split_authority(std::string_view authority) {
    auto host = authority.substr(authority.rfind('@') + 1);
    std::string_view port;
    if (const auto colon = host.rfind(':'); colon != std::string_view::npos && !host.ends_with(']')) {
        port = host.substr(colon + 1);
        host = host.substr(0, colon);
        if (!is_number(port)) return std::nullopt;
    }
    if (!is_host_name(host) && !is_ipv6(host)) return std::nullopt;
    return std::pair(host, port);
}

WebhookForm form_for(std::string_view host) {
    if (host == "hooks.slack.com" || host == "hooks.slack-gov.com") return WebhookForm::slack;
    return host.starts_with("ntfy.") ? WebhookForm::ntfy : WebhookForm::json;
}

}  // namespace

std::string_view webhook_form_name(WebhookForm form) {
    switch (form) {
        case WebhookForm::ntfy:
            return "ntfy";
        case WebhookForm::slack:
            return "slack";
        case WebhookForm::json:
            return "json";
    }
    return "json";
}

std::optional<WebhookForm> webhook_form_of(std::string_view name) {
    const auto* const form = std::ranges::find(webhook_forms, name, webhook_form_name);
    return form == webhook_forms.end() ? std::nullopt : std::optional(*form);
}

std::string Webhook::key() const {
    constexpr unsigned mask = 0xFFFF;
    std::array<char, 5> digits{};
    std::snprintf(digits.data(), digits.size(), "%04x", static_cast<unsigned>(xxh3(as_view(url)) & mask));
    return digits.data();
}

Result<Webhook> parse_webhook(std::string_view text, std::optional<WebhookForm> form) {
    const auto url = trimmed(text);
    const auto scheme_end = url.find("://");
    const auto scheme = lower_case(url.substr(0, scheme_end));
    if (scheme_end == std::string_view::npos || (scheme != "https" && scheme != "http"))
        return refused("must begin with https:// or http://");
    if (std::ranges::any_of(url, [](char c) { return is_control(c) || c == ' ' || c == '\\'; }))
        return refused("holds a space or another character that no address has");
    const auto rest = url.substr(scheme_end + 3);
    const auto authority = split_authority(rest.substr(0, rest.find_first_of("/?#")));
    if (!authority) return refused("has no valid host after ://");
    const auto host = lower_case(authority->first);
    Webhook webhook{
        .url = std::string(url), .place = scheme + "://" + host, .form = form.value_or(form_for(host))};
    if (!authority->second.empty()) webhook.place += ":" + std::string(authority->second);
    return webhook;
}

}  // namespace stepvault
