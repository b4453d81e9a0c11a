#include "flipped_vault.h"

#include <fstream>
#include <sstream>

#include <QtTest>

#include "support/watched_library.h"

namespace stepvault::test {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t elements = 140;

void must(const Status& status) {
    if (!status) qFatal("%s", status.error().message.c_str());
}

template <class T>
T must(Result<T> result) {
    if (!result) qFatal("%s", result.error().message.c_str());
    return std::move(*result);
}

void flip_byte(const fs::path& path, const Flip& flip) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(static_cast<std::streamoff>(flip.offset));
    const auto byte = static_cast<char>(file.get() ^ flip.bits);
    file.seekp(static_cast<std::streamoff>(flip.offset));
    file.put(byte);
}

}  // namespace

FlippedVault::FlippedVault(fs::path root) : root_(std::move(root)) {
    const auto vault = root_ / "vault";
    library_ = must(LocalVault::open(vault, LocalVault::Mode::create, sqlite_backends(), 1));
    file(Scheme::exact);
    run_id_ = must(library_->queries().runs()).front().row.id;
    for (const Scheme scheme : {Scheme::adaptive, Scheme::lc, Scheme::scar, Scheme::topn})
        file(scheme);
    for (const auto& row : must(library_->queries().checkpoints(run_id_)))
        restored_[row.id] = bytes_of(*library_, row.id);
    const auto pin = [&](std::int64_t step, bool pinned) {
        must(library_->maintenance().pin(run_id_, must(library_->queries().find_checkpoint(run_id_, step)).id,
                                         pinned));
    };
    // Removes a step, so that the step that builds on it takes up its changes.
    for (const std::int64_t step : {30, 40})
        pin(step, true);
    entry_ =
        must(library_->maintenance().prune(must(library_->maintenance().plan_prune(run_id_, {.last = 1})),
                                           Maintenance::Removal::to_trash, {}))
            .trash_entry;
    pin(30, false);
    const auto trash = must(library_->maintenance().trash());
    for (const auto& meta : trash.front().steps)
        removed_.insert(restored_.extract(meta.id));
    file(Scheme::adaptive);
    const auto newest = must(library_->queries().find_checkpoint(run_id_, step_)).id;
    restored_[newest] = bytes_of(*library_, newest);
    must(library_->maintenance().set_retention_rules({.last = 5, .first = true}));
    must(library_->maintenance().reindex({}));
    rows_ = rows_of(*library_);
    library_.reset();

    next_ = Training(77, elements).bytes();
    write_text(root_ / "next.safetensors", next_);
    for (const auto& entry : fs::recursive_directory_iterator(vault)) {
        if (entry.is_regular_file()) files_[entry.path().lexically_relative(vault)] = entry.file_size();
    }
}

/// Files the run's next checkpoint, with a metric.
void FlippedVault::file(Scheme scheme) {
    step_ += 10;
    Training training(1, elements);
    for (std::int64_t i = 0; i < step_; i += 10)
        training.next();
    const auto path = root_ / "run" / ("step_" + std::to_string(step_) + ".safetensors");
    write_text(path, training.bytes());
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    std::ofstream(root_ / "run/metrics.jsonl", std::ios::app)
        << "{\"step\": " << step_ << ", \"loss\": " << 20.0 / static_cast<double>(step_) << "}\n";
    must(watch_once(*library_, {root_ / "run"}, SchemeChoice{.scheme = scheme}));
}

std::string FlippedVault::bytes_of(VaultHandle& library, const std::string& id) const {
    const auto output = root_ / "restored";
    RestoreRequest request{.run = run_id_, .step = {}, .checkpoint_id = id, .output = output};
    request.replace = true;
    return library.restorer().restore(request, {}) ? read_text(output) : std::string();
}

std::string FlippedVault::rows_of(VaultHandle& library) {
    std::ostringstream rows;
    const auto runs = library.queries().runs();
    if (!runs) return runs.error().message;
    for (const auto& run : *runs) {
        rows << run.row.id << run.row.name << run.row.folder << name_of(run.row.scheme) << run.row.bits
             << run.row.created << '\n';
        const auto checkpoints = library.queries().checkpoints(run.row.id);
        if (!checkpoints) return checkpoints.error().message;
        for (const auto& c : *checkpoints) {
            rows << c.id << c.step << c.source << c.generation << name_of(c.scheme) << c.bits << c.key
                 << c.parent << ' ' << c.original_bytes << ' ' << c.stored_bytes << ' ' << c.relative_error
                 << ' ' << c.max_abs_error << ' ' << c.loss.value_or(-1) << ' ' << c.saved << ' ' << c.filed
                 << c.format << c.files << c.weights_only << c.pinned << '\n';
            const auto tensors = library.queries().tensors(run.row.id, c.id);
            if (!tensors) return tensors.error().message;
            for (const auto& t : *tensors)
                rows << t.file << t.name << t.dtype << t.role << t.elements << ' ' << t.relative_error << ' '
                     << t.max_abs_error << '\n';
        }
        const auto series = library.queries().series(run.row.id);
        if (!series) return series.error().message;
        for (const auto& s : *series) {
            rows << s.tag << s.points << ' ' << s.last_step << ' ' << s.last_value << '\n';
            const auto points = library.queries().points(run.row.id, s.tag);
            if (!points) return points.error().message;
            for (const auto& p : *points)
                rows << p.step << ' ' << p.time << ' ' << p.value << '\n';
        }
    }
    return rows.str();
}

std::string FlippedVault::fault_of_restores(VaultHandle& library, bool noticed) const {
    for (const auto& [id, bytes] : restored_) {
        const auto now = bytes_of(library, id);
        if (now.empty() && !noticed) return id + " cannot be restored, and verify says nothing";
        if (!now.empty() && now != bytes) return id + " restores to something else";
    }
    return {};
}

/// Restores the removed checkpoints from the trash, and files a checkpoint.
std::string FlippedVault::fault_of_going_on(VaultHandle& library, bool noticed) const {
    const auto taken = library.maintenance().restore_trash(entry_, {});
    if (!noticed && (!taken || !taken->left.empty())) return "the trash cannot be taken back";
    for (const auto& [id, bytes] : removed_) {
        const auto now = bytes_of(library, id);
        if (now.empty() ? !noticed : now != bytes) return id + " restores from the trash to different bytes";
    }
    IngestRequest request{.paths = {root_ / "next.safetensors"}, .run = run_id_, .step = step_ + 10};
    request.scheme = SchemeChoice{.scheme = Scheme::exact};
    const auto filed = library.watcher().ingest(request, {});
    if (!filed && !noticed) return "nothing can be filed: " + filed.error().message;
    if (filed && bytes_of(library, filed->front().id) != next_)
        return "the next filed checkpoint restores to different bytes";
    return fault_of_restores(library, noticed);
}

/// Whether the flip is in a JSON file, outside the name of its checksum.
bool FlippedVault::is_checked(const Flip& flip) const {
    if (flip.file.extension() != ".json" || flip.bits == 0) return false;
    const auto key = read_text(root_ / "vault" / flip.file).rfind("\"xxh3\"");
    return flip.offset <= key || flip.offset >= key + 5;
}

FlippedVault::Verdict FlippedVault::judge(const Flip& flip, bool goes_on) const {
    fs::remove_all(copy());
    fs::copy(root_ / "vault", copy(), fs::copy_options::recursive);
    flip_byte(copy() / flip.file, flip);
    const bool is_catalog = flip.file == "catalog.sqlite";
    const auto library = LocalVault::open(copy(), LocalVault::Mode::existing, sqlite_backends(), 1);
    if (!library) {
        if (flip.file == "vault.json") return {{}, true};
        return {"the vault cannot be opened: " + library.error().message, true};
    }
    const auto verified = (*library)->maintenance().verify({});
    Verdict verdict{{}, !verified || !verified->damage.empty()};
    verdict.fault = fault_of_restores(**library, verdict.noticed);
    if (!verdict.fault.empty()) return verdict;
    if (is_catalog) {
        const auto reindexed = (*library)->maintenance().reindex({});
        if (!reindexed)
            verdict.fault = "reindex: " + reindexed.error().message;
        else if (rows_of(**library) != rows_)
            verdict.fault = "the catalog made again has other rows";
    } else if (!verdict.noticed && (flip.file.extension() == ".svstep" || is_checked(flip))) {
        verdict.fault = "was not noticed";
    }
    if (goes_on && verdict.fault.empty()) verdict.fault = fault_of_going_on(**library, verdict.noticed);
    return verdict;
}

}  // namespace stepvault::test
