#include "ui/jobs/watch_service.h"

#include <chrono>
#include <exception>
#include <utility>

#include "ui/jobs/throttled_sink.h"

namespace stepvault::ui {

namespace {
constexpr std::chrono::seconds retryAfter(10);
}

WatchService::WatchService(std::shared_ptr<Library> library, QObject* parent)
    : QObject(parent),
      library_(std::move(library)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

WatchService::~WatchService() {
    thread_.request_stop();
    {
        const std::lock_guard lock(mutex_);
        round_.request_stop();
    }
    thread_.join();
}

void WatchService::setFolders(std::vector<std::filesystem::path> folders) {
    if (folders == folders_) return;
    folders_ = std::move(folders);
    {
        const std::lock_guard lock(mutex_);
        wanted_ = folders_;
        dirty_ = true;
        round_.request_stop();
    }
    changed_.notify_all();
}

void WatchService::on_watch_event(const WatchEvent& event) {
    QMetaObject::invokeMethod(
        this, [this, event] { emit eventSeen(event); }, Qt::QueuedConnection);
}

void WatchService::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::vector<std::filesystem::path> roots;
        std::stop_token round;
        {
            std::unique_lock lock(mutex_);
            if (!changed_.wait(lock, stop, [this] { return dirty_ || !wanted_.empty(); })) return;
            dirty_ = false;
            roots = wanted_;
            round_ = std::stop_source();
            round = round_.get_token();
            // The destructor may have asked the round before this one.
            if (stop.stop_requested()) return;
        }
        if (roots.empty()) continue;
        const Status status = watchOnce(roots, round);
        if (round.stop_requested()) continue;
        if (!status.ok()) {
            const QString message = QString::fromStdString(status.error().message);
            QMetaObject::invokeMethod(
                this, [this, message] { emit failed(message); }, Qt::QueuedConnection);
        }
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, retryAfter, [this] { return dirty_; });
    }
}

Status WatchService::watchOnce(const std::vector<std::filesystem::path>& roots, const std::stop_token& stop) {
    ThrottledSink sink([this](const JobProgress& progress) {
        QMetaObject::invokeMethod(
            this, [this, progress] { emit progressed(progress); }, Qt::QueuedConnection);
    });
    try {
        WatchOptions options;
        options.roots = roots;
        return library_->watch(options, *this, JobContext{.stop = stop, .sink = &sink});
    } catch (const std::exception& exception) {
        return Error{ErrorCode::io, exception.what()};
    }
}

}  // namespace stepvault::ui
