#include "notify/webhook_notifier.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/file.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

constexpr double longest_unsent = 24.0 * 60 * 60;  // seconds

constexpr int first_success = 200;
constexpr int first_redirection = 300;
constexpr int too_many_requests = 429;
constexpr int first_server_error = 500;

void pause_for(std::chrono::milliseconds time, const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
}

/// Runs that are still in the vault although this watcher does not see them are other watchers'.
void forget_removed_runs(EventTracker& tracker, const std::filesystem::path& vault,
                         const Sighting& sighting) {
    std::set<std::string> seen;
    for (const auto& run : sighting.runs)
        seen.insert(run.id);
    tracker.forget([&](const std::string& id) {
        std::error_code ec;
        return !seen.contains(id) && !std::filesystem::exists(runs_folder(vault) / id, ec);
    });
}

}  // namespace

Status send_to_webhook(const Webhook& webhook, const HttpRequest& request,
                       const WebhookNotifier::Timing& timing, const std::stop_token& stop) {
    Error error;
    auto pause = timing.pause;
    for (int i = 0; i < timing.attempts; ++i) {
        if (i > 0) {
            pause_for(pause, stop);
            pause *= 2;
        }
        const auto status = http_post(request, timing.http, stop);
        if (status && *status >= first_success && *status < first_redirection) return {};
        if (!status) {
            if (status.error().code != ErrorCode::io) return status.error();
            error = status.error().within("cannot send to " + webhook.place);
            continue;
        }
        error = {ErrorCode::io, webhook.place + " answered with status " + std::to_string(*status)};
        if (*status < first_server_error && *status != too_many_requests) break;
    }
    return error;
}

WebhookNotifier::WebhookNotifier(std::filesystem::path vault, Webhook webhook, std::set<EventKind> kinds,
                                 Wording wording)
    : WebhookNotifier(std::move(vault), std::move(webhook), std::move(kinds), std::move(wording), Timing()) {}

WebhookNotifier::WebhookNotifier(std::filesystem::path vault, Webhook webhook, std::set<EventKind> kinds,
                                 Wording wording, Timing timing)
    : vault_(std::move(vault)),
      webhook_(std::move(webhook)),
      kinds_(std::move(kinds)),
      wording_(std::move(wording)),
      timing_(timing) {}

WebhookNotifier::Outcome WebhookNotifier::look(const Sighting& sighting, const std::stop_token& stop) {
    if (sighting.damaged) damaged_ = sighting.damaged;
    const auto lock = lock_history();
    is_locked_ = lock.ok();
    if (!lock && lock.error().code == ErrorCode::locked) return {};
    if (is_locked_) load();
    take(sighting);
    drop_stale(sighting.time);
    save();
    Outcome outcome;
    if (sighting.time >= next_try_) send(sighting.time, stop, outcome);
    is_locked_ = false;
    return outcome;
}

Result<FileLock> WebhookNotifier::lock_history() const {
    // A vault that was moved away must not come back as an empty folder.
    std::error_code ec;
    if (!std::filesystem::exists(vault_file(vault_), ec))
        return Error{ErrorCode::not_found, vault_.native() + " is no vault"};
    const auto path = history_lock(vault_, webhook_.key());
    STEPVAULT_TRY(make_folders(path.parent_path(), FileAccess::of_folder));
    return FileLock::acquire(path);
}

void WebhookNotifier::load() {
    const auto file = history_file(vault_, webhook_.key());
    remove_left_behind(file.parent_path());
    if (is_unsaved_) return;
    // A damaged file must not silence the webhook: the history in memory is the next best.
    if (auto read = read_history(file)) {
        history_ = std::move(*read);
        saved_ = history_text(history_);
    }
}

void WebhookNotifier::save() {
    const auto text = history_text(history_);
    if (text == saved_) return;
    is_unsaved_ = !is_locked_ || !write_history(history_file(vault_, webhook_.key()), history_);
    if (!is_unsaved_) saved_ = text;
}

void WebhookNotifier::take(const Sighting& sighting) {
    auto& [tracker, unsent] = history_;
    const auto add = [&](std::optional<RunEvent> event) {
        if (event) unsent.push_back(std::move(*event));
    };
    for (const auto& run : sighting.runs) {
        add(tracker.see(run, sighting.time));
        if (run.state == RunState::live) {
            std::erase_if(unsent, [&](const RunEvent& event) {
                return event.kind == EventKind::stalled && event.run_id == run.id;
            });
        }
    }
    add(tracker.see_disk(sighting.disk, sighting.is_full, sighting.time));
    if (damaged_) add(tracker.see_damage(*std::exchange(damaged_, std::nullopt), sighting.time));
    forget_removed_runs(tracker, vault_, sighting);
}

void WebhookNotifier::drop_stale(double now) {
    std::erase_if(history_.unsent, [&](const RunEvent& event) {
        return now - event.time > longest_unsent ||
               (event.kind == EventKind::disk_low && !history_.tracker.lacks_space(now)) ||
               (event.kind == EventKind::damage && history_.tracker.damaged().empty());
    });
}

void WebhookNotifier::send(double now, const std::stop_token& stop, Outcome& outcome) {
    auto& unsent = history_.unsent;
    for (auto it = unsent.begin(); it != unsent.end() && !stop.stop_requested();) {
        if (!kinds_.contains(it->kind)) {
            ++it;
            continue;
        }
        const auto sent =
            send_to_webhook(webhook_, webhook_request(webhook_, *it, wording_(*it)), timing_, stop);
        if (!sent) {
            if (sent.error().code == ErrorCode::cancelled) return;
            wait_ = std::clamp(2 * wait_, timing_.shortest_wait, timing_.longest_wait);
            next_try_ = now + wait_;
            if (std::exchange(told_problem_, sent.error().message) != sent.error().message)
                outcome.problem = sent.error();
            return;
        }
        outcome.sent.push_back(std::move(*it));
        it = unsent.erase(it);
        save();
        wait_ = 0;
        told_problem_.clear();
    }
}

}  // namespace stepvault
