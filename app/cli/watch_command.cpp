#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "plan_output.h"
#include "terminal_progress.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

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
            return "is a run of its own, since these checkpoints fit none with event files by name or time: ";
    }
}

/// Prints one line for each event, as text or as a JSON object.
class Reporter : public WatchObserver {
 public:
    Reporter(bool json, TerminalProgress* progress) : json_(json), progress_(progress) {}

    void on_watch_event(const WatchEvent& e) override {
        if (progress_ != nullptr) progress_->clear();
        if (json_) {
            nlohmann::ordered_json line{
                {"event", kind_name(e.kind)}, {"run", e.run}, {"item", e.item}, {"text", e.text}};
            if (e.checkpoint) line["checkpoint"] = checkpoint_json(*e.checkpoint);
            if (e.kind == WatchEvent::Kind::matched) line["match"] = match_name(e.match);
            if (e.plan) line["plan"] = nlohmann::ordered_json::parse(e.plan->to_json());
            if (!e.folder.empty()) line["folder"] = e.folder.native();
            if (e.waiting > 0) line["waiting"] = e.waiting;
            print_json(line, -1);
            return;
        }
        const auto where = printable(e.item.empty() ? e.run : e.run + "/" + e.item);
        const auto text = printable(e.text);
        switch (e.kind) {
            case WatchEvent::Kind::run_found:
                std::cout << "watching " << printable(e.run) << " in " << text << std::endl;
                break;
            case WatchEvent::Kind::filed:
                std::cout << "filed    " << where << ": step " << format_step(e.checkpoint->step) << ", "
                          << format_bytes(e.checkpoint->original_bytes) << " in "
                          << format_bytes(e.checkpoint->stored_bytes) << " ("
                          << format_ratio(e.checkpoint->original_bytes, e.checkpoint->stored_bytes)
                          << "), error " << format_error(e.checkpoint->relative_error)
                          << (text.empty() ? "" : "; " + text) << std::endl;
                break;
            case WatchEvent::Kind::planned:
                std::cout << "planned  " << where << ": " << describe(*e.plan) << std::endl;
                break;
            case WatchEvent::Kind::missed:
                std::cout << "missed   " << where << ": removed before it could be filed"
                          << (text.empty() ? text : " (" + text + ")") << std::endl;
                break;
            case WatchEvent::Kind::failed:
                std::cout << "failed   " << where << ": " << printable(describe_failure(e)) << std::endl;
                break;
            case WatchEvent::Kind::recovered:
                std::cout << "recovered "
                          << (e.folder.empty() ? where + ": filed again"
                                               : printable(e.folder.native()) + ": watched again")
                          << std::endl;
                break;
            case WatchEvent::Kind::matched:
                std::cout << "matched  " << where << ": " << match_text(e.match) << text << std::endl;
                break;
            case WatchEvent::Kind::nothing_found:
                std::cout
                    << "nothing  " << where
                    << ": no checkpoints (.pt, .ckpt, .safetensors, checkpoint-N, ...), no event files and "
                       "no tables of metrics; file others with: stepvault ingest PATH --run NAME"
                    << std::endl;
                break;
            case WatchEvent::Kind::filing:
            case WatchEvent::Kind::metrics:
                break;
            default:
                std::cout << kind_name(e.kind)
                          << std::string(9 - std::min<std::size_t>(8, std::string(kind_name(e.kind)).size()),
                                         ' ')
                          << where << ": " << text << std::endl;
        }
    }

 private:
    bool json_;
    TerminalProgress* progress_;
};

}  // namespace

int run_watch(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::create, job);
    if (!library) return fail(library.error());
    Reporter reporter(options.json, dynamic_cast<TerminalProgress*>(job.sink));
    WatchOptions watch;
    watch.roots = options.paths;
    watch.scheme = options.scheme_choice();
    watch.once = options.once;
    if (options.follow_plan) watch.plan = options.plan;
    const auto status = (*library)->watcher().watch(watch, reporter, job);
    if (!status) return fail(status.error());
    return job.stop.stop_requested() ? interrupted : done;
}

}  // namespace stepvault::cli
