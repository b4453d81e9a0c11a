#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "vault/run/run_writer.h"

namespace stepvault {

/// A temporary run in another run's folder, in which steps of that run are made again. The destructor removes
/// it. Not thread-safe.
class RunCopy {
 public:
    /// `run_folder`: the folder of the other run.
    explicit RunCopy(const std::filesystem::path& run_folder);
    ~RunCopy();
    RunCopy(const RunCopy&) = delete;
    RunCopy& operator=(const RunCopy&) = delete;

    /// Makes the run, with links to the other run's step files of `steps`, which must be in the order of
    /// storing.
    Status set_up(const RunRecord& record, std::span<const StepMeta> steps);
    [[nodiscard]] RunWriter& writer() { return *writer_; }
    /// Closes the writer, so that the step files may be moved.
    void close();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path steps() const;

 private:
    std::filesystem::path original_;
    std::filesystem::path path_;
    std::shared_ptr<TipStore> tips_;
    std::unique_ptr<RunWriter> writer_;
};

}  // namespace stepvault
