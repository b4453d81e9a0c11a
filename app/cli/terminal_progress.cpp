#include "terminal_progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

#include "text_format.h"

namespace stepvault::cli {

namespace {

constexpr auto redraw = std::chrono::milliseconds(120);
constexpr std::size_t bar_width = 24;

}  // namespace

TerminalProgress::TerminalProgress()
    : enabled_(::isatty(STDERR_FILENO) == 1), started_(Clock::now()), last_(started_ - redraw) {}

TerminalProgress::~TerminalProgress() {
    clear();
}

void TerminalProgress::clear() {
    const std::scoped_lock lock(mutex_);
    if (drawn_) std::fputs("\r\033[K", stderr);
    drawn_ = false;
}

void TerminalProgress::on_progress(const Progress& progress) {
    if (!enabled_) return;
    const std::scoped_lock lock(mutex_);
    const auto now = Clock::now();
    if (progress.item != item_) {
        item_ = progress.item;
        started_ = now;
    }
    if (now - last_ < redraw) return;
    last_ = now;
    const double elapsed = std::chrono::duration<double>(now - started_).count();
    const double rate = elapsed > 0 ? static_cast<double>(progress.done) / elapsed : 0;
    const double share =
        progress.total > 0
            ? std::min(1.0, static_cast<double>(progress.done) / static_cast<double>(progress.total))
            : 0;
    const auto filled = static_cast<std::size_t>(share * bar_width);
    std::string line = printable(item_) + "  " + format_bytes(progress.done) + " of " +
                       format_bytes(progress.total) + "  [" + std::string(filled, '#') +
                       std::string(bar_width - filled, '.') + "]";
    if (rate > 0) {
        const auto left =
            static_cast<double>(progress.total - std::min(progress.done, progress.total)) / rate;
        line += "  " + format_bytes(static_cast<std::uint64_t>(rate)) + "/s  " +
                std::to_string(std::lround(std::ceil(left))) + " s left";
    }
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    drawn_ = true;
}

}  // namespace stepvault::cli
