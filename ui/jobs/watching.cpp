#include "ui/jobs/watching.h"

#include <chrono>
#include <exception>
#include <utility>

namespace stepvault::ui {

namespace {

constexpr std::chrono::seconds retryAfter(10);

class Reporting : public ProgressSink {
 public:
    explicit Reporting(std::function<void(const Progress&)> deliver) : deliver_(std::move(deliver)) {}
    void on_progress(const Progress& progress) override { deliver_(progress); }

 private:
    std::function<void(const Progress&)> deliver_;
};

}  // namespace

Watching::Watching(std::shared_ptr<VaultHandle> library, Listener listener)
    : library_(std::move(library)),
      listener_(std::move(listener)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Watching::~Watching() {
    leave();
    thread_.join();
}

void Watching::leave() {
    {
        const std::lock_guard lock(listening_);
        listener_.reset();
    }
    thread_.request_stop();
    const std::lock_guard lock(mutex_);
    round_.request_stop();
}

void Watching::setFolders(std::vector<std::filesystem::path> folders) {
    {
        const std::lock_guard lock(mutex_);
        wanted_ = std::move(folders);
        dirty_ = true;
        round_.request_stop();
    }
    changed_.notify_all();
}

void Watching::tell(const std::function<void(const Listener&)>& what) {
    const std::lock_guard lock(listening_);
    if (listener_) what(*listener_);
}

void Watching::on_watch_event(const WatchEvent& event) {
    tell([&event](const Listener& listener) { listener.event(event); });
}

void Watching::run(const std::stop_token& stop) {
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
            // A folder that was removed may have asked for the round before this one.
            if (stop.stop_requested()) return;
        }
        tell([](const Listener& listener) { listener.begun(); });
        if (roots.empty()) continue;
        const Status status = watchOnce(roots, round);
        if (round.stop_requested()) continue;
        if (!status.ok()) tell([&status](const Listener& listener) { listener.failed(status.error()); });
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, retryAfter, [this] { return dirty_; });
    }
}

Status Watching::watchOnce(const std::vector<std::filesystem::path>& roots, const std::stop_token& stop) {
    Reporting sink([this](const Progress& progress) {
        tell([&progress](const Listener& listener) { listener.progress(progress); });
    });
    try {
        WatchOptions options;
        options.roots = roots;
        return library_->watcher().watch(options, *this, JobContext{.stop = stop, .sink = &sink});
    } catch (const std::exception& exception) {
        return Error{ErrorCode::io, exception.what()};
    }
}

}  // namespace stepvault::ui
