// A run in the vault, with its originals.
#pragma once

#include <QTemporaryDir>
#include <QtTest>

#include "support/watched_library.h"

namespace stepvault::test {

struct FreeingScene {
    QTemporaryDir dir;
    std::filesystem::path root = dir.path().toStdString();
    std::filesystem::path run = root / "run";
    std::unique_ptr<VaultHandle> library;

    /// `saved_last`: the file that is newer than the others; 0 for none.
    explicit FreeingScene(Scheme scheme = Scheme::exact, int steps = 4, int saved_last = 0) {
        write_run(run, steps);
        age(root);
        if (saved_last > 0) {
            const auto file = step(saved_last);
            last_write_time(file, last_write_time(file) + std::chrono::minutes(1));
        }
        auto opened = open_library(root / "vault");
        if (opened) library = std::move(*opened);
        IngestRequest request;
        request.run = "run";
        request.folder = run;
        request.scheme = SchemeChoice{.scheme = scheme};
        for (int n = 1; n <= steps; ++n)
            request.paths.push_back(step(n));
        if (!library || !library->watcher().ingest(request, {})) library.reset();
    }

    [[nodiscard]] std::filesystem::path step(int n) const {
        return run / ("step_" + std::to_string(n * 10) + ".safetensors");
    }
    [[nodiscard]] Result<FreePlan> plan(const RetentionRules& rules, double most_error = 0) const {
        return library->maintenance().plan_freeing("run", rules, most_error);
    }
    [[nodiscard]] std::map<std::string, OriginalFate> fates(const RetentionRules& rules,
                                                            double most_error = 0) const {
        std::map<std::string, OriginalFate> fates;
        if (const auto made = plan(rules, most_error)) {
            for (const auto& d : made->decisions)
                fates[std::to_string(d.rule.item.step)] = d.fate;
        }
        return fates;
    }
    [[nodiscard]] std::map<std::string, std::string> files() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(run)) {
            if (entry.is_regular_file())
                files[entry.path().lexically_relative(run).native()] = read_text(entry.path());
        }
        return files;
    }
    [[nodiscard]] std::filesystem::path trash(const FreeReport& report) const {
        return trash_folder(root / "vault") / report.trash_entry;
    }
};

inline const RetentionRules keep_last_one{.last = 1};

}  // namespace stepvault::test
