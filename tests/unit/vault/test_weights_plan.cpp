// Restores the weights without the rest of a training, from files that PyTorch and other programs wrote.
#include "support/registry.h"
#include "support/scratch_run.h"
#include "unit/container/golden_values.h"
#include "unit/container/pickle_pieces.h"
#include "unit/container/zip_builder.h"
#include "vault/restore/weights_plan.h"

namespace test_weights_plan {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Files the checkpoint at `path` exactly, and restores its weights.
class WeightsOf {
 public:
    explicit WeightsOf(const fs::path& path, SchemeChoice choice = {.scheme = Scheme::exact})
        : run_(std::move(choice)) {
        auto filed = run_.file_path(path, 7);
        error_ = filed ? Error{} : filed.error();
        if (!filed) return;
        auto chain = Chain::open(steps_folder(run_.folder()), filed->meta().id);
        auto plan = plan_weights(*chain, "my run");
        error_ = plan ? Error{} : plan.error();
        if (!plan) return;
        plan_ = std::move(*plan);
        bytes_ = plan_.restore.bytes(chain->top().layout());
        const auto status = restore_checkpoint(*chain, plan_.restore, output(), false, run_.pool(), {});
        if (!status) error_ = status.error();
    }

    [[nodiscard]] fs::path output() const { return run_.root() / "out" / "weights"; }
    [[nodiscard]] const Error& error() const { return error_; }
    [[nodiscard]] const WeightsPlan& plan() const { return plan_; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t left_beside() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(output().parent_path()), fs::directory_iterator()));
    }

 private:
    ScratchRun run_;
    Error error_;
    WeightsPlan plan_;
    std::uint64_t bytes_ = 0;
};

std::map<std::string, QJsonObject> by_name(const QJsonArray& tensors, const std::string& prefix) {
    std::map<std::string, QJsonObject> found;
    for (const auto& value : tensors) {
        const auto tensor = value.toObject();
        const auto name = tensor["name"].toString().toStdString();
        if (name.starts_with(prefix)) found[name.substr(prefix.size())] = tensor;
    }
    return found;
}

/// Descriptions of the tensors in a safetensors file, by name.
std::map<std::string, QJsonObject> tensors_in(const fs::path& path) {
    const auto inspection = inspect(*File::open_read(path));
    if (!inspection || inspection->layout.format != "safetensors") return {};
    return by_name(described(slurp(path), inspection->layout), {});
}

std::set<std::string> files_in(const fs::path& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) names.insert(entry.path().lexically_relative(folder).native());
    }
    return names;
}

/// A file as torch.save() writes nested dicts. An item is "model/fc.weight 4", the keys of a tensor and its
/// number of elements, or "epoch", a plain number.
class SavedDict {
 public:
    explicit SavedDict(const QStringList& items) {
        for (const auto& item : items) {
            const auto words = item.split(' ');
            auto* at = &root_;
            for (const auto& key : words[0].split('/'))
                at = &at->below[key.toStdString()];
            if (words.size() > 1) at->elements = words[1].toInt();
        }
    }

    [[nodiscard]] std::string bytes() {
        const auto pickle = "\x80\x02" + value(root_) + ".";
        members_.insert(members_.begin(), {.name = "m/data.pkl", .data = pickle});
        members_.push_back({.name = "m/version", .data = "3\n"});
        return build_zip(members_).bytes;
    }

 private:
    struct Item {
        std::map<std::string, Item> below;
        int elements = 0;
    };

    std::string value(const Item& item) {
        if (item.elements > 0) return tensor(item.elements);
        if (item.below.empty()) return number(3);
        std::string dict = "}(";
        for (const auto& [key, under] : item.below)
            dict += text(key) + value(under);
        return dict + "u";
    }
    std::string tensor(int elements) {
        const auto key = std::to_string(members_.size());
        const auto fill = static_cast<char>('a' + members_.size());
        members_.push_back(
            {.name = "m/data/" + key, .data = std::string(static_cast<std::size_t>(elements) * 4, fill)});
        return "ctorch._utils\n_rebuild_tensor_v2\n((" + text("storage") + "ctorch\nFloatStorage\n" +
               text(key) + text("cpu") + number(elements) + "tQ" + number(0) + number(elements) + "\x85" +
               number(1) + "\x85\x89NtR";
    }

    Item root_;
    std::vector<ZipMember> members_;
};

QStringList names_in(const fs::path& path) {
    QStringList names;
    for (const auto& [name, tensor] : tensors_in(path))
        names.append(QString::fromStdString(name));
    return names;
}

}  // namespace

class TestWeightsPlan : public QObject {
    Q_OBJECT

 private slots:
    /// Compares with PyTorch's description of each tensor at the time of writing.
    void model_tensors_come_back_under_their_own_names_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<std::string>("prefix");
        QTest::addColumn<std::size_t>("count");
        const auto row = [](const char* file, const char* prefix, std::size_t count) {
            QTest::newRow(file) << QString(file) << std::string(prefix) << count;
        };
        row("adam.pt", "model.", 9);
        row("legacy_adam.pt", "model.", 9);
        row("file_object.ckpt", "state_dict.", 9);
        row("keras2.h5", "model_weights.", 5);
        // Transposed, strided, broadcast, tied.
        row("views.pt", "", 9);
    }
    void model_tensors_come_back_under_their_own_names() {
        QFETCH(QString, file);
        QFETCH(std::string, prefix);
        QFETCH(std::size_t, count);
        const WeightsOf weights(golden_folder() / file.toStdString());
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        const auto expected = by_name(expectations()[file].toObject()["tensors"].toArray(), prefix);
        const auto found = tensors_in(weights.output());
        QCOMPARE(found.size(), count);
        QCOMPARE(weights.plan().tensors, std::uint64_t{count});
        for (const auto& [name, tensor] : found) {
            QVERIFY2(expected.contains(name), name.c_str());
            for (const auto* key : {"dtype", "shape", "xxh3"})
                QVERIFY2(tensor[key] == expected.at(name)[key], (name + " " + key).c_str());
        }
        QCOMPARE(fs::file_size(weights.output()), weights.bytes());
        QCOMPARE(weights.left_beside(), std::size_t{1});
    }

    void the_note_says_where_it_is_from() {
        const WeightsOf weights(golden_folder() / "adam.pt");
        const auto bytes = slurp(weights.output());
        const auto header = bytes.substr(8, load<std::uint64_t>(as_view(bytes)));
        QCOMPARE(header.size() % 8, std::size_t{0});
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(header)).object();
        const auto note = json.value("__metadata__").toObject();
        QCOMPARE(note.value("step").toString(), QString("7"));
        QCOMPARE(note.value("run").toString(), QString("my run"));
        QCOMPARE(note.value("format").toString(), QString("pt"));
    }

    void a_module_is_called_as_in_its_state_dict() {
        const WeightsOf weights(golden_folder() / "module.pt");
        const auto found = tensors_in(weights.output());
        const auto state = expectations()["state_dict.pt"].toObject()["tensors"].toArray();
        QCOMPARE(found.size(), std::size_t(state.size()));
        for (const auto& value : state)
            QVERIFY(found.contains(value.toObject()["name"].toString().toStdString()));
    }

    void files_of_weights_alone_stay_as_they_were_data() {
        QTest::addColumn<QString>("file");
        for (const auto* file :
             {"state_dict.pt", "weights.safetensors", "llama.gguf", "arrays.npz"})
            QTest::newRow(file) << QString(file);
    }
    void files_of_weights_alone_stay_as_they_were() {
        QFETCH(QString, file);
        const auto path = golden_folder() / file.toStdString();
        const WeightsOf weights(path);
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        QVERIFY(slurp(weights.output()) == slurp(path));
    }

    void nothing_of_the_model_is_left_out_data() {
        QTest::addColumn<QStringList>("saved");
        QTest::addColumn<QStringList>("restored");  ///< empty: the file unchanged
        const auto row = [](const char* what, const QStringList& saved, const QStringList& restored) {
            QTest::newRow(what) << saved << restored;
        };
        row("plain state dict", {"fc.weight 4", "fc.bias 1", "step 1"}, {});
        row("state dict beside a number", {"fc.weight 4", "fc.bias 1", "epoch"}, {"fc.bias", "fc.weight"});
        row("model and optimizer",
            {"model/fc.weight 4", "model/scale 1", "optimizer/state/0/exp_avg 4", "optimizer/state/0/step 1"},
            {"fc.weight", "scale"});
        row("counters and records",
            {"model/w 4", "optimizer/state/0/exp_avg 4", "epoch 1", "loss 1", "best_acc1 1", "global_step 1"},
            {"w"});
        row("a model of single numbers", {"model/w 1", "model/b 1", "epoch 1"}, {"b", "w"});
        row("a scalar of the model at the root", {"model/w 4", "logit_scale 1", "epoch 1"},
            {"logit_scale", "model.w"});
        row("Lightning",
            {"pytorch-lightning_version", "epoch", "global_step", "state_dict/net.w 4", "state_dict/net.b 1",
             "callbacks/ModelCheckpoint/best_model_score 1", "optimizer_states/0/state/0/exp_avg 4",
             "lr_schedulers/0/last_lr 1", "loops/fit_loop/generator 9", "hyper_parameters/class_weights 9"},
            {"net.b", "net.w"});
        row("Lightning's averaged weights",
            {"pytorch-lightning_version", "state_dict/w 4",
             "callbacks/StochasticWeightAveraging/average_model_state/w 4"},
            {"callbacks.StochasticWeightAveraging.average_model_state.w", "state_dict.w"});
        row("hyper parameters of a script", {"model/w 4", "hyper_parameters/lr 1"}, {"w"});
        row("tables of a script", {"model/w 4", "hyper_parameters/table 9"},
            {"hyper_parameters.table", "model.w"});
        row("EMA beside model",
            {"model/w 4", "ema/shadow/w 4", "ema/decay 1", "optimizer/state/0/exp_avg 4", "step 1"},
            {"ema.decay", "ema.shadow.w", "model.w"});
        row("EMA beside a state dict", {"fc.weight 4", "fc.bias 1", "ema/shadow 4"},
            {"ema.shadow", "fc.bias", "fc.weight"});
        row("a state dict with a step of its own", {"fc.weight 4", "step 1", "ema/shadow 4"},
            {"ema.shadow", "fc.weight", "step"});
        row("parts of a model", {"backbone/weight 4", "head/temperature 1", "epoch"},
            {"backbone.weight", "head.temperature"});
        row("a part with a known name", {"model/w 4", "criterion/log_var 1"},
            {"criterion.log_var", "model.w"});
        row("inputs normalized", {"model/w 4", "scaler/mean 1", "scaler/std 1"},
            {"model.w", "scaler.mean", "scaler.std"});
        row("schedule of noise", {"unet/w 4", "scheduler/betas 9"}, {"scheduler.betas", "unet.w"});
        row("schedule of the learning rate", {"unet/w 4", "scheduler/last_lr 1"}, {"w"});
        row("GAN",
            {"G/w 4", "D/w 4", "opt_g/state/0/exp_avg 4", "opt_d/state/0/exp_avg 4", "opt_d/state/0/step 1",
             "epoch 1"},
            {"D.w", "G.w"});
    }
    void nothing_of_the_model_is_left_out() {
        QFETCH(QStringList, saved);
        QFETCH(QStringList, restored);
        QTemporaryDir dir;
        const auto path = fs::path(dir.path().toStdString()) / "step_7.pt";
        write_text(path, SavedDict(saved).bytes());
        const WeightsOf weights(path);
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        if (restored.isEmpty()) {
            QVERIFY(slurp(weights.output()) == slurp(path));
        } else {
            QCOMPARE(names_in(weights.output()), restored);
        }
    }

    void a_part_of_one_element_stays_in_files_of_names_alone() {
        const Bytes four(16, std::byte{1});
        const Bytes one(4, std::byte{2});
        QTemporaryDir dir;
        const auto path = fs::path(dir.path().toStdString()) / "step_7.safetensors";
        write_text(path, safetensors_bytes({{"model.w", "F32", {4}, four},
                                            {"optimizer.state.0.exp_avg", "F32", {4}, four},
                                            {"score.bias", "F32", {1}, one},
                                            {"step", "F32", {1}, one}}));
        const WeightsOf weights(path);
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        QCOMPARE(names_in(weights.output()), QStringList({"model.w", "score.bias"}));
    }

    void what_only_a_training_needs_is_left_out_of_a_folder() {
        QTemporaryDir dir;
        const fs::path folder = fs::path(dir.path().toStdString()) / "checkpoint-7";
        const auto model = safetensors_bytes({{"w", "F32", {2}, Bytes(8, std::byte{1})}});
        write_text(folder / "model.safetensors", model);
        write_text(folder / "config.json", "{}");
        write_text(folder / "tokenizer.json", "{\"a\": 1}");
        write_text(folder / "trainer_state.json", "{\"global_step\": 7}");
        write_text(folder / "optimizer.pt", slurp(golden_folder() / "optimizer.pt"));
        write_text(folder / "scheduler.pt", slurp(golden_folder() / "empty_and_scalar.pt"));
        write_text(folder / "pytorch_model.bin", slurp(golden_folder() / "state_dict.pt"));
        write_text(folder / "rank/model_optim_rng.pt", slurp(golden_folder() / "adam.pt"));
        const WeightsOf weights(folder);
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        const std::set<std::string> expected{"config.json", "model.safetensors", "pytorch_model.bin",
                                             "rank/model_optim_rng.safetensors", "tokenizer.json"};
        QVERIFY(files_in(weights.output()) == expected);
        QVERIFY(slurp(weights.output() / "model.safetensors") == model);
        QCOMPARE(tensors_in(weights.output() / "rank/model_optim_rng.safetensors").size(), std::size_t{9});
    }

    void chunks_become_whole_tensors() {
        const auto folder = golden_folder() / "distributed_2";
        const WeightsOf weights(folder);
        QVERIFY2(weights.error().message.empty(), weights.error().message.c_str());
        QVERIFY(files_in(weights.output()) == std::set<std::string>{"model.safetensors"});
        const auto found = tensors_in(weights.output() / "model.safetensors");
        QCOMPARE(found.size(), std::size_t{2});
        // Rows 0 to 2 are in one file, rows 3 and 4 in the other.
        const auto bytes = slurp(weights.output() / "model.safetensors");
        const auto layout = inspect(*File::open_read(weights.output() / "model.safetensors"))->layout;
        const auto wq = std::ranges::find(layout.payloads, "layers.0.attention.wq.weight", &Payload::name);
        QVERIFY(wq != layout.payloads.end());
        QCOMPARE(wq->length, std::uint64_t{5 * 4 * 4});
        QVERIFY(slurp(folder / "__0_0.distcp").find(bytes.substr(wq->offset, 48)) != std::string::npos);
        QVERIFY(slurp(folder / "__1_0.distcp").find(bytes.substr(wq->offset + 48, 32)) != std::string::npos);
    }

    void what_has_no_weights_is_refused() {
        for (const auto* file : {"optimizer.pt", "objects.npy", "model.ckpt-100.index"}) {
            const WeightsOf weights(golden_folder() / file);
            QVERIFY2(weights.error().code == ErrorCode::unsupported, file);
            QVERIFY(!fs::exists(weights.output().parent_path()));
        }
    }

    /// The weights equal those of the restored whole checkpoint, to the bit.
    void a_lossy_step_gives_what_the_whole_restore_gives() {
        ScratchRun run;
        Training training(3, 600'000);
        VERIFY_OK(run.file("step_1.safetensors", training.bytes(), 1));
        training.next();
        const auto filed = run.file("step_2.safetensors", training.bytes(), 2);
        VERIFY_OK(filed);
        const auto chain = Chain::open(steps_folder(run.folder()), filed->meta().id);
        VERIFY_OK(chain);
        const auto plan = plan_weights(*chain, "r");
        VERIFY_OK(plan);
        VERIFY_OK(restore_checkpoint(*chain, plan->restore, run.root() / "w", false, run.pool(), {}));
        VERIFY_OK(restore_checkpoint(*chain, run.root() / "whole", false, run.pool(), {}));
        const auto whole = tensors_in(run.root() / "whole");
        const auto weights = tensors_in(run.root() / "w");
        QCOMPARE(weights.size(), std::size_t{2});
        for (const auto& [name, tensor] : weights)
            QVERIFY2(tensor["xxh3"] == whole.at("model." + name)["xxh3"], name.c_str());
        QVERIFY(tensors_in(run.root() / "run/step_2.safetensors").at("model.layer.weight")["xxh3"] !=
                weights.at("layer.weight")["xxh3"]);

        // The model's part is less than half of the step, and no more is decoded.
        struct Total : ProgressSink {
            Progress last;
            void on_progress(const Progress& p) override { last = p; }
        } sink;
        VERIFY_OK(restore_checkpoint(*chain, plan->restore, run.root() / "w2", false, run.pool(),
                                     {.stop = {}, .sink = &sink}));
        QCOMPARE(sink.last.done, sink.last.total);
        QVERIFY(sink.last.total < fs::file_size(run.root() / "whole") / 2);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = restore_checkpoint(*chain, plan->restore, run.root() / "none" / "w", false,
                                                run.pool(), {.stop = stop.get_token()});
        QVERIFY(!stopped.ok() && stopped.error().code == ErrorCode::cancelled);
        QVERIFY(fs::is_empty(run.root() / "none"));
    }
};

STEPVAULT_TEST(TestWeightsPlan)

}  // namespace test_weights_plan

#include "test_weights_plan.moc"
