#include "run/hyperparameter_finder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <system_error>

#include "run/wandb_folder.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

using SettingsFormat = HyperparameterFormat;

constexpr std::size_t most_settings_folders = 16;
constexpr std::size_t most_settings_events = 8;
constexpr int deepest_mlflow_metric = 8;

struct SettingsName {
    const char* name;
    SettingsFormat format;
};
constexpr std::array<SettingsName, 4> recorded_settings{
    {{"hparams.yaml", SettingsFormat::yaml},
     {"args.yaml", SettingsFormat::yaml},
     {".hydra/config.yaml", SettingsFormat::yaml},
     {"training_args.bin", SettingsFormat::training_arguments}}};
constexpr std::array<SettingsName, 3> general_settings{{{"params.yaml", SettingsFormat::yaml},
                                                        {"config.yaml", SettingsFormat::yaml},
                                                        {"config.json", SettingsFormat::json}}};

class SettingsSearch {
 public:
    SettingsSearch(const RunFolder& run, const std::vector<fs::path>& databases)
        : run_(run), databases_(databases) {
        add_folder(run.metrics_folder());
        add_folder(run.folder);
        for (const auto& file : run.metrics)
            add_folder(file.parent_path());
    }

    std::vector<HyperparameterFile> find() {
        find_named(recorded_settings);
        find_in_checkpoint("training_args.bin", SettingsFormat::training_arguments);
        find_wandb();
        find_mlflow();
        for (const auto& database : databases_)
            add(database, SettingsFormat::database);
        const auto events = std::min(run_.event_files.size(), most_settings_events);
        for (std::size_t i = 1; i <= events; ++i)
            add(run_.event_files[run_.event_files.size() - i], SettingsFormat::events);
        find_named(general_settings);
        find_in_checkpoint("config.json", SettingsFormat::json);
        return std::move(found_);
    }

 private:
    void add_folder(const fs::path& folder) {
        if (folders_.size() < most_settings_folders && std::ranges::find(folders_, folder) == folders_.end())
            folders_.push_back(folder);
    }

    void add(const fs::path& path, SettingsFormat format) {
        std::error_code ec;
        const bool exists =
            format == SettingsFormat::mlflow ? fs::is_directory(path, ec) : fs::is_regular_file(path, ec);
        if (!exists || std::ranges::find(found_, path, &HyperparameterFile::path) != found_.end()) return;
        found_.push_back({path, format, path.lexically_relative(run_.folder).native()});
    }

    template <std::size_t N>
    void find_named(const std::array<SettingsName, N>& names) {
        for (const auto& [name, format] : names) {
            for (const auto& folder : folders_) {
                // Such a file of a logger's own folder is not a plain one.
                if (!is_wandb_part(folder)) add(folder / name, format);
            }
        }
    }

    /// The folder of one of W&B's runs, or files/ in it.
    static bool is_wandb_part(const fs::path& folder) {
        return wandb_start(folder.filename().native()) ||
               wandb_start(folder.parent_path().filename().native());
    }

    void add_wandb(const fs::path& folder) {
        if (wandb_start(folder.filename().native()))
            add(folder / "files/config.yaml", SettingsFormat::wandb);
        else if (wandb_start(folder.parent_path().filename().native()))
            add(folder / "config.yaml", SettingsFormat::wandb);
    }

    void find_wandb() {
        const auto before = found_.size();
        // The logs of a resumed run come oldest first.
        for (auto file = run_.metrics.rbegin(); file != run_.metrics.rend(); ++file)
            add_wandb(file->parent_path());
        if (found_.size() > before) return;
        const auto wandb = run_.folder / "wandb";
        const auto listing = list_folder(wandb);
        const auto logs = listing ? wandb_logs(wandb, *listing) : std::vector<fs::path>();
        if (!logs.empty()) add_wandb(logs.back().parent_path());
    }

    void find_mlflow() {
        std::error_code ec;
        for (const auto& folder : folders_) {
            auto level = folder;
            // A metric whose name has a '/' lies deeper in metrics/.
            for (int depth = 0; depth < deepest_mlflow_metric && level.has_relative_path(); ++depth) {
                if (fs::is_regular_file(level / "meta.yaml", ec) && fs::is_directory(level / "params", ec)) {
                    add(level / "params", SettingsFormat::mlflow);
                    break;
                }
                if (level == run_.folder) break;
                level = level.parent_path();
            }
        }
    }

    /// Unless the run has such a file elsewhere.
    void find_in_checkpoint(const char* name, SettingsFormat format) {
        const auto is_such = [name](const auto& file) { return file.path.filename() == name; };
        if (run_.checkpoints.empty() || std::ranges::any_of(found_, is_such)) return;
        const auto& newest = run_.checkpoints.back();
        if (!newest.is_folder) return;
        const auto before = found_.size();
        add(newest.path / name, format);
        // The same name for each checkpoint, since each has the whole file.
        if (found_.size() > before) found_.back().source = name;
    }

    const RunFolder& run_;
    const std::vector<fs::path>& databases_;
    std::vector<fs::path> folders_;
    std::vector<HyperparameterFile> found_;
};

}  // namespace

std::vector<HyperparameterFile> hyperparameter_files(const RunFolder& run,
                                                     const std::vector<fs::path>& databases) {
    return SettingsSearch(run, databases).find();
}

}  // namespace stepvault
