// A vault with one run and random checkpoints for it.
#pragma once

#include <filesystem>
#include <map>

#include <QTemporaryDir>

#include "base/thread_pool.h"
#include "support/opened.h"
#include "support/random_tensors.h"
#include "support/safetensors_file.h"
#include "vault/chain/chain.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"
#include "vault/restore/restoring.h"
#include "vault/restore/weights_plan.h"
#include "vault/run/ingest_job.h"

namespace stepvault::test {

/// Restores the weights of a stored checkpoint to the file `output` and returns them.
inline Result<std::string> restored_weights(const std::filesystem::path& steps, const std::string& id,
                                            const std::filesystem::path& output, ThreadPool& pool) {
    std::error_code ec;
    std::filesystem::remove_all(output, ec);
    STEPVAULT_ASSIGN(chain, Chain::open(steps, id));
    STEPVAULT_ASSIGN(plan, plan_weights(chain, "run"));
    STEPVAULT_TRY(restore_checkpoint(chain, plan.restore, output, false, pool, {}));
    return read_text(output);
}

class ScratchRun {
 public:
    explicit ScratchRun(SchemeChoice choice = {.scheme = Scheme::lc})
        : ScratchRun(std::filesystem::path(), std::move(choice)) {}
    /// A run in the vault of another one; empty: in its own.
    ScratchRun(const std::filesystem::path& vault_folder, SchemeChoice choice) : choice_(std::move(choice)) {
        auto vault = Vault::open(vault_folder.empty() ? root() / "vault" : vault_folder, true);
        auto record = vault->runs_at({{root() / "run", {}}}, choice_);
        folder_ = vault->run_folder(record->runs.begin()->second.id);
        reopen();
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_of_test_.path().toStdString(); }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] RunWriter& writer() { return *writer_; }
    /// The run keeps its tip in a file from now on; returns its path.
    std::filesystem::path keep_tip_in_file() {
        reopen(nullptr, std::make_shared<TipStore>(root() / "cache", TipStore::Place::cache));
        return root() / "cache" / (folder_.filename().native() + ".tip");
    }
    [[nodiscard]] std::filesystem::path step_file(const std::string& id) const {
        return step_path(steps_folder(folder_), id);
    }
    [[nodiscard]] ThreadPool& pool() { return pool_; }

    /// Sets the scheme of the checkpoints that are filed from now on.
    void choose(SchemeChoice choice) { choice_ = std::move(choice); }
    void close() { writer_.reset(); }
    void reopen(std::shared_ptr<SoundSteps> sound = nullptr, std::shared_ptr<TipStore> tips = nullptr) {
        writer_.reset();
        auto writer = RunWriter::open(folder_, std::move(sound), std::move(tips));
        if (writer) writer_ = std::move(*writer);
    }

    /// Writes `bytes` to a file `name` of the run and files it.
    Result<StepFile> file(const std::string& name, std::string_view bytes, std::int64_t step) {
        const auto path = root() / "run" / name;
        write_text(path, bytes);
        return file_path(path, step);
    }
    Result<StepFile> file_path(const std::filesystem::path& path, std::int64_t step) {
        STEPVAULT_ASSIGN(candidate, checkpoint_at(path));
        STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, step));
        return ingest(checkpoint, choice_);
    }
    Result<StepFile> ingest(const OpenCheckpoint& checkpoint, const SchemeChoice& choice,
                            const JobContext& job = {}) {
        SingleProcess alone;
        const SharedEncoding shared{alone};
        return IngestJob(*writer_, checkpoint, choice, shared, pool_, job).ingest({});
    }
    Result<std::string> restore_weights(const std::string& id) {
        return restored_weights(steps_folder(folder_), id, root() / "weights", pool_);
    }
    Result<std::string> restore(const std::string& id) {
        const auto output = root() / "restored" / id;
        std::error_code ec;
        std::filesystem::remove_all(output, ec);
        STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder_), id));
        STEPVAULT_TRY(restore_checkpoint(chain, output, false, pool_, {}));
        return read_text(output);
    }

 private:
    QTemporaryDir folder_of_test_;
    SchemeChoice choice_;
    std::filesystem::path folder_;
    std::unique_ptr<RunWriter> writer_;
    ThreadPool pool_{2};
};

/// A model in training: weights, moments, a counter, a norm statistic; `next()` runs a training step.
class Training {
 public:
    explicit Training(std::uint64_t seed, std::size_t elements = 70000) : random_(seed) {
        weights_ = random_elements(DType::f32, elements, Shape::gaussian, random_);
        half_ = random_elements(DType::bf16, elements / 14 * 2, Shape::gaussian, random_);
        moment_.resize(weights_.size());
        square_.resize(weights_.size());
        next();
    }
    void next() {
        ++step_;
        weights_ = moved(DType::f32, weights_, 0.001, random_);
        half_ = moved(DType::bf16, half_, 0.01, random_);
        for (std::size_t at = 0; at < square_.size(); at += 4) {
            // A tenth of the elements never gets a gradient: their moments stay zero.
            if (at / 4 % 10 == 0) continue;
            const float g = std::normal_distribution<float>(0, 0.01F)(random_);
            const float m = load<float>(moment_, at) * 0.9F + 0.1F * g;
            const float v = load<float>(square_, at) * 0.99F + 0.01F * g * g;
            std::memcpy(moment_.data() + at, &m, 4);
            std::memcpy(square_.data() + at, &v, 4);
        }
    }
    [[nodiscard]] std::vector<Tensor> tensors() const {
        ByteWriter counter;
        counter.put(step_);
        const auto n = weights_.size() / 4;
        return {{"model.embed.weight", "BF16", {2, half_.size() / 4}, half_},
                {"model.layer.weight", "F32", {n}, weights_},
                {"optimizer.state.0.exp_avg", "F32", {n}, moment_},
                {"optimizer.state.0.exp_avg_sq", "F32", {n}, square_},
                {"step", "I64", {}, counter.take()}};
    }
    [[nodiscard]] std::string bytes() const { return safetensors_bytes(tensors()); }
    [[nodiscard]] std::int64_t step() const { return step_; }

 private:
    std::mt19937_64 random_;
    std::int64_t step_ = 0;
    Bytes weights_, half_, moment_, square_;
};

}  // namespace stepvault::test
