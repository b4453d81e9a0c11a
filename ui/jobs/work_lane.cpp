#include "ui/jobs/work_lane.h"

#include <utility>

namespace stepvault::ui {

WorkLane::WorkLane() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

WorkLane::~WorkLane() {
    thread_.request_stop();
    thread_.join();
}

void WorkLane::post(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    ready_.notify_one();
}

void WorkLane::run(const std::stop_token& stop) {
    for (;;) {
        std::function<void()> task;
        {
            std::unique_lock lock(mutex_);
            if (!ready_.wait(lock, stop, [this] { return !tasks_.empty(); }) || stop.stop_requested()) return;
            task = std::move(tasks_.front());
            tasks_.pop_front();
        }
        task();
    }
}

}  // namespace stepvault::ui
