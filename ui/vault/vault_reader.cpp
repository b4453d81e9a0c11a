#include "ui/vault/vault_reader.h"

#include <algorithm>
#include <utility>

#include "ui/session/vault_place.h"
#include "ui/text/format.h"
#include "ui/vault/run_plans.h"

namespace stepvault::ui {

namespace {

using View = std::shared_ptr<const VaultView>;
using Plan = std::shared_ptr<const RemovalPlan>;

Result<View> readView(VaultHandle& library, std::vector<VaultRun> runs, const JobContext& job) {
    auto view = std::make_shared<VaultView>();
    view->folder = placeOf(library);
    std::vector<std::string> ids;
    for (const VaultRun& run : runs)
        ids.push_back(run.info.row.id);
    STEPVAULT_ASSIGN(contents, library.queries().contents(ids, job));
    for (std::size_t i = 0; i < std::min(runs.size(), contents.size()); ++i) {
        runs[i].checkpoints = std::move(contents[i].checkpoints);
        runs[i].tags = std::move(contents[i].tags);
    }
    view->runs = std::move(runs);
    STEPVAULT_ASSIGN(trash, library.maintenance().trash());
    view->trash = std::move(trash);
    // Rules that cannot be read are replaced by those that the user sets on the page.
    if (auto rules = library.maintenance().retention_rules()) view->rules = std::move(*rules);
    STEPVAULT_ASSIGN(parity, library.maintenance().parity());
    view->parity = parity;
    view->disk = library.queries().disk();
    return View(std::move(view));
}

}  // namespace

VaultReader::VaultReader(JobRunner& runner, QObject* parent) : QObject(parent), runner_(runner) {}

void VaultReader::read(const std::shared_ptr<VaultHandle>& library, std::vector<VaultRun> runs) {
    if (readJob_ != 0) {
        next_ = {library, std::move(runs)};
        return;
    }
    readJob_ = runner_.start(
        Lane::query, this,
        [library, runs = std::move(runs)](const JobContext& job) { return readView(*library, runs, job); },
        [this](Result<View> view) {
            readJob_ = 0;
            if (auto next = std::exchange(next_, std::nullopt)) read(next->library, std::move(next->runs));
            if (view.ok()) return emit viewRead(*view);
            emit failed(toQString(view.error().message));
        });
}

void VaultReader::plan(const std::shared_ptr<VaultHandle>& library, const RuleChoice& choice) {
    runner_.abandon(std::exchange(planJob_, 0));
    planJob_ = runner_.start(
        Lane::planning, this,
        [library, choice](const JobContext& job) {
            return planEach<RemovalPlan>(*library, choice, job, [&](const std::string& run) {
                return library->maintenance().plan_prune(run, choice.rules);
            });
        },
        [this](const Plan& plan) {
            planJob_ = 0;
            if (plan) emit planned(plan);
        });
}

void VaultReader::forget() {
    next_.reset();
    runner_.abandon(std::exchange(readJob_, 0));
    runner_.abandon(std::exchange(planJob_, 0));
}

}  // namespace stepvault::ui
