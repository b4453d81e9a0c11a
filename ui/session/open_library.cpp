#include "ui/session/open_library.h"

#include <system_error>
#include <utility>

namespace stepvault::ui {

Result<std::shared_ptr<Library>> openLibrary(const std::filesystem::path& vault, Library::Mode mode,
                                             const Backends& backends, const JobContext& job) {
    namespace fs = std::filesystem;
    STEPVAULT_ASSIGN(library, Library::open(vault, mode, backends));
    std::error_code error;
    STEPVAULT_ASSIGN(runs, library->runs());
    if (runs.empty() && fs::exists(vault / "runs", error) && !fs::is_empty(vault / "runs", error) && !error)
        STEPVAULT_TRY(library->reindex(job, Library::Reindex::fill_in));
    return std::shared_ptr<Library>(std::move(library));
}

}  // namespace stepvault::ui
