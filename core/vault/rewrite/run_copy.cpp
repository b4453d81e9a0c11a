#include "vault/rewrite/run_copy.h"

#include <system_error>

#include "base/atomic_file.h"
#include "vault/originals/file_copying.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace fs = std::filesystem;

RunCopy::RunCopy(const fs::path& run_folder)
    : original_(run_folder), path_(temporary_sibling(run_folder / "again")) {}

RunCopy::~RunCopy() {
    close();
    std::error_code ec;
    fs::remove_all(path_, ec);
}

void RunCopy::close() {
    if (writer_) writer_->drop_tip();
    writer_.reset();
}

fs::path RunCopy::steps() const {
    return steps_folder(path_);
}

Status RunCopy::set_up(const RunRecord& record, std::span<const StepMeta> metas) {
    STEPVAULT_TRY(make_folders(steps(), FileAccess::of_folder));
    // The copy has the access of the run, however private its originals are by now.
    auto own = record;
    own.is_private = true;
    STEPVAULT_TRY(own.write(run_file(path_)));
    for (const auto& meta : metas) {
        const auto from = step_path(steps_folder(original_), meta.id);
        STEPVAULT_TRY(link_or_copy(from, step_path(steps(), meta.id)));
    }
    tips_ = std::make_shared<TipStore>(tip_cache_folder(original_.parent_path().parent_path()));
    STEPVAULT_ASSIGN(writer, RunWriter::open(path_, nullptr, tips_));
    writer_ = std::move(writer);
    return {};
}

}  // namespace stepvault
