#include <cstdlib>
#include <iostream>
#include <mutex>
#include <unistd.h>

#include "background_options.h"
#include "base/log_file.h"
#include "commands.h"
#include "exit_code.h"
#include "json_output.h"
#include "library/services/event_watch.h"
#include "library/watch/background_arguments.h"
#include "library/watch/background_record.h"
#include "notify_options.h"
#include "plan_options.h"
#include "plan_output.h"
#include "scheme_options.h"
#include "terminal_progress.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct WatchArguments {
    WatchOptions watch;
    SchemeOptions scheme;
    bool follow_plan = false;
    PlanOptions plan;
    NotifyOptions notify;
    BackgroundOptions background;
};

/// Bytes that the log of a watch in the background may have.
constexpr std::uint64_t largest_log = std::uint64_t{1} << 20;

const char* kind_name(WatchEvent::Kind kind) {
    switch (kind) {
        case WatchEvent::Kind::run_found:
            return "run_found";
        case WatchEvent::Kind::viewing:
            return "viewing";
        case WatchEvent::Kind::waiting:
            return "waiting";
        case WatchEvent::Kind::filing:
            return "filing";
        case WatchEvent::Kind::filed:
            return "filed";
        case WatchEvent::Kind::matched:
            return "matched";
        case WatchEvent::Kind::nothing_found:
            return "nothing_found";
        case WatchEvent::Kind::skipped:
        case WatchEvent::Kind::passed_over:
            return "skipped";
        case WatchEvent::Kind::missed:
            return "missed";
        case WatchEvent::Kind::metrics:
            return "metrics";
        case WatchEvent::Kind::planned:
            return "planned";
        case WatchEvent::Kind::recovered:
            return "recovered";
        default:
            return "failed";
    }
}

std::string describe_failure(const WatchEvent& e) {
    if (e.waiting == 0) return e.text;
    return std::to_string(e.waiting) + (e.waiting == 1 ? " checkpoint waits: " : " checkpoints wait: ") +
           e.text;
}

const char* match_name(Match match) {
    return match == Match::by_name ? "name" : match == Match::by_time ? "time" : "none";
}

const char* match_text(Match match) {
    switch (match) {
        case Match::by_name:
            return "has these checkpoints by their names: ";
        case Match::by_time:
            return "was being trained when these checkpoints were written: ";
        default:
            return "is a run of its own, since no run with event files fits these checkpoints by name or "
                   "time: ";
    }
}

nlohmann::ordered_json json_of(const WatchEvent& e) {
    nlohmann::ordered_json json{
        {"event", kind_name(e.kind)}, {"run", e.run}, {"item", e.item}, {"text", e.text}};
    if (e.checkpoint) json["checkpoint"] = checkpoint_json(*e.checkpoint);
    if (e.kind == WatchEvent::Kind::matched) json["match"] = match_name(e.match);
    if (e.plan) json["plan"] = nlohmann::ordered_json::parse(e.plan->to_json());
    if (!e.folder.empty()) json["folder"] = e.folder.native();
    if (e.waiting > 0) json["waiting"] = e.waiting;
    return json;
}

/// One line; empty for events that only programs need.
std::string text_of(const WatchEvent& e) {
    const auto where = printable(e.item.empty() ? e.run : e.run + "/" + e.item);
    const auto text = printable(e.text);
    switch (e.kind) {
        case WatchEvent::Kind::run_found:
            return "watching " + printable(e.run) + " in " + text;
        case WatchEvent::Kind::filed:
            return "filed    " + where + ": step " + format_step(e.checkpoint->step) + ", " +
                   format_stored(e.checkpoint->original_bytes, e.checkpoint->stored_bytes) + ", error " +
                   format_error(e.checkpoint->relative_error) + (text.empty() ? "" : "; " + text);
        case WatchEvent::Kind::planned:
            return "planned  " + where + ": " + describe(*e.plan);
        case WatchEvent::Kind::missed:
            return "missed   " + where + ": removed before it could be filed" +
                   (text.empty() ? text : " (" + text + ")");
        case WatchEvent::Kind::failed:
            return "failed   " + where + ": " + printable(describe_failure(e));
        case WatchEvent::Kind::recovered:
            return "recovered " + (e.folder.empty() ? where + ": filed again"
                                                    : printable(e.folder.native()) + ": watched again");
        case WatchEvent::Kind::matched:
            return "matched  " + where + ": " + match_text(e.match) + text;
        case WatchEvent::Kind::nothing_found:
            return "nothing  " + where +
                   ": no checkpoints (.pt, .ckpt, .safetensors, checkpoint-N, ...), no event files and no "
                   "metrics tables; to store other files, run: stepvault ingest PATH --run NAME";
        case WatchEvent::Kind::filing:
        case WatchEvent::Kind::metrics:
            return "";
        default: {
            std::string kind = kind_name(e.kind);
            kind.resize(std::max<std::size_t>(kind.size() + 1, 9), ' ');
            return kind + where + ": " + text;
        }
    }
}

nlohmann::ordered_json json_of(const char* kind, const std::string& run, const std::string& text) {
    return {{"event", kind}, {"run", run}, {"item", ""}, {"text", text}};
}

/// Prints one line for each event, as text or as a JSON object. Thread-safe.
class Reporter : public WatchObserver {
 public:
    Reporter(bool json, TerminalProgress* progress, bool is_in_background)
        : json_(json), progress_(progress), is_in_background_(is_in_background) {}

    void on_watch_event(const WatchEvent& e) override { print(json_of(e), text_of(e)); }
    /// Tells which events a webhook was sent, or why it was not sent them.
    void tell(const std::string& webhook, const WebhookNotifier::Outcome& outcome) {
        for (const auto& event : outcome.sent) {
            const auto words = webhook_text(event);
            print(json_of("told", event.run, words.title + ": " + words.text),
                  "told     " + webhook + ": " + printable(words.title + ": " + words.text));
        }
        if (!outcome.problem) return;
        const auto text = outcome.problem->message + "; trying again later";
        print(json_of("failed", "", text), "failed   " + printable(text));
    }
    void begin_telling(const std::string& webhook) {
        print(json_of("telling", "", webhook), "telling  " + webhook + " of events");
    }

 private:
    void print(const nlohmann::ordered_json& json, const std::string& line) {
        const std::scoped_lock lock(mutex_);
        if (progress_ != nullptr) progress_->clear();
        if (json_)
            print_json(json, -1);
        else if (!line.empty())
            std::cout << line << std::endl;
        if (is_in_background_) bound_log(STDOUT_FILENO, largest_log);
    }

    bool json_;
    TerminalProgress* progress_;
    bool is_in_background_;
    std::mutex mutex_;
};

Status watch_and_tell(VaultHandle& library, const WatchOptions& options, const Webhook& webhook,
                      Reporter& reporter, const JobContext& job) {
    reporter.begin_telling(webhook.place);
    const std::set<EventKind> kinds(event_kinds.begin(), event_kinds.end());
    const auto words = [](const RunEvent& event) { return webhook_text(event); };
    EventWatch events(
        library, reporter, {library.folder(), webhook, kinds, words},
        [&](const WebhookNotifier::Outcome& outcome) { reporter.tell(webhook.place, outcome); });
    auto status = library.watcher().watch(options, events, job);
    if (options.once) events.finish(job.stop);
    return status;
}

Result<int> begin_in_background(const WatchArguments& arguments, const WatchOptions& watch,
                                const CommandContext& context) {
    std::vector<std::string> more;
    // Arguments of processes are public.
    if (!arguments.notify.address.empty()) ::setenv("STEPVAULT_NOTIFY", arguments.notify.address.c_str(), 1);
    if (!arguments.notify.form.empty()) more.push_back("--notify-form=" + arguments.notify.form);
    return run_detached(watch, more, context);
}

/// The record of this process, if it watches in the background.
Result<std::optional<BackgroundRecord>> publish_record(const BackgroundOptions& options,
                                                       const WatchOptions& watch,
                                                       const VaultHandle& library) {
    if (options.id.empty()) return std::optional<BackgroundRecord>();
    BackgroundWatch record;
    record.id = options.id;
    record.log = options.log;
    STEPVAULT_ASSIGN(folders, absolute_folders(watch.roots));
    record.folders = std::move(folders);
    STEPVAULT_ASSIGN(published, BackgroundRecord::publish(library.folder(), std::move(record)));
    return std::optional(std::move(published));
}

Result<int> run_watch(const WatchArguments& arguments, const CommandContext& context) {
    const auto& background = arguments.background;
    if (background.is_request() != arguments.watch.roots.empty())
        return fail_usage(background.is_request() ? "--list and --stop take no RUN_DIR"
                                                  : "RUN_DIR is required; see `stepvault watch --help`");
    if (background.is_request()) return run_request(background, context);
    STEPVAULT_ASSIGN(webhook, arguments.notify.webhook());
    auto watch = arguments.watch;
    watch.scheme = arguments.scheme.choice();
    if (arguments.follow_plan) watch.plan = arguments.plan;
    if (background.detach) return begin_in_background(arguments, watch, context);
    STEPVAULT_ASSIGN(library, open_library(context, LocalVault::Mode::create));
    STEPVAULT_ASSIGN(record, publish_record(background, watch, *library));
    Reporter reporter(context.json, dynamic_cast<TerminalProgress*>(context.job.sink), record.has_value());
    if (webhook) {
        STEPVAULT_TRY(watch_and_tell(*library, watch, *webhook, reporter, context.job));
    } else {
        STEPVAULT_TRY(library->watcher().watch(watch, reporter, context.job));
    }
    // A unit of systemd that is stopped has not failed.
    return context.job.stop.stop_requested() && !record ? interrupted : done;
}

}  // namespace

void add_watch_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("watch", "Store every checkpoint in the run folders, until interrupted", run_watch);
    command.add_option("folders", arguments.watch.roots, "Folders that training runs write into")
        ->type_name("RUN_DIR");
    auto* once =
        command.add_flag("--once", arguments.watch.once,
                         "Store the checkpoints that are fully written now, report the others, and exit");
    add_background_options(command, arguments.background);
    command.get_option("--detach")->excludes(once);
    add_scheme_options(command, arguments.scheme);
    auto* plan =
        command.add_flag("--plan", arguments.follow_plan,
                         "Keep a current plan.json in the run folders, for the training hook to follow");
    for (auto* option : add_plan_options(command, arguments.plan))
        option->needs(plan);
    add_notify_options(
        command, arguments.notify,
        "Tell this webhook when a run stalls, diverges or finishes, or the disk is nearly full");
    line.with_json(command);
}

}  // namespace stepvault::cli
