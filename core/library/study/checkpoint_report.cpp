#include "library/study/checkpoint_report.h"

#include "base/text.h"
#include "container/allowed_globals.h"
#include "container/object_reader.h"
#include "library/catalog/catalog_rows.h"
#include "vault/chain/payload_norms.h"
#include "vault/chain/skeleton_files.h"

namespace stepvault {

namespace {

/// True for globals on PyTorch's allow-list for files that torch.load reads, and for the classes that
/// .metadata has besides.
bool is_usual(std::string_view global, std::string_view file) {
    const bool metadata = base_name(file) == ".metadata";
    return is_allowed_global(global) || (metadata && global.starts_with("torch.distributed.checkpoint."));
}

}  // namespace

Result<CheckpointReport> report_checkpoint(const Chain& chain, ThreadPool& pool, const JobContext& job) {
    const auto& layout = chain.top().layout();
    CheckpointReport report;
    report.tensors = tensor_rows(chain.top());
    STEPVAULT_ASSIGN(norms, payload_norms(chain, pool, job));
    for (const auto& tensor : layout.tensors)
        report.norms.push_back(norms[tensor.payload]);

    STEPVAULT_ASSIGN(files, skeleton_files(chain, largest_skeleton));
    std::vector<FileObjects> objects;
    for (std::size_t i = 0; i < files.size(); ++i) {
        STEPVAULT_TRY(job.check());
        const auto& stored = layout.files[i];
        FileContent content;
        // A torch-distributed file is a sequence of saved tensors, and .metadata describes them.
        if (stored.format != "torch-distributed") {
            STEPVAULT_ASSIGN(found, read_objects(files[i]));
            content = std::move(found);
        }
        FileReport file{stored.path, stored.format, stored.note, content.lines, {}};
        for (const auto& global : content.globals) {
            if (!is_usual(global, stored.path)) file.globals.push_back(global);
        }
        objects.push_back({stored.path, content.lines});
        report.files.push_back(std::move(file));
    }
    report.checklist = resume_checklist(layout, objects, chain.top().meta().step);
    for (auto& item : report.checklist) {
        if (chain.top().meta().weights_only && item.name != "weights")
            item = {std::move(item.name), false, "dropped: only the weights are kept"};
    }
    return report;
}

}  // namespace stepvault
