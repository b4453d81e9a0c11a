#include "vault_model.h"

#include <thread>

#include "base/atomic_file.h"
#include "support/watched_library.h"
#include "vault/records/step_list.h"

namespace stepvault::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_checkpoints = 24;
constexpr std::size_t most_entries = 5;

}  // namespace

VaultModel::VaultModel(fs::path root, std::uint64_t seed)
    : root_(std::move(root)), random_(seed), training_(seed, 140) {
    fs::create_directories(run());
    (void)open();
    const auto base = draw_file();
    const auto status = perform(*library_, base);
    const auto runs = library_->queries().runs();
    if (!status || !runs || runs->size() != 1) qFatal("the first checkpoint cannot be filed");
    run_id_ = runs->front().row.id;
    if (const auto wrong = settle(base, true); !wrong.empty()) qFatal("%s", wrong.c_str());
}

std::string VaultModel::open() {
    library_.reset();
    auto library = LocalVault::open_caught_up(vault(), LocalVault::Mode::create, sqlite_backends(), {});
    if (!library) return "it does not open: " + library.error().message;
    library_ = std::move(*library);
    return {};
}

std::string VaultModel::go() {
    const auto dice = below(100);
    if (dice < 12) return try_killed();
    if (dice < 15) return try_locked();
    if (dice < 18) {
        history_.emplace_back("verify");
        const auto report = library_->maintenance().verify({});
        if (!report) return "verify: " + report.error().message;
        return report->damage.empty() ? std::string() : "verify: " + report->damage.front().what;
    }
    if (dice < 20) {
        history_.emplace_back("reopen");
        return open();
    }
    const auto operation = draw();
    history_.push_back(name_of(operation));
    const auto status = perform(*library_, operation);
    if (!status && status.error().code != ErrorCode::not_found) return status.error().message;
    if (auto wrong = settle(operation, status.ok()); !wrong.empty()) return wrong;
    return below(10) == 0 ? fault() : std::string();
}

VaultModel::Operation VaultModel::draw() {
    if (kept_.size() > most_checkpoints) return draw_prune();
    if (trash_.size() > most_entries) return {.kind = Kind::purge, .id = trash_.begin()->first};
    const auto dice = below(100);
    if (dice < 40) return draw_file();
    if (dice < 45) return {.kind = Kind::watch, .scheme = draw_scheme()};
    if (dice < 51) return draw_prune();
    if (dice < 53) return draw_strip();
    if (dice < 56) {
        Operation recode{.kind = Kind::recode, .scheme = draw_scheme()};
        // Not from a step before a checkpoint that keeps only its weights.
        const bool all_whole =
            std::ranges::none_of(kept_, [](const auto& k) { return k.second.restored.empty(); });
        if (below(2) == 0 && all_whole)
            recode.from = 1 + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(step_)));
        return recode;
    }
    if (dice < 66) return {.kind = Kind::pin, .id = any_kept(), .pinned = below(3) == 0};
    if (dice < 72 && !trash_.empty()) {
        const auto entry = std::next(trash_.begin(), static_cast<std::ptrdiff_t>(below(trash_.size())));
        return {.kind = below(3) == 0 ? Kind::purge : Kind::restore_trash, .id = entry->first};
    }
    if (dice < 75) return {.kind = Kind::reindex};
    return {.kind = Kind::restore, .id = any_kept()};
}

/// Also writes the original: a new one, or an earlier one with new contents.
VaultModel::Operation VaultModel::draw_file() {
    Operation file{.kind = Kind::file, .scheme = draw_scheme()};
    const bool again = step_ > 0 && below(8) == 0;
    file.step = again ? 1 + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(step_))) : ++step_;
    file.source = "step_" + std::to_string(file.step) + ".safetensors";
    training_.next();
    pending_[file.source] = training_.bytes();
    write_text(run() / file.source, pending_[file.source]);
    // Old times, so that no file has to settle, and different times for all files.
    fs::last_write_time(run() / file.source, fs::file_time_type::clock::now() - std::chrono::hours(24 * 365) +
                                                 std::chrono::seconds(++modified_));
    // A later recode uses the original, or works without it.
    if (below(2) == 0) {
        const auto old =
            "step_" + std::to_string(1 + below(static_cast<std::uint64_t>(step_))) + ".safetensors";
        if (!pending_.contains(old)) fs::remove(run() / old);
    }
    return file;
}

RetentionRules VaultModel::draw_rules() {
    RetentionRules rules;
    if (below(2) == 0) rules.last = 1 + static_cast<std::uint32_t>(below(8));
    if (below(3) == 0) rules.every = 2 + below(6);
    if (below(3) == 0) rules.first = true;
    if (below(4) == 0) rules.bytes = 1 + below(60'000);
    if (rules.empty()) rules.last = 4;
    return rules;
}

VaultModel::Operation VaultModel::draw_strip() {
    Operation reduce{.kind = Kind::reduce, .rules = draw_rules()};
    const auto plan = library_->maintenance().plan_weights_only(run_id_, reduce.rules, {});
    for (std::size_t i = 0; plan && i < plan->decisions.size(); ++i) {
        const auto& decision = plan->decisions[i];
        if (decision.kept) continue;
        reduce.removed.insert(decision.item.id);
        kept_.at(decision.item.id).weights = weights_of(decision.item.id);
    }
    return reduce;
}

VaultModel::Operation VaultModel::draw_prune() {
    Operation prune{.kind = Kind::prune, .rules = draw_rules(), .permanent = below(3) == 0};
    const auto plan = library_->maintenance().plan_prune(run_id_, prune.rules);
    for (std::size_t i = 0; plan && i < plan->decisions.size(); ++i) {
        const auto& decision = plan->decisions[i];
        if (!decision.kept) prune.removed.insert(decision.item.id);
    }
    return prune;
}

SchemeChoice VaultModel::draw_scheme() {
    static constexpr Scheme schemes[] = {Scheme::exact,    Scheme::lc,   Scheme::adaptive,
                                         Scheme::adaptive, Scheme::topn, Scheme::scar};
    return {.scheme = schemes[below(std::size(schemes))]};
}

std::string VaultModel::any_kept() {
    return std::next(kept_.begin(), static_cast<std::ptrdiff_t>(below(kept_.size())))->first;
}

std::string VaultModel::name_of(const Operation& o) {
    switch (o.kind) {
        case Kind::file:
            return "file " + o.source + " as " + stepvault::name_of(o.scheme.scheme);
        case Kind::watch:
            return "watch";
        case Kind::prune:
            return "prune " + std::to_string(o.removed.size()) + (o.permanent ? " for good" : "");
        case Kind::reduce:
            return "keep the weights of " + std::to_string(o.removed.size());
        case Kind::recode:
            return "recode as " + stepvault::name_of(o.scheme.scheme) + " from " +
                   std::to_string(o.from.value_or(0));
        case Kind::pin:
            return (o.pinned ? "pin " : "unpin ") + o.id;
        case Kind::restore_trash:
            return "take back " + o.id;
        case Kind::purge:
            return "purge " + o.id;
        case Kind::reindex:
            return "reindex";
        case Kind::restore:
            return "restore " + o.id;
    }
    return {};
}

Status VaultModel::perform(VaultHandle& library, const Operation& o) const {
    switch (o.kind) {
        case Kind::file: {
            const IngestRequest request{
                .paths = {run() / o.source}, .run = "run", .step = o.step, .scheme = o.scheme};
            STEPVAULT_TRY(library.watcher().ingest(request, {}));
            return {};
        }
        case Kind::watch:
            return watch_once(library, {run()}, o.scheme);
        case Kind::prune: {
            STEPVAULT_ASSIGN(plan, library.maintenance().plan_prune(run_id_, o.rules));
            STEPVAULT_TRY(library.maintenance().prune(
                plan, o.permanent ? Maintenance::Removal::permanent : Maintenance::Removal::to_trash, {}));
            return {};
        }
        case Kind::reduce: {
            STEPVAULT_ASSIGN(plan, library.maintenance().plan_weights_only(run_id_, o.rules, {}));
            STEPVAULT_TRY(library.maintenance().prune(plan, Maintenance::Removal::permanent, {}));
            return {};
        }
        case Kind::recode:
            STEPVAULT_TRY(
                library.maintenance().recode({.run = run_id_, .scheme = o.scheme, .from = o.from}, {}));
            return {};
        case Kind::pin:
            return library.maintenance().pin(run_id_, o.id, o.pinned);
        case Kind::restore_trash:
            STEPVAULT_TRY(library.maintenance().restore_trash(o.id, {}));
            return {};
        case Kind::purge:
            return library.maintenance().purge_trash(o.id, {});
        case Kind::reindex:
            STEPVAULT_TRY(library.maintenance().reindex({}));
            return {};
        case Kind::restore: {
            RestoreRequest request{
                .run = run_id_, .step = {}, .checkpoint_id = o.id, .output = root_ / "out/restored"};
            request.replace = true;
            STEPVAULT_TRY(library.restorer().restore(request, {}));
            if (read_text(request.output) == kept_.at(o.id).restored) return {};
            return Error{ErrorCode::corrupt, o.id + " restores to something else"};
        }
    }
    return {};
}

std::string VaultModel::settle(const Operation& o, bool done) {
    switch (o.kind) {
        case Kind::file:
        case Kind::watch:
            return settle_filed(o, done);
        case Kind::prune:
        case Kind::restore_trash:
        case Kind::purge:
            return settle_removed(o, done);
        case Kind::reduce:
            return settle_stripped(o, done);
        case Kind::recode:
            return settle_recoded(o);
        case Kind::pin: {
            const auto record = RunRecord::read(run_folder() / "run.json");
            if (!record) return record.error().message;
            if (done && record->pins.contains(o.id) != o.pinned)
                return o.id + " is not pinned as it was said";
            if (record->pins.contains(o.id))
                pins_.insert(o.id);
            else
                pins_.erase(o.id);
            return {};
        }
        case Kind::reindex:
        case Kind::restore:
            return {};
    }
    return {};
}

std::string VaultModel::settle_filed(const Operation& o, bool done) {
    const auto listed = list_steps(run_folder() / "steps");
    if (!listed) return listed.error().message;
    for (const auto& meta : listed->steps) {
        if (const auto known = kept_.find(meta.id); known != kept_.end()) {
            const auto& source = known->second.original;
            auto& restored = known->second.restored;
            // The second step may code the base anew.
            if (meta.exact_bytes == 0 || restored != source) continue;
            restored = bytes_of(meta.id);
            if (restored.size() != source.size())
                return meta.id + " restores to something else than was filed";
            continue;
        }
        if (removed_.contains(meta.id)) return meta.id + " was removed, and is filed again";
        const auto original = pending_.find(meta.source);
        if (original == pending_.end()) return meta.id + " is filed once more";
        auto restored = bytes_of(meta.id);
        if (meta.scheme == Scheme::exact ? restored != original->second
                                         : restored.size() != original->second.size())
            return meta.id + " restores to something else than was filed";
        kept_[meta.id] = {original->second, std::move(restored)};
        pending_.erase(original);
    }
    if (!done) return {};
    if (o.kind == Kind::file && pending_.contains(o.source)) return o.source + " is not filed";
    if (o.kind == Kind::watch && !pending_.empty()) return pending_.begin()->first + " is not filed";
    return {};
}

/// A prune or a restore from the trash leaves each checkpoint in the vault or in the trash; a purge leaves it
/// there or deletes it.
std::string VaultModel::settle_removed(const Operation& o, bool done) {
    const auto there = stored();
    const auto trash = trashed();
    std::set<std::string> in_trash;
    for (const auto& [entry, ids] : trash)
        in_trash.insert(ids.begin(), ids.end());
    auto moving = o.removed;
    if (o.kind != Kind::prune) moving = trash_[o.id];
    std::size_t moved = 0;
    for (const auto& id : moving) {
        auto known = kept_.contains(id) ? kept_.extract(id) : removed_.extract(id);
        if (there.contains(id)) {
            moved += o.kind == Kind::restore_trash ? 1 : 0;
            kept_.insert(std::move(known));
        } else if (in_trash.contains(id)) {
            moved += o.kind == Kind::prune ? 1 : 0;
            removed_.insert(std::move(known));
        } else if (o.kind == Kind::purge || o.permanent) {
            ++moved;
        } else {
            return id + " is lost";
        }
        if (o.kind == Kind::prune && pins_.contains(id)) return id + " goes although it is pinned";
    }
    const bool may_stay = o.kind == Kind::restore_trash && !untouched_.contains(o.id);
    if (done && !may_stay && moved != moving.size()) return "not all was done";
    std::string entry;
    for (const auto& [name, ids] : trash) {
        if (!trash_.contains(name)) entry = name;
    }
    if (o.kind != Kind::restore_trash) untouched_.clear();
    if (!entry.empty()) untouched_.insert(entry);
    trash_ = trash;
    return {};
}

/// Either all checkpoints lost all but their weights, or none did; fault() compares the stored bytes with the
/// expected ones.
std::string VaultModel::settle_stripped(const Operation& o, bool done) {
    if (o.removed.empty()) return {};
    std::size_t stripped = 0;
    for (const auto& id : o.removed) {
        auto& known = kept_.at(id);
        if (bytes_of(id).empty()) {
            ++stripped;
            known.restored.clear();
        } else {
            known.weights.clear();
        }
    }
    if (done ? stripped != o.removed.size() : stripped % o.removed.size() != 0) return "not all was done";
    if (stripped > 0) untouched_.clear();
    return {};
}

std::string VaultModel::settle_recoded(const Operation& o) {
    for (auto& [id, known] : kept_) {
        auto restored = bytes_of(id);
        if (restored == known.restored) continue;
        untouched_.clear();
        if (o.scheme.scheme == Scheme::exact ? restored != known.original
                                             : restored.size() != known.original.size())
            return id + " is recoded to different contents";
        known.restored = std::move(restored);
    }
    return {};
}

/// Tries an operation while another process writes this run.
std::string VaultModel::try_locked() {
    auto o = draw();
    if (o.kind == Kind::purge) o = draw_file();  // takes no lock
    history_.push_back("as a second writer: " + name_of(o));
    library_.reset();
    Forked other([&](int to_parent) {
        const auto writer = RunWriter::open(run_folder());
        tell(to_parent, writer ? "l" : "e");
        if (writer) ::pause();
    });
    if (other.next() != 'l') return "the first writer cannot write";
    if (auto wrong = open(); !wrong.empty()) return wrong;
    const auto status = perform(*library_, o);
    const bool writes = o.kind != Kind::watch && o.kind != Kind::reindex && o.kind != Kind::restore;
    if (writes && (status || status.error().code != ErrorCode::locked))
        return "two write at once: " + (status ? "done" : status.error().message);
    if (!writes && !status && status.error().code != ErrorCode::not_found) return status.error().message;
    return fault();
}

std::string VaultModel::try_killed() {
    const auto o = draw();
    history_.push_back("killed: " + name_of(o));
    library_.reset();
    bool done = false;
    {
        Forked child([&](int to_parent) {
            const auto library =
                LocalVault::open_caught_up(vault(), LocalVault::Mode::existing, sqlite_backends(), {});
            if (!library) return tell(to_parent, "e" + library.error().message);
            const auto status = perform(**library, o);
            if (status) return tell(to_parent, "d");
            if (status.error().code != ErrorCode::not_found) tell(to_parent, "e" + status.error().message);
        });
        const auto told = kill(child, o.kind);
        if (told.starts_with("e")) return told.substr(1);
        done = told == "d";
        if (const auto end = child.end(); end != 0 && end != SIGKILL)
            return "dies by signal " + std::to_string(end);
    }
    learn(o.kind, done);
    if (auto wrong = open(); !wrong.empty()) return wrong;
    if (auto wrong = settle(o, done); !wrong.empty()) return wrong;
    return fault();
}

std::string VaultModel::kill(Forked& child, Kind kind) {
    auto& longest = longest_delays_.try_emplace(kind, 50'000).first->second;
    std::this_thread::sleep_for(std::chrono::microseconds(below(static_cast<std::uint64_t>(longest))));
    child.kill();
    return child.rest();
}

/// Adapts the delays so that most kills come before the end, and some after it.
void VaultModel::learn(Kind kind, bool done) {
    ++kills_;
    cut_short_ += done ? 0 : 1;
    auto& longest = longest_delays_.at(kind);
    longest = std::max<std::int64_t>(1000, done ? longest * 9 / 10 : longest * 21 / 20);
}

std::vector<std::string> VaultModel::arguments_of(const Operation& o) const {
    std::vector<std::string> arguments;
    if (o.kind == Kind::file) {
        arguments = {"ingest", run() / o.source, "--run", "run", "--step", std::to_string(o.step)};
    } else if (o.kind == Kind::watch) {
        arguments = {"watch", "--once", run()};
    } else if (o.kind == Kind::recode) {
        arguments = {"recode", "--run", "run"};
        if (o.from) arguments.insert(arguments.end(), {"--from", std::to_string(*o.from)});
    } else {
        arguments = {"prune", "run"};
        if (o.kind == Kind::reduce) arguments.emplace_back("--weights-only");
        const auto add = [&](const char* option, auto value) {
            arguments.insert(arguments.end(), {option, std::to_string(value)});
        };
        if (o.rules.last) add("--keep-last", *o.rules.last);
        if (o.rules.every) add("--keep-every", *o.rules.every);
        if (o.rules.bytes) add("--keep-bytes", *o.rules.bytes);
        if (o.rules.first) arguments.emplace_back("--keep-first");
        if (o.permanent) arguments.emplace_back("--purge");
    }
    if (o.kind != Kind::prune && o.kind != Kind::reduce)
        arguments.insert(arguments.end(), {"--scheme", stepvault::name_of(o.scheme.scheme)});
    arguments.insert(arguments.end(), {"--vault", vault()});
    return arguments;
}

std::string VaultModel::kill_command(const std::string& stepvault) {
    auto o = draw();
    if (o.kind == Kind::purge) {
        if (const auto status = perform(*library_, o); !status) return status.error().message;
        if (auto wrong = settle(o, true); !wrong.empty()) return wrong;
    }
    if (o.kind != Kind::watch && o.kind != Kind::prune && o.kind != Kind::reduce && o.kind != Kind::recode)
        o = draw_file();
    history_.push_back("killed as a process: " + name_of(o));
    library_.reset();
    auto arguments = arguments_of(o);
    arguments.insert(arguments.begin(), stepvault);
    std::vector<char*> pointers;
    for (auto& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    Forked child([&](int to_parent) {
        ::dup2(to_parent, STDOUT_FILENO);
        ::dup2(to_parent, STDERR_FILENO);
        ::execv(stepvault.c_str(), pointers.data());
        ::_exit(127);
    });
    const auto told = kill(child, o.kind);
    const auto end = child.end();
    const bool said = o.kind == Kind::file && told.find("filed " + o.source) != std::string::npos;
    const bool done = end == 0 || said;
    if (!done && end != SIGKILL && told.find("nothing to code anew") == std::string::npos) return told;
    learn(o.kind, done);
    if (auto wrong = open(); !wrong.empty()) return wrong;
    if (auto wrong = settle(o, done); !wrong.empty()) return wrong;
    for (const auto& [source, bytes] : pending_) {
        if (told.find("filed    run/" + source + ":") != std::string::npos)
            return source + " was said to be filed, and is not";
    }
    return fault();
}

std::string VaultModel::fault() {
    const auto report = library_->maintenance().verify({});
    if (!report) return "verify: " + report.error().message;
    if (!report->damage.empty()) return "verify: " + report->damage.front().what;
    std::set<std::string> ids;
    for (const auto& [id, known] : kept_)
        ids.insert(id);
    if (stored() != ids) return "the run does not hold what it should";
    if (trashed() != trash_) return "the trash does not hold what it should";
    const auto rows = library_->queries().checkpoints(run_id_);
    if (!rows) return rows.error().message;
    std::set<std::string> listed;
    std::set<std::string> pinned;
    for (const auto& row : *rows) {
        listed.insert(row.id);
        if (row.pinned) pinned.insert(row.id);
    }
    if (listed != ids) return "the catalog does not list what is there";
    auto pins = pins_;
    std::erase_if(pins, [&](const auto& id) { return !ids.contains(id); });
    if (pinned != pins) return "the pins are not as they should be";
    for (const auto& [id, known] : kept_) {
        if (bytes_of(id) != known.restored) return id + " restores to something else";
        if (known.restored.empty() && weights_of(id) != known.weights) return id + " has other weights";
    }
    return {};
}

std::string VaultModel::left_behind() {
    // Opens the run for writing, which removes leftovers, without changing anything.
    const auto id = any_kept();
    if (const auto status = library_->maintenance().pin(run_id_, id, pins_.contains(id)); !status)
        return status.error().message;
    for (const auto& entry : fs::recursive_directory_iterator(vault())) {
        if (is_temporary_name(entry.path().filename().native())) return entry.path().native() + " was left";
    }
    return {};
}

std::set<std::string> VaultModel::stored() const {
    std::set<std::string> ids;
    for (const auto& entry : fs::directory_iterator(run_folder() / "steps")) {
        if (entry.path().extension() == ".svstep") ids.insert(entry.path().stem().native());
    }
    return ids;
}

std::map<std::string, std::set<std::string>> VaultModel::trashed() const {
    std::map<std::string, std::set<std::string>> trash;
    const auto entries = list_trash(vault());
    for (std::size_t i = 0; entries && i < entries->size(); ++i) {
        for (const auto& meta : (*entries)[i].steps)
            trash[(*entries)[i].id].insert(meta.id);
    }
    return trash;
}

std::string VaultModel::weights_of(const std::string& id) {
    RestoreRequest request{.run = run_id_,
                           .step = {},
                           .checkpoint_id = id,
                           .output = root_ / "out/weights",
                           .extent = RestoreExtent::weights};
    request.replace = true;
    return library_->restorer().restore(request, {}) ? read_text(request.output) : std::string();
}

std::string VaultModel::bytes_of(const std::string& id) {
    RestoreRequest request{
        .run = run_id_, .step = {}, .checkpoint_id = id, .output = root_ / "out/looked-at"};
    request.replace = true;
    return library_->restorer().restore(request, {}) ? read_text(request.output) : std::string();
}

}  // namespace stepvault::test
