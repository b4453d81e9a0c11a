#include "vault/folding.h"

#include <algorithm>
#include <map>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "vault/chain.h"
#include "vault/layout_map.h"
#include "vault/step_choice.h"
#include "vault/step_file_writer.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Coding anew takes reading everything; fewer links than these are always smaller.
constexpr std::size_t fewest_links_to_code_anew = 4;
constexpr std::size_t chunks_per_thread = 4;

struct FoldingSlot {
    Bytes values;
    Bytes base;
    CodedChunk coded;
};

class Folding {
 public:
    Folding(fs::path steps, ThreadPool& pool, const JobContext& job)
        : steps_(std::move(steps)), pool_(pool), job_(job) {}

    /// `links`: the removed steps between `id` and `parent`, the one on `parent` first.
    Status fold(const std::string& id, const std::vector<std::string>& links, const std::string& parent);

 private:
    struct Written {
        StepFileWriter writer;
        StepContent content;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] Result<StepContent> content_of(const StepFile& step) const;
    Result<Written> with_links(const StepFile& step, const std::vector<std::string>& links);
    Result<Written> coded_anew(const Chain& chain, const Chain& below);

    fs::path steps_;
    ThreadPool& pool_;
    const JobContext& job_;
};

Result<StepContent> Folding::content_of(const StepFile& step) const {
    StepContent content;
    content.meta = step.meta();
    content.layout = step.layout();
    for (std::uint32_t s = 0; s < content.layout.streams.size(); ++s) {
        content.streams.push_back(step.stream(s));
        content.streams.back().chunks.clear();
    }
    content.figures = step.figures();
    STEPVAULT_ASSIGN(statistics, step.statistics());
    content.statistics = std::move(statistics);
    STEPVAULT_ASSIGN(samples, step.samples());
    content.samples = std::move(samples);
    return content;
}

Result<Folding::Written> Folding::with_links(const StepFile& step, const std::vector<std::string>& links) {
    STEPVAULT_ASSIGN(content, content_of(step));
    STEPVAULT_ASSIGN(writer, StepFileWriter::create(step.path()));
    STEPVAULT_TRY(writer.restrict_like(step.file()));
    Written out{std::move(writer), std::move(content)};
    for (std::uint32_t s = 0; s < out.content.layout.streams.size(); ++s) {
        const auto& chunks = step.stream(s).chunks;
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            STEPVAULT_TRY(job_.check());
            STEPVAULT_ASSIGN(bytes, step.read_chunk(s, c));
            STEPVAULT_ASSIGN(
                entry, out.writer.add_chunk({chunks[c].mode, std::move(bytes)}, chunks[c].content_hash));
            out.content.streams[s].chunks.push_back(entry);
            out.bytes += entry.length;
        }
    }
    for (const auto& link : links) {
        STEPVAULT_ASSIGN(entry, out.writer.add_link(step_path(steps_, link)));
        out.content.links.push_back(entry);
        out.bytes += entry.length;
    }
    out.content.last_link_digest = step.meta().parent_digest;
    // What is folded into the step itself lies above the new links.
    for (std::size_t i = 0; i < step.links(); ++i) {
        STEPVAULT_ASSIGN(entry, out.writer.add_link_of(step, i));
        out.content.links.push_back(entry);
        out.content.last_link_digest = step.last_link_digest();
        out.bytes += entry.length;
    }
    return out;
}

Result<Folding::Written> Folding::coded_anew(const Chain& chain, const Chain& below) {
    STEPVAULT_ASSIGN(content, content_of(chain.top()));
    STEPVAULT_ASSIGN(writer, StepFileWriter::create(chain.top().path()));
    STEPVAULT_TRY(writer.restrict_like(chain.top().file()));
    Written out{std::move(writer), std::move(content)};
    auto& layout = out.content.layout;
    for (auto& s : layout.streams) {
        if (s.coding != StreamCoding::bytes) s.coding = StreamCoding::exact;
    }
    out.content.statistics.clear();
    const LayoutMap map(layout, below.top().layout());
    for (std::uint32_t s = 0; s < layout.streams.size(); ++s) {
        const auto& stream = layout.streams[s];
        out.content.streams[s] = {};
        std::vector<FoldingSlot> slots(
            std::min<std::uint64_t>(pool_.size() * chunks_per_thread, stream.chunks()));
        STEPVAULT_TRY(pool_.for_each_in_order(
            stream.chunks(), slots.size(),
            [&](std::size_t c, std::size_t lane) -> Status {
                STEPVAULT_TRY(job_.check());
                auto& slot = slots[lane];
                slot.values.resize(stream.chunk_bytes(c));
                STEPVAULT_TRY(chain.read_chunk(s, c, slot.values));
                STEPVAULT_TRY(gather_base(
                    layout, s, c, map, below.top().layout(),
                    [&](auto from, auto chunk, auto bytes) { return below.read_chunk(from, chunk, bytes); },
                    slot.base));
                slot.coded = stream.coding == StreamCoding::bytes
                                 ? encode_bytes(slot.values, slot.base, false)
                                 : encode_exact(slot.values, slot.base, item_size(stream.dtype));
                return {};
            },
            [&](std::size_t c, std::size_t lane) -> Status {
                const auto hash = chain.top().stream(s).chunks[c].content_hash;
                STEPVAULT_ASSIGN(entry, out.writer.add_chunk(slots[lane].coded, hash));
                out.content.streams[s].chunks.push_back(entry);
                out.bytes += entry.length;
                return {};
            }));
    }
    return out;
}

Status Folding::fold(const std::string& id, const std::vector<std::string>& links,
                     const std::string& parent) {
    STEPVAULT_ASSIGN(chain, Chain::open(steps_, id));
    STEPVAULT_ASSIGN(below, Chain::open(steps_, parent));
    STEPVAULT_ASSIGN(linked, with_links(chain.top(), links));
    auto* best = &linked;
    std::optional<Written> anew;
    if (linked.content.links.size() >= fewest_links_to_code_anew) {
        STEPVAULT_ASSIGN(coded, coded_anew(chain, below));
        anew.emplace(std::move(coded));
        if (anew->bytes < linked.bytes) best = &*anew;
    }
    best->content.meta.parent = parent;
    best->content.meta.parent_digest = below.top().state_digest();
    STEPVAULT_TRY(best->writer.finish(best->content, AtomicFile::Existing::replace));
    // Nothing goes before what replaces it was read back.
    STEPVAULT_ASSIGN(folded, Chain::open(steps_, id));
    if (folded.top().state_digest() != chain.top().state_digest())
        return Error{ErrorCode::corrupt, folded.top().path().native() + ": was not folded as it should be"};
    return folded.top().check_all([this](std::uint64_t) { return job_.check(); });
}

std::uint64_t bytes_of(const std::vector<StepMeta>& metas, const fs::path& steps) {
    std::uint64_t bytes = 0;
    std::error_code ec;
    for (const auto& m : metas)
        bytes += fs::file_size(step_path(steps, m.id), ec);
    return bytes;
}

}  // namespace

Result<FoldReport> fold_steps(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
                              const JobContext& job, const fs::path& trash) {
    const auto steps = steps_folder(writer.folder());
    std::map<std::string, const StepMeta*> by_id;
    for (const auto& m : writer.steps())
        by_id[m.id] = &m;
    for (const auto& id : ids) {
        if (!by_id.contains(id)) return unknown_checkpoint(id, writer.record().name);
    }
    struct Task {
        std::string id;
        std::vector<std::string> links;
        std::string parent;
    };
    std::vector<Task> tasks;
    for (const auto& m : writer.steps()) {
        if (ids.contains(m.id) || !ids.contains(m.parent)) continue;
        Task task{m.id, {}, m.parent};
        while (ids.contains(task.parent)) {
            const auto link = by_id.at(task.parent);
            task.links.insert(task.links.begin(), link->id);
            if (link->parent.empty()) {
                return Error{ErrorCode::invalid_argument,
                             link->id + " is the base that " + m.id + " builds on; it cannot be folded"};
            }
            task.parent = link->parent;
        }
        tasks.push_back(std::move(task));
    }
    FoldReport report{ids.size(), tasks.size(), bytes_of(writer.steps(), steps), 0};
    Folding folding(steps, pool, job);
    Progress progress{.item = writer.record().name};
    const auto bytes_of_task = [&](const Task& task) {
        std::error_code ec;
        std::uint64_t bytes = fs::file_size(step_path(steps, task.id), ec);
        for (const auto& link : task.links)
            bytes += fs::file_size(step_path(steps, link), ec);
        return bytes;
    };
    for (const auto& task : tasks)
        progress.total += bytes_of_task(task);
    for (const auto& task : tasks) {
        const auto bytes = bytes_of_task(task);
        STEPVAULT_TRY(folding.fold(task.id, task.links, task.parent));
        progress.done += bytes;
        job.report(progress);
    }
    STEPVAULT_TRY(job.check());
    STEPVAULT_TRY(writer.remove_steps(ids, trash));
    report.after = bytes_of(writer.steps(), steps);
    return report;
}

}  // namespace stepvault
