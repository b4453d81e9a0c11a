#include "ui/jobs/throttled_sink.h"

#include <chrono>
#include <string>

namespace stepvault::ui {

void ThrottledSink::on_progress(const Progress& progress) {
    const std::int64_t now =
        std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
    const std::int64_t interval = std::chrono::milliseconds(100) / std::chrono::nanoseconds(1);
    const std::size_t item = std::hash<std::string>{}(progress.item) | 1;
    const bool newItem = lastItem_.exchange(item) != item;
    std::int64_t last = lastNs_.load();
    if (!newItem && (now - last < interval || !lastNs_.compare_exchange_strong(last, now))) return;
    if (newItem) lastNs_ = now;
    deliver_({progress.done, progress.total, QString::fromStdString(progress.item)});
}

}  // namespace stepvault::ui
