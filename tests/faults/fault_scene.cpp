#include "fault_scene.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include <QProcess>
#include <QtTest>

#include "base/atomic_file.h"
#include "vault/originals/trash.h"
#include "vault/records/step_list.h"

namespace stepvault::test {

namespace fs = std::filesystem;

namespace {

constexpr int checkpoints = 4;

/// Keeps the files' times, because the vault recognizes originals by them.
void copy_tree(const fs::path& from, const fs::path& to) {
    fs::copy(from, to, fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(from)) {
        if (entry.is_regular_file())
            fs::last_write_time(to / entry.path().lexically_relative(from), entry.last_write_time());
    }
}

/// The header of a safetensors file; tensor_of() returns the bytes of one of its tensors.
std::string_view header_of(const std::string& safetensors) {
    return std::string_view(safetensors).substr(0, 8 + load<std::uint64_t>(as_view(safetensors), 0));
}

std::string_view tensor_of(const std::string& safetensors, const char* name) {
    const auto header = header_of(safetensors);
    const auto entry = nlohmann::json::parse(header.substr(8)).at(name).at("data_offsets");
    const auto begin = entry[0].get<std::size_t>();
    return std::string_view(safetensors).substr(header.size() + begin, entry[1].get<std::size_t>() - begin);
}

std::vector<float> weights_of(const std::string& safetensors) {
    const auto bytes = tensor_of(safetensors, "model.layer.weight");
    std::vector<float> weights(bytes.size() / sizeof(float));
    std::memcpy(weights.data(), bytes.data(), bytes.size());
    return weights;
}

double distance_of(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    return std::sqrt(sum);
}

std::string line(const Outcome& outcome) {
    return (outcome.out + outcome.err).trimmed().toStdString();
}

}  // namespace

FaultScene::FaultScene(const QString& command) : command_(command) {
    fs::create_directories(disk());
    const auto watch = QStringList{"watch", "--once", "--scheme", "adaptive", text(run_folder())};
    const bool files = command == "first filing" || command == "next filing" || command == "exact filing";
    if (files) arguments_ = watch;
    if (command == "exact filing") arguments_[3] = "exact";
    if (command != "first filing") {
        write_checkpoints(1, files ? checkpoints / 2 : checkpoints);
        const auto filed = stepvault(files ? arguments_ : watch);
        if (filed.code != 0) qFatal("%s", line(filed).c_str());
    }
    if (files) write_checkpoints(command == "first filing" ? 1 : checkpoints / 2 + 1, checkpoints);
    if (command == "ingest") {
        write_checkpoints(checkpoints + 1, checkpoints + 1);
        const auto next = QString("step_%1.safetensors").arg((checkpoints + 1) * 10);
        arguments_ = QStringList{"ingest", text(run_folder() / next.toStdString()), "--run", "one"};
    }
    if (command == "prune") arguments_ = QStringList{"prune", "one", "--keep-last", "1"};
    if (command == "prune for good") arguments_ = QStringList{"prune", "one", "--keep-last", "1", "--purge"};
    if (command == "weights only") arguments_ = QStringList{"prune", "one", "--keep-none", "--weights-only"};
    if (command == "pin") arguments_ = QStringList{"pin", "one", "--step", "20"};
    if (command == "rename") arguments_ = QStringList{"rename", id_of_run(), "best run"};
    if (command == "tag") arguments_ = QStringList{"tag", "one", "baseline", "v2"};
    if (command == "rules")
        arguments_ = QStringList{"prune", "one", "--keep-last", "2", "--remember", "--dry-run"};
    if (command == "recode") arguments_ = QStringList{"recode", "--run", "one", "--scheme", "exact"};
    if (command == "reindex") arguments_ = QStringList{"reindex"};
    if (command == "restore") {
        arguments_ = QStringList{"restore", "--run",   "one",      "--step",
                                 "30",      "--force", "--output", text(disk() / "out/step_30.safetensors")};
    }
    if (command.startsWith("move")) {
        fs::create_directories(other_vault().parent_path());
        arguments_ = QStringList{"move", text(other_vault())};
    }
    if (frees()) arguments_ = QStringList{"free", "one", "--keep-last", "1", "--up-to-error", "1"};
    if (command.startsWith("trash")) {
        const auto removed =
            stepvault(frees() ? arguments_ : QStringList{"prune", "one", "--keep-last", "1"});
        if (removed.code != 0) qFatal("%s", line(removed).c_str());
        const auto entries = list_trash(vault());
        arguments_ = QStringList{"trash", command == "trash purge" ? "purge" : "restore",
                                 QString::fromStdString(entries->front().id)};
        // Each fault gets a new disk with new folders, so the command names the run's folder.
        if (command == "trash originals") arguments_ += {"--into", text(disk() / "runs" / "one")};
    }
    if (command == "repair") {
        fs::copy(vault(), root() / "copy", fs::copy_options::recursive);
        arguments_ = QStringList{"verify", "--repair", "--from", text(root() / "copy")};
    }
    if (command == "set aside") {
        fs::remove_all(root() / "runs");
        arguments_ = QStringList{"verify", "--repair"};
    }
    if (mends()) damage();
    if (arguments_.isEmpty()) qFatal("no such command");
    copy_tree(disk(), root() / "prepared");

    before_ = contents();
    if (frees()) originals_ = originals();
    const auto done = run({});
    if (!is_done(done)) qFatal("%s", line(done).c_str());
    after_ = contents();
    if (frees() && originals() != originals_) qFatal("an original is gone");
    std::ifstream log(root() / "log");
    for (std::string call; std::getline(log, call);)
        calls_.push_back(call);
    if (command == "restore") restored_ = read_text(disk() / "out/step_30.safetensors");
}

/// Whether the command changes originals: then the run's folder lies on the disk that fails.
bool FaultScene::frees() const {
    return command_ == "free" || command_ == "trash originals";
}

fs::path FaultScene::vault() const {
    return fs::exists(other_vault()) ? other_vault() : disk() / "vault";
}

fs::path FaultScene::run_folder() const {
    return (frees() ? disk() : root()) / "runs" / "one";
}

/// The originals of the run, by name, from the run's folder and from the trash.
std::map<std::string, std::string> FaultScene::originals() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::directory_iterator(run_folder()))
        found[entry.path().filename().native()] = read_text(entry.path());
    if (const auto entries = list_trash(vault())) {
        for (const auto& entry : *entries) {
            for (const auto& original : entry.originals) {
                const auto file =
                    trash_folder(vault()) / entry.id / ("original-" + std::to_string(original.number));
                found.try_emplace(original.path.native(), read_text(file));
            }
        }
    }
    return found;
}

bool FaultScene::mends() const {
    return arguments_.contains("--repair");
}

bool FaultScene::is_done(const Outcome& outcome) const {
    constexpr int damage_found = 3;
    return outcome.code == 0 || (command_ == "set aside" && outcome.code == damage_found);
}

/// Damages the second checkpoint, which all later checkpoints build on.
void FaultScene::damage() const {
    const auto run = Vault::open(vault(), false)->runs()->records.front();
    const auto steps = steps_folder(runs_folder(vault()) / run.id);
    const auto file = step_path(steps, list_steps(steps)->steps.at(1).id);
    auto bytes = read_text(file);
    constexpr std::size_t first_chunk = 20;
    bytes[first_chunk] = static_cast<char>(~bytes[first_chunk]);
    write_text(file, bytes);
}

void FaultScene::write_checkpoints(int first, int last) {
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
    const auto run = run_folder();
    std::ofstream metrics;
    fs::create_directories(run);
    metrics.open(run / "metrics.jsonl", std::ios::app);
    for (int i = first; i <= last; ++i, training_.next()) {
        const auto path = run / ("step_" + std::to_string(i * 10) + ".safetensors");
        write_text(path, training_.bytes());
        fs::last_write_time(path, old);
        metrics << "{\"step\": " << i * 10 << ", \"loss\": " << 2.0 / i << "}\n";
    }
}

Outcome FaultScene::stepvault(const QStringList& arguments, const QProcessEnvironment& environment) const {
    QProcess process;
    auto with_shim = environment;
    with_shim.insert("LD_PRELOAD", STEPVAULT_FAULTS);
    with_shim.insert("STEPVAULT_FAULT_ROOT", text(disk()));
    if (command_ == "move by copy")
        with_shim.insert("STEPVAULT_FAULT_APART", text(other_vault().parent_path()));
    process.setProcessEnvironment(with_shim);
    process.start(QStringLiteral(STEPVAULT_EXECUTABLE), arguments + QStringList{"--vault", text(vault())});
    return outcome_of(process);
}

Outcome FaultScene::stepvault(const QStringList& arguments) const {
    return stepvault(arguments, QProcessEnvironment::systemEnvironment());
}

void FaultScene::reset() const {
    fs::remove_all(disk());
    copy_tree(root() / "prepared", disk());
}

Outcome FaultScene::run(const Fault& fault) {
    reset();
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("STEPVAULT_FAULT_LOG", text(root() / "log"));
    environment.insert("STEPVAULT_FAULT_CALL", QString::number(fault.call));
    environment.insert("STEPVAULT_FAULT_DO", fault.action);
    environment.insert("STEPVAULT_FAULT_ERRNO", QString::number(fault.error));
    environment.insert("STEPVAULT_FAULT_MOVES", fault.moves);
    if (!fault.lost.isEmpty()) {
        environment.insert("STEPVAULT_FAULT_LOST", fault.lost);
        environment.insert("STEPVAULT_FAULT_DISK", text(root() / "left"));
    }
    auto outcome = stepvault(arguments_, environment);
    failed_ = outcome.code == 1;
    if (fs::exists(root() / "left")) {
        fs::remove_all(disk());
        fs::rename(root() / "left", disk());
        if (frees()) give_back_times();
    }
    return outcome;
}

/// Restores the files' times, which the loss of power does not keep: the vault recognizes originals by them.
void FaultScene::give_back_times() const {
    const auto prepared = root() / "prepared" / run_folder().lexically_relative(disk());
    for (const auto& entry : fs::directory_iterator(prepared)) {
        const auto there = run_folder() / entry.path().filename();
        if (fs::exists(there)) fs::last_write_time(there, entry.last_write_time());
    }
}

QString FaultScene::id_of_run() const {
    return QString::fromStdString(list(vault())["runs"].at(0)["id"].get<std::string>());
}

std::string FaultScene::fault_of_again() {
    const auto again = stepvault(arguments_);
    // The command may have succeeded before the fault: then the trash entry is gone, or the moved vault
    // exists.
    const bool was_done = command_.startsWith("trash")  ? again.err.contains("there is no")
                          : command_.startsWith("move") ? again.err.contains("exists already")
                                                        : false;
    if (!is_done(again) && !was_done) return "again: " + (again.out + again.err).toStdString();
    if (auto wrong = fault_of_end(); !wrong.empty()) return wrong;
    // The run's next writer removes leftover files from its folder. These commands wrote nothing, or only the
    // record, so verify does it.
    const bool has_no_writer = command_ == "rename" || command_ == "tag";
    if (has_no_writer || (was_done && command_ == "trash restore")) (void)stepvault({"verify", "--repair"});
    return left_behind();
}

void FaultScene::add_commands() {
    QTest::addColumn<QString>("command");
    for (const char* command :
         {"first filing", "next filing",   "exact filing", "ingest",   "prune",           "prune for good",
          "weights only", "pin",           "rename",       "tag",      "rules",           "recode",
          "restore",      "trash restore", "trash purge",  "free",     "trash originals", "move",
          "move by copy", "reindex",       "repair",       "set aside"})
        QTest::newRow(command) << command;
}

std::vector<std::size_t> FaultScene::calls_to_try(std::size_t round) const {
    const std::size_t some = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST") ? calls_.size() : 2;
    const auto apart = std::max<std::size_t>(1, calls_.size() / some);
    std::vector<std::size_t> tried;
    for (auto n = 1 + round * apart / 3; n <= calls_.size(); n += apart)
        tried.push_back(n);
    return tried;
}

Contents FaultScene::contents() {
    Contents contents;
    const auto opened = Vault::open(vault(), false);
    if (!opened) return contents;
    const auto runs = opened->runs();
    if (!runs) return contents;
    for (const auto& record : runs->records) {
        const auto steps = steps_folder(opened->run_folder(record.id));
        const auto listed = list_steps(steps);
        if (!listed) continue;
        for (const auto& meta : listed->steps) {
            const auto output = root() / "restored";
            const auto chain = Chain::open(steps, meta.id);
            if (!chain) continue;
            Content content{.source = meta.source};
            if (restore_checkpoint(*chain, output, true, pool_, {})) content.bytes = read_text(output);
            if (command_ == "weights only") {
                if (const auto weights = restored_weights(steps, meta.id, root() / "weights", pool_))
                    content.weights = *weights;
            }
            if (!content.bytes.empty() || !content.weights.empty()) contents[meta.id] = std::move(content);
        }
    }
    return contents;
}

std::vector<std::string> FaultScene::trash() const {
    std::vector<std::string> ids;
    if (const auto entries = list_trash(vault())) {
        for (const auto& entry : *entries) {
            for (const auto& meta : entry.steps)
                ids.push_back(meta.id);
        }
    }
    return ids;
}

std::string FaultScene::verify() {
    // Before the first checkpoint is filed there may be no vault.
    if (before_.empty() && !fs::exists(vault() / "vault.json")) return {};
    auto verified = stepvault({"verify"});
    if (verified.err.contains("stepvault reindex")) {
        const auto reindexed = stepvault({"reindex"});
        if (reindexed.code != 0) return "reindex: " + line(reindexed);
        verified = stepvault({"verify"});
    }
    return verified.code == 0 ? std::string() : "verify: " + line(verified);
}

bool FaultScene::is_as_done(const std::string& id, const Content& content) const {
    const auto done = after_.find(id);
    if (done == after_.end()) return false;
    const bool is_lossy = arguments_.contains("watch") && arguments_.contains("adaptive");
    if (!failed_ || !is_lossy || done->second == content) return done->second == content;
    const auto files = originals();
    const auto file = files.find(content.source);
    if (file == files.end() || content.source != done->second.source) return false;
    // All bytes but the floats are unchanged.
    if (content.bytes.size() != file->second.size() || header_of(content.bytes) != header_of(file->second) ||
        tensor_of(content.bytes, "step") != tensor_of(file->second, "step"))
        return false;
    const auto own = weights_of(content.bytes);
    const auto original = weights_of(file->second);
    double nearest_other = std::numeric_limits<double>::max();
    double largest_change = 0;
    for (const auto& [source, bytes] : files) {
        if (!source.ends_with(".safetensors") || source == content.source) continue;
        const auto other = weights_of(bytes);
        nearest_other = std::min(nearest_other, distance_of(own, other));
        largest_change = std::max(largest_change, distance_of(original, other));
    }
    constexpr double most_error = 0.6;  // scheme adaptive keeps to half of the change
    const auto off = distance_of(own, original);
    return off < nearest_other && off <= most_error * largest_change;
}

std::string FaultScene::fault_of_output() const {
    const auto output = disk() / "out/step_30.safetensors";
    return restored_.empty() || !fs::exists(output) || read_text(output) == restored_
               ? std::string()
               : "half a restored file is there";
}

std::string FaultScene::fault_of_vault(const QByteArray& said) {
    // Damage that the command should repair may still be there.
    if (!mends()) {
        if (auto wrong = verify(); !wrong.empty()) return wrong;
    }
    const auto now = contents();
    for (const auto& [id, content] : now) {
        const auto old = before_.find(id);
        if ((old == before_.end() || old->second != content) && !is_as_done(id, content))
            return id + " restores to something else";
    }
    const auto removed = trash();
    for (const auto& [id, content] : before_) {
        const bool goes = !after_.contains(id) && arguments_.contains("--purge");
        if (!now.contains(id) && std::ranges::find(removed, id) == removed.end() && !goes)
            return id + " is lost";
    }
    for (const auto& [id, content] : after_) {
        const auto filed = QByteArray("filed    one/") + content.source.c_str() + ":";
        if (!now.contains(id) && said.contains(filed)) return id + " was said to be filed, and is not";
    }
    if (frees() && originals() != originals_) return "an original is lost";
    return fault_of_output();
}

std::string FaultScene::left_behind() const {
    for (const auto& entry : fs::recursive_directory_iterator(disk())) {
        const auto name = entry.path().filename().native();
        // After a crash a partly removed vault stays until the next move from there.
        const bool is_half_moved =
            name.starts_with(".stepvault-move-") && entry.path().parent_path() != disk();
        if (is_temporary_name(name) || is_half_moved) return entry.path().native() + " was left";
    }
    return {};
}

std::string FaultScene::fault_of_end() {
    if (auto wrong = verify(); !wrong.empty()) return wrong;
    const auto now = contents();
    for (const auto& [id, content] : now) {
        // `ingest` files the same checkpoint again.
        const bool again = command_ == "ingest" && std::ranges::any_of(after_, [&](const auto& done) {
                               return done.second.source == content.source;
                           });
        if (!after_.contains(id) && !again) return id + " should not be there in the end";
    }
    for (const auto& [id, content] : after_) {
        if (!now.contains(id)) return id + " is missing in the end";
        if (!is_as_done(id, now.at(id))) return id + " restores to something else in the end";
    }
    if (frees()) {
        if (originals() != originals_) return "an original is lost in the end";
        const bool is_there = fs::exists(run_folder() / "step_20.safetensors");
        if (is_there == (command_ == "free")) return "the original is not where it should be";
    }
    if (command_.startsWith("move") && vault() != other_vault()) return "the vault was not moved";
    if (command_ == "restore" && !fs::exists(disk() / "out/step_30.safetensors"))
        return "nothing was restored";
    return fault_of_output();
}

}  // namespace stepvault::test
