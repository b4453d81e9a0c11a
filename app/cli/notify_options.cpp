#include "notify_options.h"

#include <CLI/CLI.hpp>

#include "text_format.h"

namespace stepvault::cli {

namespace {

std::string free_text(const std::optional<DiskSpace>& disk) {
    if (!disk || disk->total == 0) return "Writing to the vault's disk fails for lack of space.";
    constexpr double percent = 100;
    const double share = percent * static_cast<double>(disk->free) / static_cast<double>(disk->total);
    return "Only " + format_bytes(disk->free) + " are free on the vault's disk (" + format_fixed(share, 1) +
           " %).";
}

std::string damage_text(std::uint64_t places) {
    return format_count(places) + (places == 1 ? " place is" : " places are") +
           " damaged; repair by: stepvault verify --repair";
}

}  // namespace

Result<std::optional<Webhook>> NotifyOptions::webhook() const {
    if (address.empty()) return std::optional<Webhook>();
    if (!can_post())
        return Error{ErrorCode::unsupported, "--notify needs libcurl, which is missing here"};
    STEPVAULT_ASSIGN(parsed, parse_webhook(address, webhook_form_of(form)));
    return std::optional(std::move(parsed));
}

void add_notify_options(CLI::App& command, NotifyOptions& options, const std::string& description) {
    command
        .add_option("--notify", options.address,
                    description + "; in STEPVAULT_NOTIFY no other user can see the address")
        ->envname("STEPVAULT_NOTIFY")
        ->type_name("URL");
    command
        .add_option("--notify-form", options.form,
                    "What the webhook reads; without this option, the form that fits the address")
        ->check(CLI::IsMember({"ntfy", "slack", "json"}));
}

EventText webhook_text(const RunEvent& event) {
    const auto step = event.step ? format_step(*event.step) : "?";
    switch (event.kind) {
        case EventKind::stalled:
            return {event.run, "Stalled: nothing came after step " + step + "."};
        case EventKind::diverged:
            return {event.run,
                    "Diverged: at step " + step + " the loss is " + format_value(event.loss) + "."};
        case EventKind::finished:
            return {event.run, "Finished at step " + step +
                                   (event.loss ? " with a loss of " + format_value(event.loss) : "") + "."};
        case EventKind::disk_low:
            return {"Little space is left", free_text(event.disk)};
        case EventKind::damage:
            break;
    }
    return {"The vault is damaged", damage_text(event.damaged)};
}

}  // namespace stepvault::cli
