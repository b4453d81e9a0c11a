#include "base/thread_pool.h"

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>

namespace stepvault {

namespace {

/// Memory may run out in any task; that must not end the process.
template <class Task>
Status guarded(Task&& task) {
    try {
        return task();
    } catch (const std::exception& e) {
        return Error{ErrorCode::limit, std::string("out of memory or of another resource: ") + e.what()};
    }
}

/// Shared by the caller and its helpers; a helper that starts late finds no work and returns.
struct Batch {
    std::size_t count;
    const std::function<Status(std::size_t)>* task;
    std::mutex mutex;
    std::condition_variable done;
    std::size_t next = 0;
    std::size_t running = 0;
    std::size_t failed_index = std::numeric_limits<std::size_t>::max();
    std::optional<Error> failure;

    void run() {
        std::unique_lock lock(mutex);
        while (next < count && !failure) {
            const auto i = next++;
            ++running;
            lock.unlock();
            auto status = guarded([&] { return (*task)(i); });
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

/// Like Batch, for work whose results are taken in order.
struct Pipeline {
    using Task = std::function<Status(std::size_t, std::size_t)>;
    std::size_t count = 0;
    std::size_t lanes = 1;
    const Task* work = nullptr;
    const Task* in_order = nullptr;
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next = 0;
    std::size_t taken = 0;
    std::size_t running = 0;
    bool over = false;
    std::vector<std::optional<Status>> results;  ///< by lane; empty until the result is there

    [[nodiscard]] bool has_work() const { return !over && next < count && next < taken + lanes; }
    void do_work(std::unique_lock<std::mutex>& lock) {
        const auto i = next++;
        ++running;
        lock.unlock();
        auto status = guarded([&] { return (*work)(i, i % lanes); });
        lock.lock();
        --running;
        results[i % lanes] = std::move(status);
        changed.notify_all();
    }
    void help() {
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [&] { return over || next >= count || has_work(); });
            if (over || next >= count) return;
            do_work(lock);
        }
    }
    Status take_in_order() {
        std::unique_lock lock(mutex);
        Status status;
        while (taken < count && status) {
            auto& result = results[taken % lanes];
            if (result) {
                status = std::move(*result);
                result.reset();
                if (!status) break;
                lock.unlock();
                status = guarded([&] { return (*in_order)(taken, taken % lanes); });
                lock.lock();
                ++taken;
                changed.notify_all();
            } else if (has_work()) {
                do_work(lock);
            } else {
                changed.wait(lock);
            }
        }
        over = true;
        changed.notify_all();
        changed.wait(lock, [&] { return running == 0; });
        return status;
    }
};

}  // namespace

ThreadPool::ThreadPool(unsigned threads)
    : size_(threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency())) {
    // Where the system allows no more threads, the existing threads do the work.
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

void ThreadPool::call(std::size_t helpers, const std::function<void()>& help) {
    {
        const std::scoped_lock lock(mutex_);
        for (std::size_t i = 0; i < std::min(helpers, threads_.size()); ++i)
            queue_.push(help);
    }
    ready_.notify_all();
}

Status ThreadPool::for_each(std::size_t count, const std::function<Status(std::size_t)>& task) {
    auto batch = std::make_shared<Batch>();
    batch->count = count;
    batch->task = &task;
    call(count == 0 ? 0 : count - 1, [batch] { batch->run(); });
    batch->run();
    std::unique_lock lock(batch->mutex);
    batch->done.wait(lock, [&] { return batch->running == 0; });
    if (batch->failure) return *batch->failure;
    return {};
}

Status ThreadPool::for_each_in_order(std::size_t count, std::size_t lanes, const Pipeline::Task& work,
                                     const Pipeline::Task& in_order) {
    auto pipeline = std::make_shared<Pipeline>();
    pipeline->count = count;
    pipeline->lanes = std::max<std::size_t>(lanes, 1);
    pipeline->work = &work;
    pipeline->in_order = &in_order;
    pipeline->results.resize(pipeline->lanes);
    call(count == 0 ? 0 : count - 1, [pipeline] { pipeline->help(); });
    return pipeline->take_in_order();
}

}  // namespace stepvault
