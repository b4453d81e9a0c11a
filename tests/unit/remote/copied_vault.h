// A vault with one or several runs, and a copy of it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include <QTemporaryDir>

#include "remote/copy/copy_check.h"
#include "remote/copy/copy_restoring.h"
#include "remote/copy/folder_store.h"
#include "remote/copy/vault_copying.h"
#include "support/watched_library.h"

namespace stepvault::test {

class CopiedVault {
 public:
    /// `runs`: names of runs of three steps each.
    explicit CopiedVault(const std::vector<std::string>& runs, SchemeChoice scheme = {.scheme = Scheme::lc}) {
        auto opened = open_library(vault());
        if (!opened) return;
        library_ = std::move(*opened);
        for (const auto& run : runs) {
            write_run(root() / run, 3);
            watch(run, scheme);
        }
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_.path().toStdString(); }
    [[nodiscard]] std::filesystem::path vault() const { return root() / "vault"; }
    [[nodiscard]] std::filesystem::path to() const { return root() / "to"; }
    [[nodiscard]] LocalVault& library() { return *library_; }
    void close() { library_.reset(); }
    [[nodiscard]] FolderStore& store() { return store_; }

    void watch(const std::string& run, SchemeChoice scheme = {.scheme = Scheme::lc}) {
        age(root() / run);
        (void)watch_once(*library_, {root() / run}, std::move(scheme));
    }
    /// Stores one more step of a run.
    void add_step(const std::string& run, int number) {
        Training training(1, 2000);
        for (int i = 1; i < number; ++i)
            training.next();
        write_text(root() / run / ("step_" + std::to_string(number * 10) + ".safetensors"), training.bytes());
        (void)watch_once(*library_, {root() / run});
    }
    Result<CopyReport> copy(CopyRequest request = {}, const JobContext& job = {}) {
        STEPVAULT_ASSIGN(opened, Vault::open(vault(), false));
        return copy_runs(opened, request, store_, job);
    }
    /// The restored file, from the vault or from the copy.
    Result<std::string> restored(const std::string& run, std::int64_t step, bool from_copy) {
        RestoreRequest request;
        request.run = run;
        request.step = step;
        request.output = root() / "restored.safetensors";
        std::error_code ec;
        std::filesystem::remove(request.output, ec);
        ThreadPool pool(2);
        auto report = from_copy ? restore_from_copy(store_, request, pool, {})
                                : library_->restorer().restore(request, {});
        if (!report) return report.error();
        return read_text(request.output);
    }
    [[nodiscard]] std::vector<std::filesystem::path> objects() const {
        std::vector<std::filesystem::path> files;
        std::error_code ec;
        for (const auto& entry : std::filesystem::directory_iterator(to() / "objects", ec))
            files.push_back(entry.path());
        std::ranges::sort(files);
        return files;
    }

 private:
    QTemporaryDir folder_;
    std::unique_ptr<LocalVault> library_;
    FolderStore store_{root() / "to"};
};

/// Changes one byte in the middle of a file, under a new inode.
inline void damage_file(const std::filesystem::path& file) {
    auto bytes = read_text(file);
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    std::filesystem::remove(file);
    write_text(file, bytes);
}

}  // namespace stepvault::test
