#include "library/study/checkpoint_report.h"

#include <algorithm>

#include "base/text.h"
#include "container/allowed_globals.h"
#include "container/object_reader.h"
#include "library/catalog/catalog_rows.h"
#include "library/study/stored_sizes.h"
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

std::vector<ChainStep> chain_steps(const Chain& chain) {
    std::vector<ChainStep> steps;
    for (std::size_t i = 0; i < chain.length(); ++i) {
        const auto& meta = chain.link(i).meta();
        const bool is_top = i + 1 == chain.length();
        const bool is_in_file = chain.length() - i <= chain.own_links();
        const bool is_shared_base = i == 0 && !is_top && chain.link(1).meta().leans_on_shared_base();
        steps.push_back({meta.id, meta.step, meta.scheme, meta.parent, meta.key, meta.key_level,
                         is_in_file && !is_top, is_shared_base});
    }
    return steps;
}

void add_stored_sizes(const StepFile& step, CheckpointReport& report) {
    const auto& layout = step.layout();
    const auto sizes = stored_sizes(step);
    std::uint64_t all = 0;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
        report.stored_by_role[layout.payloads[p].role] += sizes[p];
        all += sizes[p];
    }
    for (const auto& tensor : layout.tensors)
        report.stored_bytes.push_back(sizes[tensor.payload]);
    report.stored_rest = step.size() - std::min(all, step.size());
}

}  // namespace

Result<CheckpointReport> report_checkpoint(const Chain& chain, ThreadPool& pool, const JobContext& job) {
    const auto& layout = chain.top().layout();
    CheckpointReport report;
    report.tensors = tensor_rows(chain.top());
    STEPVAULT_ASSIGN(norms, payload_norms(chain, pool, job));
    for (const auto& tensor : layout.tensors)
        report.norms.push_back(norms[tensor.payload]);

    add_stored_sizes(chain.top(), report);
    report.chain = chain_steps(chain);

    STEPVAULT_ASSIGN(files, skeleton_files(chain, largest_skeleton));
    std::vector<FileObjects> objects;
    for (std::size_t i = 0; i < files.size(); ++i) {
        STEPVAULT_TRY(job.check());
        const auto& stored = layout.files[i];
        STEPVAULT_ASSIGN(content, read_objects(files[i], stored.format));
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
