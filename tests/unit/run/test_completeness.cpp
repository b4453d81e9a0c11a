#include <optional>

#include <QMap>
#include <QTemporaryDir>
#include <QtTest>

#include "run/completeness.h"
#include "run/done_marks.h"
#include "run_test_files.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_completeness {

using namespace stepvault;
using namespace stepvault::test;

using Content = QMap<QString, QByteArray>;

namespace {

QByteArray golden(const QString& name) {
    QFile file(QStringLiteral(STEPVAULT_SOURCE_DIR "/tests/golden/container/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

const QByteArray index_of_two =
    R"({"metadata":{"total_size":16},"weight_map":{"w1":"model-00001-of-00002.safetensors","w2":"model-00002-of-00002.safetensors"}})";

}  // namespace

class TestCompleteness : public QObject {
    Q_OBJECT

 private slots:
    void init() { root_.emplace(); }

    void folders_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Content>("content");
        QTest::addColumn<QString>("reason");  ///< part of it; empty: complete
        const auto row = [](const char* label, const char* name, const Content& content, const char* reason) {
            QTest::newRow(label) << QString(name) << content << QString(reason);
        };
        const Content model{{"config.json", "{}"}, {"model.safetensors", safetensors()}};
        auto trainer = model;
        trainer["optimizer.pt"] = "x";
        auto more = trainer;
        more["scheduler.pt"] = "x";
        more["rng_state.pth"] = "x";
        auto done = more;
        done["trainer_state.json"] = trainer_state(10);
        row("model being written", "checkpoint-10", {{"model.safetensors", safetensors().chopped(3)}},
            "model.safetensors");
        row("plain save_pretrained", "checkpoint-10", model, "");
        row("optimizer there", "checkpoint-10", trainer, "trainer_state.json, which");
        row("scheduler and rng there", "checkpoint-10", more, "trainer_state.json, which");
        row("rank's rng there", "checkpoint-10", {{"rng_state_1.pth", "x"}}, "trainer_state.json, which");
        row("training_args there", "checkpoint-10", {{"training_args.bin", "x"}},
            "trainer_state.json, which");
        row("all there", "checkpoint-10", done, "");
        auto half = done;
        half["trainer_state.json"].chop(4);
        row("state half written", "checkpoint-10", half, "trainer_state.json is not whole");
        half["trainer_state.json"] = "";
        row("state empty", "checkpoint-10", half, "trainer_state.json is not whole");
        half["trainer_state.json"] = trainer_state(9);
        row("state of another step", "checkpoint-10", half, "trainer_state.json is of step 9");
        half["trainer_state.json"] = "{\"log_history\": []}";
        row("state without step", "checkpoint-10", half, "no global_step");
        auto late = done;
        late["model.safetensors"].chop(1);
        row("model cut off although all is there", "checkpoint-10", late, "model.safetensors");
        auto marked = done;
        marked["checkpoint-is-incomplete.txt"] = "";
        row("marked as incomplete", "checkpoint-10", marked, "checkpoint-is-incomplete.txt");
        auto ranks = done;
        ranks["rng_state_0.pth"] = ranks["rng_state_2.pth"] = "x";
        row("a rank missing", "checkpoint-10", ranks, "rng_state_* of rank 1 is missing");
        ranks["rng_state_1.pth"] = "x";
        row("all ranks", "checkpoint-10", ranks, "");
        row("deepspeed's rank missing", "global_step10",
            {{"zero_pp_rank_0_mp_rank_00_optim_states.pt", "x"},
             {"zero_pp_rank_2_mp_rank_00_optim_states.pt", "x"},
             {"mp_rank_00_model_states.pt", "x"}},
            "zero_pp_rank_* of rank 1 is missing");
        row("the ranks of one node", "checkpoint-10",
            {{"random_states_8.pkl", "x"}, {"random_states_9.pkl", "x"}}, "");
        row("a file in it is being written", "step_10",
            {{"model.safetensors", safetensors()}, {"optimizer.pt.tmp", "x"}},
            "optimizer.pt.tmp in it is still being written");
        row("accelerate", "checkpoint-10",
            {{"model.safetensors", safetensors()}, {"optimizer.bin", "x"}, {"random_states_0.pkl", "x"}}, "");
        row("accelerate, with a counter of batches", "checkpoint-10",
            {{"model.safetensors", safetensors()}, {"random_states_0.pkl", golden("legacy_protocol4.pth")}},
            "");
        row("optimizer in another folder", "step_10", trainer, "");
        Content sharded{{"model.safetensors.index.json", index_of_two},
                        {"model-00001-of-00002.safetensors", safetensors()},
                        {"model-00002-of-00002.safetensors", safetensors()}};
        row("all shards", "checkpoint-10", sharded, "");
        sharded.remove("model-00002-of-00002.safetensors");
        row("a shard missing", "checkpoint-10", sharded,
            "model-00002-of-00002.safetensors, which model.safetensors.index.json names");
        auto unlisted = sharded;
        unlisted.remove("model.safetensors.index.json");
        row("a shard missing, and the index", "checkpoint-10", unlisted,
            "shard 2 of 2 of model.safetensors is missing");
        row("a shard in the middle missing", "step_10",
            {{"m-00001-of-00003.safetensors", safetensors()},
             {"m-00003-of-00003.safetensors", safetensors()}},
            "shard 2 of 3 of m.safetensors is missing");
        row("shards from zero", "step_10",
            {{"a/m-0-of-2.safetensors", safetensors()}, {"a/m-1-of-2.safetensors", safetensors()}}, "");
        row("shards of two saves", "step_10",
            {{"m-1-of-1.safetensors", safetensors()}, {"m-1-of-2.safetensors", safetensors()}},
            "shard 2 of 2 of m.safetensors is missing");
        sharded["model.safetensors.index.json"].chop(1);
        row("index half written", "checkpoint-10", sharded, "model.safetensors.index.json is not whole");
        auto small = sharded;
        small["model.safetensors.index.json"] = QByteArray(index_of_two).replace("16", "1000000");
        small["model-00002-of-00002.safetensors"] = safetensors();
        row("shards smaller than the tensors", "checkpoint-10", small, "names have");
        const auto size = 2 * safetensors().size();
        small["model.safetensors.index.json"] =
            QByteArray(index_of_two).replace("16", QByteArray::number(size));
        row("shards just as large as the tensors", "checkpoint-10", small, "");
        small["model.safetensors.index.json"] =
            QByteArray(index_of_two).replace("16", QByteArray::number(size + 1));
        row("shards a byte smaller than the tensors", "checkpoint-10", small, "names have");
        small["model.safetensors.index.json"] = QByteArray(index_of_two).replace("16", "\"many\"");
        row("total_size of no meaning", "checkpoint-10", small, "");
        row("index of another shape", "checkpoint-10", {{"a.bin.index.json", "[]"}},
            "a.bin.index.json is not whole");
        row("index with a number", "checkpoint-10", {{"a.bin.index.json", R"({"weight_map":{"w":1}})"}},
            "is not whole");
        row("shards in a subfolder", "step_10",
            {{"unet/model.safetensors.index.json", index_of_two},
             {"unet/model-00001-of-00002.safetensors", safetensors()},
             {"model-00002-of-00002.safetensors", safetensors()}},
            "unet/model-00002-of-00002.safetensors, which");
        row("distributed without metadata", "step-10", {{"__0_0.distcp", "x"}, {"__1_0.distcp", "x"}},
            ".metadata, which");
        row("distributed", "step-10", {{"__0_0.distcp", "x"}, {".metadata", "x"}}, "");
        const Content orbax{
            {"_CHECKPOINT_METADATA", R"({"init_timestamp_nsecs":1,"commit_timestamp_nsecs":null})"},
            {"default/_METADATA", "{}"},
            {"default/d/0a1b", "x"},
            {"default/ocdbt.process_0/d/0a1b", "x"},
            {"default/ocdbt.process_0/manifest.ocdbt", "x"},
            {"default/manifest.ocdbt", "x"}};
        row("Orbax", "step_10", orbax, "");
        row("Orbax at work, by its name", "step_10.orbax-checkpoint-tmp-17", orbax,
            "its name says that Orbax is still writing it");
        auto changed = orbax;
        changed.remove("default/manifest.ocdbt");
        row("Orbax before merging", "step_10", changed, "default/manifest.ocdbt, which is written last");
        changed["_CHECKPOINT_METADATA"] = R"({"commit_timestamp_nsecs":2})";
        row("Orbax that does not merge, committed", "step_10", changed, "");
        changed["_CHECKPOINT_METADATA"] = "{}";
        changed["commit_success.txt"] = "";
        row("Orbax that does not merge, marked", "step_10", changed, "");
        changed = orbax;
        changed["default/_METADATA"] = "{\"tree";
        row("Orbax with metadata half written", "step_10", changed, "default/_METADATA is not whole");
        row("Orbax in zarr files", "step_10", {{"params/w/.zarray", "{}"}, {"params/w/0.0", "x"}}, "");
        row("distributed in a subfolder", "step-10", {{"m/__0_0.distcp", "x"}, {".metadata", "x"}},
            "m/.metadata, which");
    }
    void folders() {
        QFETCH(QString, name);
        QFETCH(Content, content);
        QFETCH(QString, reason);
        for (auto f = content.begin(); f != content.end(); ++f)
            QVERIFY(write(root_->filePath(name + '/' + f.key()), f.value()));
        const auto candidate = checkpoint_at(to_path(root_->filePath(name)));
        QVERIFY(candidate.ok());
        const auto opened = open_checkpoint(*candidate);
        if (reason.isEmpty()) {
            QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
            QCOMPARE((*opened).step, std::int64_t{10});
            QCOMPARE((*opened).files.size(), static_cast<std::size_t>(content.size()));
        } else {
            QVERIFY(!opened.ok());
            QCOMPARE(opened.error().code, ErrorCode::incomplete);
            QVERIFY2(QString::fromStdString(opened.error().message).contains(reason),
                     opened.error().message.c_str());
            QVERIFY(opened.error().message.find(candidate->path.native()) == 0);
        }
        const auto raw = open_checkpoint(*candidate, {}, true);
        QVERIFY(raw.ok());
    }

    void left_shards_data() {
        QTest::addColumn<QStringList>("files");  ///< from the oldest to the newest
        QTest::addColumn<QString>("reason");     ///< empty: complete
        const auto row = [](const char* label, const QStringList& files, const char* reason) {
            QTest::newRow(label) << files << QString(reason);
        };
        const QString first = "model-00001-of-00002.safetensors";
        const QString second = "model-00002-of-00002.safetensors";
        const QString other = "model-00003-of-00003.safetensors";
        const QString index = "model.safetensors.index.json";
        const char* missing = "shard 1 of 3 of model.safetensors is missing";
        row("left, and a whole set", {other, first, second}, "");
        row("left, and an index", {first, second, other, index}, "");
        row("begun over a whole set", {first, second, other}, missing);
        row("begun over an indexed one", {first, second, index, other}, missing);
        row("left of another model", {"a/" + other, first, second}, "of a/model.safetensors is missing");
        row("two halves", {first, other}, "is missing");
    }
    void left_shards() {
        QFETCH(QStringList, files);
        QFETCH(QString, reason);
        int second = 0;
        for (const auto& name : files) {
            const auto path = root_->filePath("step_10/" + name);
            QVERIFY(write(path, name.endsWith(".json") ? index_of_two : safetensors()));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadWrite) &&
                    file.setFileTime(QDateTime::fromSecsSinceEpoch(1'000'000'000 + second++),
                                     QFileDevice::FileModificationTime));
        }
        const auto opened = open("step_10");
        if (!opened.ok()) QVERIFY(QString::fromStdString(opened.error().message).contains(reason));
        QCOMPARE(opened.ok(), reason.isEmpty());
    }

    void trackers_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("tracker");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("reason");  ///< empty: complete
        const auto row = [](const char* label, const char* folder, const char* file, const char* tracker,
                            const char* text, const char* reason) {
            QTest::newRow(label) << folder << file << tracker << text << reason;
        };
        const char* megatron = "mp_rank_00/model_optim_rng.pt";
        const char* deepspeed = "mp_rank_00_model_states.pt";
        const char* iteration = "latest_checkpointed_iteration.txt";
        row("megatron, done", "iter_0000020", megatron, iteration, "20", "");
        row("megatron, an older one", "iter_0000020", megatron, iteration, "40\n", "");
        row("megatron, being written", "iter_0000020", megatron, iteration, "10", "still names step 10");
        row("megatron, release", "iter_0000020", megatron, iteration, "release", "");
        row("megatron, no tracker", "iter_0000020", megatron, "notes", "10", "");
        row("another framework's folder", "iter_0000020", "model.pt", iteration, "10", "");
        row("deepspeed, done", "global_step20", deepspeed, "latest", "global_step20", "");
        row("deepspeed, being written", "global_step20", deepspeed, "latest", "global_step10\n",
            "latest, which is written last, still names step 10");
        row("deepspeed, a tag without a number", "global_step20", deepspeed, "latest", "best", "");
    }
    void trackers() {
        QFETCH(QString, folder);
        QFETCH(QString, file);
        QFETCH(QString, tracker);
        QFETCH(QString, text);
        QFETCH(QString, reason);
        QVERIFY(write(root_->filePath(tracker), text.toUtf8()));
        QTest::qSleep(20);  // the kernel's clock for file times ticks that slowly
        QVERIFY(write(root_->filePath(folder + '/' + file), "x"));
        const auto opened = open(folder);
        QCOMPARE(opened.ok(), reason.isEmpty());
        if (!opened.ok()) QVERIFY(QString::fromStdString(opened.error().message).contains(reason));
        // A file written since then does not wait, as after a resume from an older step.
        QTest::qSleep(20);
        QVERIFY(write(root_->filePath(tracker), text.toUtf8()));
        QVERIFY(open(folder).ok());
    }

    void distributed_data() {
        QTest::addColumn<Content>("content");
        QTest::addColumn<QString>("reason");     ///< part of it; empty: complete
        QTest::addColumn<QStringList>("parts");  ///< format and note of each *.distcp
        Content whole;
        for (const auto* name : {".metadata", "__0_0.distcp", "__1_0.distcp"})
            whole[name] = golden(QStringLiteral("distributed_1_13/") + name);
        const auto row = [&](const char* label, const char* reason, const QStringList& parts, auto change) {
            auto content = whole;
            change(content);
            QTest::newRow(label) << content << QString(reason) << parts;
        };
        const QString sound = "torch-distributed ";
        row("whole", "", {sound, sound}, [](auto&) {});
        row("in a subfolder", "", {sound, sound}, [](auto& c) {
            for (const auto& name : c.keys())
                c["dist/" + name] = c.take(name);
        });
        row("with more behind the items", "", {sound, sound}, [](auto& c) { c["__1_0.distcp"] += "more"; });
        row("a part of another save", "", {sound, sound, "raw its .metadata does not name it"},
            [](auto& c) { c["__2_0.distcp"] = c["__1_0.distcp"]; });
        row("a part cut off", "__1_0.distcp is incomplete: it has 2240 of 2241 bytes", {},
            [](auto& c) { c["__1_0.distcp"].chop(1); });
        row("a part still zeros", "is still zeros", {}, [](auto& c) { c["__1_0.distcp"].fill('\0'); });
        row("an item cut off", "its directory is missing or cut off", {},
            [](auto& c) { c["__0_0.distcp"].replace("PK\x05\x06", "PK\x05\x07"); });
        row("a part missing", "is incomplete: __1_0.distcp, which .metadata names, is missing", {},
            [](auto& c) { c.remove("__1_0.distcp"); });
        row("metadata missing", ".metadata, which is written last", {},
            [](auto& c) { c.remove(".metadata"); });
        row("metadata cut off", "is incomplete: .metadata: the pickle is cut off", {},
            [](auto& c) { c[".metadata"].chop(1); });
        row("metadata empty", "is incomplete: .metadata: the pickle is cut off", {},
            [](auto& c) { c[".metadata"].clear(); });
        const QString odd = "raw .metadata: the pickle has an unknown opcode at its byte 0";
        row("metadata odd", "", {odd, odd}, [](auto& c) { c[".metadata"][0] = '\xff'; });
        const QString other = "raw .metadata: it lists no items";
        row("metadata of something else", "", {other, other}, [](auto& c) { c[".metadata"] = "}."; });
    }
    void distributed() {
        QFETCH(Content, content);
        QFETCH(QString, reason);
        QFETCH(QStringList, parts);
        for (auto f = content.begin(); f != content.end(); ++f)
            QVERIFY(write(root_->filePath("step-40/" + f.key()), f.value()));
        const auto opened = open("step-40");
        const auto raw = open("step-40", {}, true);
        QVERIFY(raw.ok());
        QCOMPARE((*raw).files.size(), static_cast<std::size_t>(content.size()));
        if (!reason.isEmpty()) {
            VERIFY_ERROR(opened, ErrorCode::incomplete);
            QVERIFY2(QString::fromStdString(opened.error().message).contains(reason),
                     opened.error().message.c_str());
            return;
        }
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.error().message.c_str());
        QStringList found;
        bool read = false;
        for (const auto& file : (*opened).files) {
            const auto& layout = file.layout;
            QCOMPARE(layout.file_size, file.identity.size);
            read = read || !layout.payloads.empty();
            if (file.relative.ends_with(".distcp"))
                found << QString::fromStdString(layout.format + ' ' + layout.note);
        }
        QCOMPARE(found, parts);
        // An item says 7, the folder's name says 40.
        QCOMPARE((*opened).step, std::int64_t{read ? 7 : 40});
        if (!read) return;
        const auto metadata = std::ranges::find_if(
            (*opened).files, [](const auto& file) { return file.relative.ends_with(".metadata"); });
        QCOMPARE(metadata->layout.format, std::string("raw"));
        QCOMPARE(std::ranges::count(metadata->layout.globals, "builtins.getattr"), 1);
    }

    void an_item_that_orbax_is_writing() {
        QVERIFY(write(root_->filePath("step_10/done/manifest.ocdbt"), "x"));
        QVERIFY(write(root_->filePath("step_10/state.orbax-checkpoint-tmp/d/1"), "x"));
        const auto opened = open("step_10");
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::incomplete);
        QVERIFY2(opened.error().message.find("state.orbax-checkpoint-tmp is still being written") !=
                     std::string::npos,
                 opened.error().message.c_str());
    }

    /// Orbax marks complete checkpoints where it cannot rename; other checkpoints need no marker.
    void the_marker_of_orbax_is_asked_for_where_others_have_it() {
        QVERIFY(write(root_->filePath("step_10/default/manifest.ocdbt"), "x"));
        QVERIFY(write(root_->filePath("step_5/default/manifest.ocdbt"), "x"));
        QVERIFY(open("step_10").ok());
        QVERIFY(write(root_->filePath("step_5/commit_success.txt"), "x"));
        QVERIFY(open("step_5").ok());
        const auto opened = open("step_10");
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::incomplete);
        QVERIFY2(opened.error().message.find("commit_success.txt, which") != std::string::npos,
                 opened.error().message.c_str());
        QVERIFY(write(root_->filePath("step_10/_CHECKPOINT_METADATA"), R"({"commit_timestamp_nsecs":17})"));
        QVERIFY(open("step_10").ok());
        // Orbax's rule does not apply to other frameworks' folders.
        QVERIFY(write(root_->filePath("step_11/a.bin"), "x"));
        QVERIFY(open("step_11").ok());
    }

    void tensorflow_bundles() {
        const auto index = golden("model.ckpt-100.index");
        const auto first = golden("model.ckpt-100.data-00000-of-00002");
        const auto second = golden("model.ckpt-100.data-00001-of-00002");
        const QString folder = "run/";
        QVERIFY(write(root_->filePath(folder + "model.ckpt-100.index"), index));
        QVERIFY(write(root_->filePath(folder + "model.ckpt-100.data-00000-of-00002"), first));
        const auto bundle = [&]() -> Result<OpenCheckpoint> {
            const auto runs = scan_runs(to_path(root_->path()));
            return open_checkpoint((*runs).at(0).checkpoints.at(0));
        };
        VERIFY_ERROR(bundle(), ErrorCode::incomplete);
        QVERIFY(bundle().error().message.find("model.ckpt-100.data-00001-of-00002, which") !=
                std::string::npos);
        QVERIFY(write(root_->filePath(folder + "model.ckpt-100.data-00001-of-00002"), second.chopped(1)));
        VERIFY_ERROR(bundle(), ErrorCode::incomplete);
        QVERIFY(write(root_->filePath(folder + "model.ckpt-100.data-00001-of-00002"), second));
        const auto whole = bundle();
        QVERIFY2(whole.ok(), whole.ok() ? "" : whole.error().message.c_str());
        QCOMPARE((*whole).files.size(), std::size_t{3});
        QCOMPARE((*whole).step, std::int64_t{100});
    }

    void steps_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<Content>("content");
        QTest::addColumn<int>("given");
        QTest::addColumn<int>("step");  ///< -1: not_found
        const auto row = [](const char* label, const char* name, const Content& content, int given,
                            int step) { QTest::newRow(label) << QString(name) << content << given << step; };
        const auto plain = safetensors();
        const auto with_step = safetensors("\"step\":\"7\"");
        const auto with_epoch = safetensors("\"epoch\":\"3\"");
        row("name", "step_20.safetensors", {{"", plain}}, -1, 20);
        row("content outranks name", "step_20.safetensors", {{"", with_step}}, -1, 7);
        row("content alone", "last.safetensors", {{"", with_step}}, -1, 7);
        row("name outranks epoch", "step_20.safetensors", {{"", with_epoch}}, -1, 20);
        row("content outranks epoch in the name", "epoch_2.safetensors", {{"", with_step}}, -1, 7);
        row("epoch alone", "last.safetensors", {{"", with_epoch}}, -1, 3);
        row("given outranks all", "step_20.safetensors", {{"", with_step}}, 5, 5);
        row("given alone", "last.safetensors", {{"", plain}}, 5, 5);
        row("none", "last.safetensors", {{"", plain}}, -1, -1);
        row("trainer state outranks content", "final",
            {{"trainer_state.json", trainer_state(30)}, {"m.safetensors", with_step}}, -1, 30);
        row("largest of a folder", "step_1",
            {{"a.safetensors", safetensors("\"step\":\"2\"")}, {"b.safetensors", with_step}}, -1, 7);
    }
    void steps() {
        QFETCH(QString, name);
        QFETCH(Content, content);
        QFETCH(int, given);
        QFETCH(int, step);
        for (auto f = content.begin(); f != content.end(); ++f) {
            QVERIFY(write(root_->filePath(f.key().isEmpty() ? name : name + '/' + f.key()), f.value()));
        }
        const auto opened = open(name, given < 0 ? std::nullopt : std::optional<std::int64_t>(given));
        if (step < 0) {
            QVERIFY(!opened.ok());
            QCOMPARE(opened.error().code, ErrorCode::not_found);
        } else {
            QVERIFY(opened.ok());
            QCOMPARE((*opened).step, std::int64_t{step});
        }
    }

    void what_was_opened() {
        QVERIFY(write(root_->filePath("c_1/m.safetensors"), safetensors()));
        QVERIFY(write(root_->filePath("c_1/notes"), "abc"));
        const auto opened = open("c_1", 1);
        QVERIFY(opened.ok());
        const auto& c = *opened;
        QCOMPARE(c.bytes, static_cast<std::uint64_t>(safetensors().size() + 3));
        QCOMPARE(c.files[0].relative, std::string("m.safetensors"));
        QCOMPARE(c.files[0].layout.format, std::string("safetensors"));
        QCOMPARE(c.files[0].layout.payloads.size(), std::size_t{1});
        QCOMPARE(c.files[1].layout.format, std::string("raw"));
        QCOMPARE(c.modified_ns, std::max(c.files[0].identity.modified_ns, c.files[1].identity.modified_ns));
    }

    void raw_takes_what_is_cut_off() {
        QVERIFY(write(root_->filePath("step_4.safetensors"), safetensors().chopped(1)));
        VERIFY_ERROR(open("step_4.safetensors"), ErrorCode::incomplete);
        const auto opened = open("step_4.safetensors", {}, true);
        QVERIFY(opened.ok());
        QCOMPARE((*opened).step, std::int64_t{4});
        const auto& layout = (*opened).files.at(0).layout;
        QCOMPARE(layout.format, std::string("raw"));
        QCOMPARE(layout.file_size, static_cast<std::uint64_t>(safetensors().size() - 1));
        QVERIFY(layout.payloads.empty());
        QVERIFY(!layout.note.empty());
    }

    void vanished_file_means_changed() {
        QVERIFY(write(root_->filePath("c_1/a"), "x"));
        auto candidate = checkpoint_at(to_path(root_->filePath("c_1")));
        QVERIFY(candidate.ok());
        QVERIFY(QFile::remove(root_->filePath("c_1/a")));
        VERIFY_ERROR(open_checkpoint(*candidate, 1), ErrorCode::changed);
    }

    void unchanged_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("folder");
        QTest::addColumn<bool>("unchanged");
        for (const bool folder : {false, true}) {
            const auto row = [&](const char* change, bool unchanged) {
                QTest::addRow("%s, %s", change, folder ? "folder" : "file")
                    << QString(change) << folder << unchanged;
            };
            row("nothing", true);
            row("append", false);
            row("truncate", false);
            row("delete", true);
            row("rename over", !folder);
            row("attributes", false);
            row("add", !folder);
        }
    }
    void unchanged() {
        QFETCH(QString, change);
        QFETCH(bool, folder);
        QFETCH(bool, unchanged);
        const QString name = folder ? "c/a" : "a";
        const auto path = root_->filePath(name);
        QVERIFY(write(path, "12345"));
        const auto opened = open(folder ? "c" : "a", 1);
        QVERIFY(opened.ok());
        QTest::qSleep(20);  // the kernel's clock for file times ticks that slowly
        if (change == "append") QVERIFY(append(path, "6"));
        if (change == "truncate") QVERIFY(write(path, "12"));
        if (change == "delete") QVERIFY(QFile::remove(path));
        if (change == "add") QVERIFY(write(QFileInfo(path).path() + "/b", "1"));
        if (change == "attributes") QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
        if (change == "rename over") {
            QVERIFY(write(root_->filePath("new"), "12345"));
            QVERIFY(::rename(root_->filePath("new").toStdString().c_str(), path.toStdString().c_str()) == 0);
        }
        const auto status = check_unchanged(*opened);
        QCOMPARE(status.ok(), unchanged);
        if (!unchanged) VERIFY_ERROR(status, ErrorCode::changed);
    }

    /// The copy shares the files' bytes if the file system can do that; otherwise there is no copy.
    void copies_stay_what_they_were() {
        QVERIFY(write(root_->filePath("c/a"), "12345"));
        auto opened = open("c", 1);
        QVERIFY(opened.ok());
        const bool shared = opened->files[0].file.share_copy(to_path(root_->path())).ok();
        copy_if_shared(*opened, to_path(root_->path()));
        QCOMPARE(opened->copied, shared);
        QTest::qSleep(20);
        QVERIFY(write(root_->filePath("c/a"), "67"));
        QCOMPARE(check_unchanged(*opened).ok(), shared);
        if (!shared) QSKIP("this file system cannot share bytes between files");
        Bytes bytes(5);
        QVERIFY(opened->files[0].file.read_exact(0, bytes).ok());
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(bytes.data()), 5), QByteArray("12345"));
        QCOMPARE(QDir(root_->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"c"});
    }

    void done_marks_data() {
        QTest::addColumn<QString>("mark");
        QTest::addColumn<bool>("is_mark");
        QTest::newRow("trainer") << "trainer_state.json" << true;
        QTest::newRow("distributed") << ".metadata" << true;
        QTest::newRow("orbax") << "default/commit_success.txt" << true;
        QTest::newRow("shards") << "model.safetensors.index.json" << true;
        QTest::newRow("tensorflow") << "model.ckpt.index" << true;
        QTest::newRow("of a subfolder's trainer") << "a/trainer_state.json" << false;
        QTest::newRow("of a subfolder") << "pytorch_model_fsdp_0/.metadata" << false;
        QTest::newRow("of a subfolder's shards") << "unet/model.safetensors.index.json" << false;
        QTest::newRow("config") << "config.json" << false;
    }
    void done_marks() {
        QFETCH(QString, mark);
        const CheckpointCandidate candidate{
            "checkpoint-1", true, "checkpoint-1", {"a.safetensors", mark.toStdString()}};
        QTEST(has_done_mark(candidate, std::vector<std::int64_t>{5, 5}), "is_mark");
    }

    void a_done_mark_is_no_older_than_the_rest() {
        const CheckpointCandidate candidate{
            "checkpoint-1", true, "checkpoint-1", {"model.safetensors", "trainer_state.json"}};
        const std::vector<std::int64_t> done{5, 5};
        QVERIFY(has_done_mark(candidate, done));
        const std::vector<std::int64_t> rewritten{6, 5};
        QVERIFY(!has_done_mark(candidate, rewritten));
        const CheckpointCandidate file{"step_1.pt", false, "step_1.pt", {""}};
        QVERIFY(has_done_mark(file, std::vector<std::int64_t>{1}));
    }

 private:
    Result<OpenCheckpoint> open(const QString& name, std::optional<std::int64_t> given = {},
                                bool raw = false) {
        STEPVAULT_ASSIGN(candidate, checkpoint_at(to_path(root_->filePath(name))));
        return open_checkpoint(candidate, given, raw);
    }
    std::optional<QTemporaryDir> root_;
};

STEPVAULT_TEST(TestCompleteness)

}  // namespace test_completeness

#include "test_completeness.moc"
