#include "ui/window/webhook_service.h"

#include <utility>

#include "ui/text/format.h"
#include "ui/window/notifier.h"

namespace stepvault::ui {

namespace {

/// In the thread that sends.
EventText wordsOf(const RunEvent& event) {
    const Notification words = Notifier::describe(event);
    return {words.title.toStdString(), words.text.toStdString()};
}

}  // namespace

WebhookService::WebhookService(QObject* parent) : QObject(parent) {}

WebhookService::~WebhookService() {
    stop_.request_stop();
}

void WebhookService::setWebhook(const WebhookSettings& settings) {
    if (settings == settings_) return;
    settings_ = settings;
    restart();
}

void WebhookService::setVault(const std::filesystem::path& vault) {
    vault_ = vault;
    space_ = {};
    restart();
}

void WebhookService::restart() {
    stop_.request_stop();
    stop_ = {};
    notifier_.reset();
    if (settings_.address.isEmpty() || vault_.empty()) return;
    auto webhook = parse_webhook(settings_.address.toStdString(), settings_.form);
    if (!webhook) return emit failed(toQString(webhook.error().message));
    place_ = toQString(webhook->place);
    notifier_ = std::make_shared<WebhookNotifier>(vault_, std::move(*webhook), settings_.kinds, wordsOf);
}

void WebhookService::takeRuns(const std::vector<RunEntry>& runs, const std::optional<DiskSpace>& disk,
                              double now) {
    // The next snapshot is seconds away, a server's answer may be farther.
    if (!notifier_ || pending_ > 0) return;
    Sighting sighting{.time = now, .disk = disk, .is_full = space_.is_full()};
    sighting.runs.reserve(runs.size());
    for (const RunEntry& run : runs)
        sighting.runs.push_back(sighting_of(run.info));
    look(std::move(sighting));
}

void WebhookService::takeDamage(const std::vector<DamageReport>& damage, double now) {
    if (notifier_) look({.time = now, .damaged = damaged_places(damage)});
}

void WebhookService::look(Sighting sighting) {
    ++pending_;
    lane_.post([this, notifier = notifier_, place = place_, stop = stop_.get_token(),
                sighting = std::move(sighting)] {
        auto outcome = notifier->look(sighting, stop);
        QMetaObject::invokeMethod(this, [this, place, outcome = std::move(outcome)] {
            --pending_;
            report(place, outcome);
        });
    });
}

void WebhookService::report(const QString& place, const WebhookNotifier::Outcome& outcome) {
    for (const RunEvent& event : outcome.sent) {
        const Notification words = Notifier::describe(event);
        emit told(place, words.title, words.text);
    }
    if (outcome.problem) emit failed(toQString(outcome.problem->message));
}

void WebhookService::sendTest(const WebhookSettings& settings) {
    const EventText text{tr("Stepvault").toStdString(),
                         tr("This is a test. Events of your runs will look like it.").toStdString()};
    lane_.post([this, settings, text, stop = stop_.get_token()] {
        const auto webhook = parse_webhook(settings.address.toStdString(), settings.form);
        const WebhookNotifier::Timing once{.http = {}, .attempts = 1};
        const auto sent = webhook ? send_to_webhook(*webhook, webhook_request(*webhook, text), once, stop)
                                  : Status(webhook.error());
        const QString problem = sent ? QString() : toQString(sent.error().message);
        QMetaObject::invokeMethod(this, [this, problem] { emit tested(problem); });
    });
}

}  // namespace stepvault::ui
