#include <QTest>

#include "base/checksum.h"
#include "check_layout.h"
#include "container/dense_tensor.h"
#include "container/hdf5_datasets.h"
#include "container/inspect.h"
#include "container/keras_optimizer.h"
#include "golden_values.h"
#include "support/registry.h"
#include "zip_builder.h"

namespace test_keras {

using namespace stepvault;
using namespace std::string_literals;

namespace {

std::string config(const std::string& options, const std::string& name = "Adam",
                   const std::string& module = "keras.optimizers") {
    const auto optimizer =
        "{\"module\":\"" + module + "\",\"class_name\":\"" + name + "\",\"config\":{" + options + "}}";
    // moc loses the namespace after a raw string with unbalanced braces.
    return "{\"module\":\"keras\",\"compile_config\":{\"optimizer\":" + optimizer + "}}";
}

using Shape = std::vector<std::uint64_t>;

/// The layout of the optimizer's variables with these shapes.
Layout variables(const std::vector<Shape>& shapes) {
    Layout layout;
    std::uint64_t offset = 0;
    for (const auto& shape : shapes) {
        std::uint64_t bytes = 4;
        for (const auto size : shape)
            bytes *= size;
        add_dense_tensor(layout, {.name = "optimizer.vars." + std::to_string(layout.tensors.size()),
                                  .dtype = DType::f32,
                                  .offset = offset,
                                  .length = bytes,
                                  .shape = shape});
        offset += bytes;
    }
    return layout;
}

}  // namespace

class TestKeras : public QObject {
    Q_OBJECT

    ScratchFiles files_;

    Inspection look(const std::string& bytes) {
        const auto& file = files_.put("m.keras", bytes);
        return *inspect(file);
    }

 private slots:
    void moments_data() {
        QTest::addColumn<std::string>("config_text");
        QTest::addColumn<std::vector<Shape>>("shapes");
        QTest::addColumn<QString>("kinds");  ///< of all variables; '.' for a variable without a kind
        const Shape none;
        const Shape matrix = {3, 4};
        const Shape vector = {4};
        const auto rate = R"("learning_rate":0.001,"amsgrad":false)"s;
        const std::vector<Shape> turns = {none, none, matrix, matrix, vector, vector};
        const auto row = [](const char* name, const std::string& text, const std::vector<Shape>& shapes,
                            const char* kinds) { QTest::newRow(name) << text << shapes << QString(kinds); };
        row("in turns", config(rate), turns, "..mvmv");
        row("AdamW", config(rate, "AdamW"), turns, "..mvmv");
        row("of a backend", config(rate, "AdamW", "keras.src.backend.torch.optimizers.torch_adamw"), turns,
            "..mvmv");
        row("all first ones, then all second ones", config(rate),
            {none, none, matrix, vector, matrix, vector}, "..mmvv");
        row("a schedule has no variable", config(R"("learning_rate":{"class_name":"CosineDecay"})"),
            {none, matrix, matrix, vector, vector}, ".mvmv");
        row("one variable only", config(rate), {none, none, matrix, matrix}, "..mv");
        row("all of one shape", config(rate), {none, none, matrix, matrix, matrix, matrix}, "......");
        row("neither", config(rate), {none, none, matrix, vector, vector, vector}, "......");
        row("an odd number", config(rate), {none, none, matrix, matrix, vector}, ".....");
        row("no moments yet", config(rate), {none, none}, "..");
        row("AMSGrad", config(R"("learning_rate":0.1,"amsgrad":true)"), turns, "......");
        row("with averages", config(rate + R"(,"use_ema":true)"), turns, "......");
        row("with accumulation", config(rate + R"(,"gradient_accumulation_steps":4)"), turns, "......");
        row("with all off", config(rate + R"(,"use_ema":false,"gradient_accumulation_steps":null)"), turns,
            "..mvmv");
        row("another optimizer", config(rate, "RMSprop"), turns, "......");
        row("one's own Adam", config(rate, "Adam", "my.optimizers"), turns, "......");
        row("not compiled", R"({"module":"keras","compile_config":null})", turns, "......");
        row("no JSON", "{", turns, "......");
        row("no object", "[1]", turns, "......");
        row("deep nesting", std::string(1'000'000, '['), turns, "......");
        row("deep nesting inside",
            R"({"compile_config":{"optimizer":)" + std::string(1'000'000, '[') + std::string(1'000'000, ']') +
                "}}",
            turns, "......");
    }
    void moments() {
        QFETCH(std::string, config_text);
        QFETCH(std::vector<Shape>, shapes);
        QFETCH(QString, kinds);
        auto layout = variables(shapes);
        name_adam_moments(config_text, layout);
        QString seen;
        for (std::size_t i = 0; i < layout.tensors.size(); ++i) {
            const auto name = layout.tensors[i].name;
            const auto plain = "optimizer.vars." + std::to_string(i);
            QVERIFY(name.starts_with(plain));
            seen += name == plain ? '.' : QChar::fromLatin1(name.back());
        }
        QCOMPARE(seen, kinds);
    }

    void numbers_must_be_whole() {
        auto layout = variables({{}, {}, {3, 4}, {3, 4}});
        layout.tensors[3].name = "optimizer.vars.7";
        name_adam_moments(config(R"("learning_rate":0.1)"), layout);
        QCOMPARE(layout.tensors[2].name, "optimizer.vars.2"s);
    }

    void kinds_of_archives_data() {
        QTest::addColumn<std::vector<ZipMember>>("members");
        QTest::addColumn<std::size_t>("files");  ///< number of weights files that are read
        QTest::addColumn<QString>("note");
        const auto weights = slurp(golden_folder() / "model.weights.h5");
        const ZipMember metadata{.name = "metadata.json", .data = "{}"};
        const ZipMember sound{.name = "model.weights.h5", .data = weights};
        const auto with = [&](ZipMember member) {
            return std::vector<ZipMember>{metadata, std::move(member)};
        };
        const auto row = [](const char* name, const std::vector<ZipMember>& members, std::size_t files,
                            const char* note) { QTest::newRow(name) << members << files << QString(note); };
        row("sound", with(sound), 1, "");
        row("config first", {{.name = "config.json", .data = "{}"}, sound}, 1, "");
        row("in shards", {metadata, {.name = "model.weights_00000.h5", .data = weights}, sound}, 2, "");
        row("with a descriptor",
            with({.name = "model.weights.h5", .data = weights, .descriptor = ZipMember::Descriptor::narrow}),
            1, "");
        row("compressed", with({.name = "model.weights.h5", .data = weights, .method = 8}), 0, "compressed");
        row("cut", with({.name = "model.weights.h5", .data = weights.substr(0, 5000)}), 0,
            "in model.weights.h5: it has 5000 of");
        row("no HDF5", with({.name = "model.weights.h5", .data = "text"}), 0, "it is no HDF5 file");
        row("one of two cut",
            {metadata, {.name = "a.h5", .data = weights.substr(0, 5000)}, {.name = "b.h5", .data = weights}},
            1, "in a.h5: it has 5000 of");
        row("another program's", {metadata, {.name = "b.txt", .data = "x"}}, 0, "");
    }
    void kinds_of_archives() {
        if (!has_hdf5()) QSKIP("built without HDF5");
        QFETCH(std::vector<ZipMember>, members);
        QFETCH(std::size_t, files);
        QFETCH(QString, note);
        const auto zip = build_zip(members);
        const auto seen = look(zip.bytes);
        QVERIFY2(seen.complete, seen.reason.c_str());
        const auto& layout = seen.layout;
        QCOMPARE(check_layout(layout, zip.bytes.size()), ""s);
        QCOMPARE(layout.format, files > 0 ? "keras"s : "raw"s);
        QCOMPARE(layout.note.empty(), note.isEmpty());
        QVERIFY2(QString::fromStdString(layout.note).contains(note), layout.note.c_str());
        QCOMPARE(layout.derived.size(), 2 * files);
        const auto in_one = look(slurp(golden_folder() / "model.keras")).layout.payloads.size() + 1;
        QCOMPARE(layout.payloads.size(), files * in_one);
    }
};

STEPVAULT_TEST(TestKeras)

}  // namespace test_keras

#include "test_keras.moc"
