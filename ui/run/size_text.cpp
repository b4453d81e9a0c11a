#include "ui/run/size_text.h"

#include <algorithm>

#include "ui/text/format.h"
#include "ui/text/free_text.h"

namespace stepvault::ui {

QString sizeText(const RunInfo& run) {
    if (run.checkpoints == 0) return {};
    const std::uint64_t rest = run.stored_bytes - std::min(run.step_bytes, run.stored_bytes);
    return tr("Step files %1 + metrics and records %2 = %3 in the vault, %4 smaller")
        .arg(formatBytes(run.step_bytes), formatBytes(rest), formatBytes(run.stored_bytes),
             formatRatio(run.original_bytes, run.stored_bytes));
}

}  // namespace stepvault::ui
