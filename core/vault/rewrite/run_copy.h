#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "vault/run/run_writer.h"

namespace stepvault {

/// A run of its own beside another one's files, in which steps of that are made again; gone in the end,
/// whatever happens. Not thread-safe.
class RunCopy {
 public:
    /// In the folder of the other run.
    explicit RunCopy(const std::filesystem::path& run_folder);
    ~RunCopy();
    RunCopy(const RunCopy&) = delete;
    RunCopy& operator=(const RunCopy&) = delete;

    /// With links to the step files of `steps`, which are in the order of filing.
    Status set_up(const RunRecord& record, std::span<const StepMeta> steps);
    [[nodiscard]] RunWriter& writer() { return *writer_; }
    /// Its step files may be moved from then on; there is no writer any more.
    void close() { writer_.reset(); }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path steps() const;

 private:
    std::filesystem::path original_;
    std::filesystem::path path_;
    std::unique_ptr<RunWriter> writer_;
};

}  // namespace stepvault
