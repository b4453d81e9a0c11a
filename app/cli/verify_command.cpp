#include <iostream>

#include "base/wall_clock.h"
#include "commands.h"
#include "exit_code.h"
#include "json_output.h"
#include "library/services/event_watch.h"
#include "notify_options.h"
#include "remote/client/copy_place.h"
#include "remote/copy/copy_check.h"
#include "remote/copy/store_copies.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct VerifyArguments {
    bool repair = false;
    std::string from;  ///< copy of the vault to repair from; empty for none
    std::string copy;  ///< copy to verify instead of the vault; empty for none
    bool originals = false;
    std::optional<double> parity;  ///< percent to keep from now on; 0 for none
    NotifyOptions notify;
};

nlohmann::ordered_json to_json(const std::vector<DamageReport>& reports) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& r : reports)
        list.push_back({{"run", r.run}, {"id", r.checkpoint_id}, {"what", r.what}});
    return list;
}

void print(const char* verdict, const std::vector<DamageReport>& reports) {
    for (const auto& r : reports) {
        std::cout << verdict << "  " << printable(r.run)
                  << (r.run.empty() || r.checkpoint_id.empty() ? "" : " ") << printable(r.checkpoint_id)
                  << (r.run.empty() && r.checkpoint_id.empty() ? "" : ": ") << printable(r.what) << "\n";
    }
}

nlohmann::ordered_json json_of(const RepairReport& report, const std::optional<OriginalsReport>& originals,
                               bool repair) {
    const auto& after = report.after;
    nlohmann::ordered_json json{{"checkpoints", after.checkpoints},
                                {"bytes", after.bytes},
                                {"in_quarantine", after.quarantined},
                                {"damage", to_json(after.damage)},
                                {"unread", to_json(after.unread)}};
    if (repair) {
        json["repaired"] = to_json(report.repaired);
        json["quarantined"] = to_json(report.quarantined);
        json["hindered"] = to_json(report.hindered);
    }
    if (originals) {
        json["originals"] = {{"compared", originals->compared},
                             {"gone", originals->gone},
                             {"bytes", originals->bytes},
                             {"damage", to_json(originals->damage)}};
    }
    return json;
}

void print_report(const RepairReport& report, const std::optional<OriginalsReport>& originals, bool repair) {
    const auto& after = report.after;
    print("repaired", report.repaired);
    print("quarantined", report.quarantined);
    print("left as it is", report.hindered);
    print("damaged", after.damage);
    print("not checked", after.unread);
    if (originals) {
        print("damaged", originals->damage);
        std::cout << "compared " << originals->compared << " originals, " << format_bytes(originals->bytes)
                  << ": "
                  << (originals->damage.empty() ? "each stored copy is identical, or within its stated error"
                                                : std::to_string(originals->damage.size()) + " differ")
                  << "; " << originals->gone << " are gone or changed\n";
    }
    std::cout << "verified " << after.checkpoints << " checkpoints, " << format_bytes(after.bytes) << ": "
              << (after.damage.empty() ? "all sound" : std::to_string(after.damage.size()) + " damaged");
    if (after.quarantined > 0) std::cout << "; " << after.quarantined << " in quarantine";
    std::cout << "\n";
    if (!after.damage.empty() && !repair)
        std::cout << "repair it by: stepvault verify --repair [--from a copy of the vault]\n";
}

/// Tells what is kept from now on. The errors of runs whose steps keep what they had.
Result<std::vector<Error>> set_parity(VaultHandle& library, double percent, const CommandContext& context) {
    STEPVAULT_ASSIGN(hindered, library.maintenance().set_parity(
                                   percent > 0 ? std::optional(percent) : std::nullopt, context.job));
    if (context.json) return hindered;
    if (percent > 0)
        std::cout << "parity of " << format_value(percent) << " % is kept from now on\n";
    else
        std::cout << "parity is no longer kept\n";
    for (const auto& error : hindered)
        std::cout << "not yet  " << printable(error.message) << "\n";
    return hindered;
}

/// Damage that was there at the last check is told no more.
Status tell_damage(const VaultHandle& library, const Webhook& webhook,
                   const std::vector<DamageReport>& damage, const JobContext& job) {
    WebhookNotifier notifier(library.folder(), webhook, {EventKind::damage},
                             [](const RunEvent& event) { return webhook_text(event); });
    const auto outcome = notifier.look({.time = unix_seconds(), .damaged = damaged_places(damage)}, job.stop);
    return outcome.problem ? Status(*outcome.problem) : Status();
}

/// The exit code stays that of the damage, which is worth more than the reason why nobody was told.
void say_untold(const Status& told) {
    if (!told) (void)fail(told.error());
}

Result<RepairRequest> repair_request(const std::string& from, const CommandContext& context) {
    if (from.empty() || !is_copy_place(from)) return RepairRequest{.from = from};
    STEPVAULT_ASSIGN(store, open_copy(from, context));
    STEPVAULT_ASSIGN(copies, StoreCopies::open(std::move(store), context.job));
    RepairRequest request;
    request.copies.push_back(std::move(copies));
    return request;
}

/// Each time, since a copy keeps no history of what was told.
Status tell_damage(const CopyVerdict& verdict, const std::string& copy, const Webhook& webhook,
                   const JobContext& job) {
    const auto files = verdict.damage.size();
    const EventText text{"The copy in " + copy + " is damaged",
                         format_count(files) + (files == 1 ? " file is" : " files are") +
                             " damaged; copy the runs again by: stepvault copy"};
    return send_to_webhook(webhook, webhook_request(webhook, text), {}, job.stop);
}

Result<int> run_verify_copy(const VerifyArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(webhook, arguments.notify.webhook());
    STEPVAULT_ASSIGN(store, open_copy(arguments.copy, context));
    STEPVAULT_ASSIGN(verdict, verify_copy(*store, context.job));
    if (context.json) {
        print_json({{"copy", store->name()},
                    {"runs", verdict.runs},
                    {"checkpoints", verdict.checkpoints},
                    {"bytes", verdict.bytes},
                    {"damage", to_json(verdict.damage)}});
    } else {
        print("damaged", verdict.damage);
        std::cout << "verified the copy in " << printable(store->name()) << ": " << verdict.runs << " runs, "
                  << verdict.checkpoints << " checkpoints, " << format_bytes(verdict.bytes) << ": "
                  << (verdict.damage.empty() ? "all sound"
                                             : std::to_string(verdict.damage.size()) + " files damaged")
                  << "\n";
    }
    if (verdict.damage.empty()) return done;
    if (webhook) say_untold(tell_damage(verdict, store->name(), *webhook, context.job));
    return damaged;
}

Result<int> run_verify(const VerifyArguments& arguments, const CommandContext& context) {
    if (!arguments.copy.empty()) return run_verify_copy(arguments, context);
    STEPVAULT_ASSIGN(webhook, arguments.notify.webhook());
    RepairReport report;
    if (arguments.repair) {
        const auto written = Vault::write_file_anew(context.vault);
        if (written && *written)
            report.repaired.push_back({"", "", "vault.json is written anew; what was set in it is gone"});
    }
    STEPVAULT_ASSIGN(library, open_library(context));
    if (arguments.repair) {
        STEPVAULT_ASSIGN(request, repair_request(arguments.from, context));
        STEPVAULT_ASSIGN(repaired, library->maintenance().repair(request, context.job));
        repaired.repaired.insert(repaired.repaired.begin(), report.repaired.begin(), report.repaired.end());
        report = std::move(repaired);
    }
    std::vector<Error> hindered;
    if (arguments.parity) {
        STEPVAULT_ASSIGN(found, set_parity(*library, *arguments.parity, context));
        hindered = std::move(found);
    }
    if (!arguments.repair) {
        STEPVAULT_ASSIGN(verified, library->maintenance().verify(context.job));
        report.after = std::move(verified);
    }
    std::optional<OriginalsReport> originals;
    if (arguments.originals) {
        STEPVAULT_ASSIGN(compared, library->maintenance().compare_originals(context.job));
        originals = std::move(compared);
    }
    if (context.json)
        print_json(json_of(report, originals, arguments.repair));
    else
        print_report(report, originals, arguments.repair);
    const bool is_whole = (!originals || originals->damage.empty()) && report.after.damage.empty() &&
                          report.quarantined.empty();
    if (webhook) say_untold(tell_damage(*library, *webhook, report.after.damage, context.job));
    if (is_whole && !hindered.empty()) return hindered.front();
    if (is_whole && !report.hindered.empty()) {
        return Error{ErrorCode::locked, "some runs were not repaired, for the reasons above"};
    }
    if (is_whole && !report.after.unread.empty()) {
        return Error{ErrorCode::permission,
                     "some runs were not checked, since only their owner can read them"};
    }
    return is_whole ? done : damaged;
}

}  // namespace

void add_verify_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("verify", "Check every stored byte against its checksum", run_verify);
    auto* repair =
        command.add_flag("--repair", arguments.repair,
                         "Replace damaged files with sound ones; quarantine files that cannot be repaired");
    command
        .add_option("--from", arguments.from,
                    "Copy to repair from: a place of `copy`, another folder with the vault, or the one that "
                    "holds the folders of a cluster's nodes")
        ->needs(repair)
        ->check(CLI::Validator(
            [](const std::string& place) {
                return is_copy_place(place) ? std::string() : CLI::ExistingDirectory(place);
            },
            ""))
        ->type_name("PLACE");
    auto* originals = command.add_flag(
        "--originals", arguments.originals,
        "Also decode the stored checkpoints and compare them with originals that still exist");
    auto* parity =
        command
            .add_option(
                "--parity", arguments.parity,
                "From now on, keep parity of this size for each step file, for repairs without a copy")
            ->transform([](const std::string& text) {
                if (text == "off") return std::string("0");
                return text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
            })
            ->check(CLI::Range(0.0, 100.0))
            ->type_name("PERCENT|off");
    command.add_option("--copy", arguments.copy, "Verify this copy, a place of `copy`, instead of the vault")
        ->excludes(repair)
        ->excludes(originals)
        ->excludes(parity)
        ->type_name("PLACE");
    add_notify_options(command, arguments.notify, "Tell this webhook of new damage; of a copy's, each time");
    line.with_json(command);
}

}  // namespace stepvault::cli
