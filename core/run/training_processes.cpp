#include "run/training_processes.h"

#include <algorithm>
#include <system_error>
#include <unistd.h>

#include "run/open_descriptors.h"

namespace stepvault {

namespace {

std::vector<std::filesystem::path> written_files() {
    std::vector<std::filesystem::path> files;
    const auto self = std::to_string(::getpid());
    find_descriptor([&](const OpenDescriptor& open) {
        if (open.process != self && is_open_for_writing(open)) files.emplace_back(open.target);
        return false;
    });
    std::ranges::sort(files);
    return files;
}

bool is_below(const std::filesystem::path& file, const std::filesystem::path& folder) {
    return std::ranges::mismatch(folder, file).in1 == folder.end();
}

}  // namespace

bool TrainingProcesses::write_below(const std::filesystem::path& folder) {
    std::error_code ec;
    const auto real = std::filesystem::canonical(folder, ec);
    if (ec) return false;
    const std::scoped_lock lock(mutex_);
    if (!looked_ || Clock::now() - *looked_ >= refresh_) {
        written_ = written_files();
        looked_ = Clock::now();
    }
    return std::ranges::any_of(written_,
                               [&](const std::filesystem::path& file) { return is_below(file, real); });
}

}  // namespace stepvault
