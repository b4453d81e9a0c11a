#include "vault/rewrite/squashing.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <system_error>

#include "base/file.h"
#include "vault/chain/chain.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/rewrite/step_rewriting.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Coding a step again means reading everything. Fewer links than these are always smaller.
constexpr std::size_t fewest_links_to_code_anew = 4;

class Squashing {
 public:
    Squashing(fs::path steps, ThreadPool& pool, const JobContext& job)
        : steps_(std::move(steps)), pool_(pool), job_(job) {}

    /// `links`: the removed steps between `id` and `parent`, beginning with the one that builds on `parent`.
    Status squash(const std::string& id, const std::vector<std::string>& links, const std::string& parent);

 private:
    Status check(const StepFile& step, const std::vector<std::string>& links) const;
    Result<RewrittenStep> with_links(const StepFile& step, const std::vector<std::string>& links);

    fs::path steps_;
    ThreadPool& pool_;
    const JobContext& job_;
};

/// Checks every byte, since a copy of damaged data could no longer be repaired: the new file puts another
/// checksum around it and has no parity.
Status Squashing::check(const StepFile& step, const std::vector<std::string>& links) const {
    const auto read = [this](std::uint64_t) { return job_.check(); };
    STEPVAULT_TRY(step.check_all(read));
    for (const auto& link : links) {
        STEPVAULT_ASSIGN(file, StepFile::open(step_path(steps_, link)));
        STEPVAULT_TRY(file.check_all(read));
    }
    return {};
}

Result<RewrittenStep> Squashing::with_links(const StepFile& step, const std::vector<std::string>& links) {
    STEPVAULT_ASSIGN(out, RewrittenStep::begin(step, step.path()));
    for (std::uint32_t s = 0; s < out.content.layout.streams.size(); ++s) {
        for (std::uint64_t c = 0; c < step.stream(s).chunks.size(); ++c) {
            STEPVAULT_TRY(job_.check());
            STEPVAULT_TRY(out.copy(s, step, s, c));
        }
    }
    for (const auto& link : links)
        STEPVAULT_TRY(out.take_link(step_path(steps_, link)));
    out.content.last_link_digest = step.meta().parent_digest;
    // The step's own links lie above the new ones.
    for (std::size_t i = 0; i < step.links(); ++i) {
        STEPVAULT_TRY(out.take_link(step, i));
        out.content.last_link_digest = step.last_link_digest();
    }
    return std::move(out);
}

Status Squashing::squash(const std::string& id, const std::vector<std::string>& links,
                         const std::string& parent) {
    STEPVAULT_ASSIGN(chain, Chain::open(steps_, id));
    STEPVAULT_ASSIGN(below, Chain::open(steps_, parent));
    STEPVAULT_TRY(check(chain.top(), links));
    STEPVAULT_ASSIGN(linked, with_links(chain.top(), links));
    auto* best = &linked;
    std::optional<RewrittenStep> anew;
    if (linked.content.links.size() >= fewest_links_to_code_anew) {
        STEPVAULT_ASSIGN(coded, RewrittenStep::begin(chain.top(), chain.top().path()));
        STEPVAULT_TRY(coded.code_anew(chain, below, {}, pool_, job_));
        anew.emplace(std::move(coded));
        if (anew->bytes < linked.bytes) best = &*anew;
    }
    best->content.meta.parent = parent;
    best->content.meta.parent_digest = below.top().state_digest();
    STEPVAULT_TRY(best->writer.finish(best->content, AtomicFile::Existing::replace));
    // Nothing goes before what replaces it was read back.
    STEPVAULT_ASSIGN(squashed, Chain::open(steps_, id));
    if (squashed.top().state_digest() != chain.top().state_digest())
        return Error{ErrorCode::corrupt, squashed.top().path().native() + ": was not folded as it should be"};
    return squashed.top().check_all([this](std::uint64_t) { return job_.check(); });
}

}  // namespace

Result<SquashReport> squash_steps(RunWriter& writer, const std::set<std::string>& ids, ThreadPool& pool,
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
    SquashReport report{ids.size(), tasks.size(), bytes_of_steps(steps, writer.steps()), 0};
    // Remove unneeded steps first: squashing may need their space.
    auto left = ids;
    if (trash.empty() && !tasks.empty()) {
        left.clear();
        for (const auto& task : tasks)
            left.insert(task.links.begin(), task.links.end());
        std::set<std::string> unneeded;
        std::ranges::set_difference(ids, left, std::inserter(unneeded, unneeded.end()));
        STEPVAULT_TRY(job.check());
        if (!unneeded.empty()) STEPVAULT_TRY(writer.remove_steps(unneeded, {}));
    }
    Squashing squashing(steps, pool, job);
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
        STEPVAULT_TRY(squashing.squash(task.id, task.links, task.parent));
        progress.done += bytes;
        job.report(progress);
    }
    STEPVAULT_TRY(job.check());
    STEPVAULT_TRY(writer.remove_steps(left, trash));
    report.after = bytes_of_steps(steps, writer.steps());
    return report;
}

}  // namespace stepvault
