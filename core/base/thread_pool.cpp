#include "base/thread_pool.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>

namespace stepvault {

namespace {

/// Shared by the caller and its helpers; a helper that starts late finds nothing left and goes.
struct Batch {
    std::size_t count;
    const std::function<Status(std::size_t)>* task;
    std::mutex mutex;
    std::condition_variable done;
    std::size_t next = 0;
    std::size_t running = 0;
    std::size_t failed_index = std::numeric_limits<std::size_t>::max();
    std::optional<Error> failure;

    /// Memory may run out in any task; it must not take the process with it.
    Status guarded(std::size_t i) const {
        try {
            return (*task)(i);
        } catch (const std::exception& e) {
            return Error{ErrorCode::limit, std::string("out of memory or of another resource: ") + e.what()};
        }
    }

    void run() {
        std::unique_lock lock(mutex);
        while (next < count && !failure) {
            const auto i = next++;
            ++running;
            lock.unlock();
            auto status = guarded(i);
            lock.lock();
            --running;
            if (!status && i < failed_index) {
                failed_index = i;
                failure = status.error();
            }
        }
        if (running == 0) done.notify_all();
    }
};

}  // namespace

ThreadPool::ThreadPool(unsigned threads)
    : size_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {
    // Where the system allows no more threads, those that there are do the work.
    try {
        for (unsigned i = 1; i < size_; ++i) {
            threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
        }
    } catch (const std::system_error&) {
        size_ = static_cast<unsigned>(threads_.size()) + 1;
    }
}

ThreadPool::~ThreadPool() {
    for (auto& t : threads_)
        t.request_stop();
}

void ThreadPool::work(const std::stop_token& stop) {
    while (true) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            if (!ready_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
            job = std::move(queue_.front());
            queue_.pop();
        }
        job();
    }
}

Status ThreadPool::for_each(std::size_t count, const std::function<Status(std::size_t)>& task) {
    auto batch = std::make_shared<Batch>();
    batch->count = count;
    batch->task = &task;
    const auto helpers = std::min<std::size_t>(threads_.size(), count == 0 ? 0 : count - 1);
    {
        const std::scoped_lock lock(mutex_);
        for (std::size_t i = 0; i < helpers; ++i)
            queue_.emplace([batch] { batch->run(); });
    }
    ready_.notify_all();
    batch->run();
    std::unique_lock lock(batch->mutex);
    batch->done.wait(lock, [&] { return batch->running == 0; });
    if (batch->failure) return *batch->failure;
    return {};
}

}  // namespace stepvault
