// Arrays in zarr format 2 that Orbax wrote, and odd ones.
#include <set>

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "container/zarr_array.h"
#include "run/checkpoint_scanner.h"
#include "run/completeness.h"
#include "run_test_files.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_zarr_files {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const fs::path golden_folder = STEPVAULT_SOURCE_DIR "/tests/golden/container";

constexpr const char* plain =
    R"({"chunks":[2,4],"compressor":null,"dimension_separator":".","dtype":"<f4","fill_value":null,"filters":null,)"
    R"("order":"C","shape":[3,8],"zarr_format":2})";

QString numpy_name(DType dtype) {
    return dtype == DType::f32    ? "float32"
           : dtype == DType::bf16 ? "bfloat16"
           : dtype == DType::i32  ? "int32"
                                  : "?";
}

}  // namespace

class TestZarrFiles : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> root_;

    [[nodiscard]] Result<OpenCheckpoint> open(const fs::path& folder) const {
        STEPVAULT_ASSIGN(candidate, checkpoint_at(folder));
        return open_checkpoint(candidate, 3);
    }
    [[nodiscard]] bool put(const QString& name, const QByteArray& content) const {
        return write(root_->filePath("step_3/" + name), content);
    }

 private slots:
    void init() { root_.emplace(); }

    void orbax_arrays_are_payloads() {
        const auto opened = open(golden_folder / "orbax/step_3");
        VERIFY_OK(opened);
        QFile file(QString::fromStdString((golden_folder / "orbax.json").native()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto expected = QJsonDocument::fromJson(file.readAll()).object();
        QStringList found;
        for (std::size_t i = 0; i < opened->files.size(); ++i) {
            const auto& layout = opened->files[i].layout;
            for (const auto& tensor : layout.tensors) {
                const auto name = QString::fromStdString(tensor.name);
                found += name;
                const auto array = expected[name].toObject();
                QCOMPARE(numpy_name(tensor.dtype), array["dtype"].toString());
                QJsonArray shape;
                for (const auto length : tensor.shape)
                    shape += static_cast<int>(length);
                QCOMPARE(shape, array["shape"].toArray());
                QByteArray bytes(static_cast<qsizetype>(layout.payloads[0].length), '\0');
                VERIFY_OK(
                    opened->read_payload(i, layout.payloads[0].length, layout.payloads[0].offset,
                                         std::as_writable_bytes(std::span(bytes.data(), bytes.size()))));
                QCOMPARE(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex(),
                         array["sha256"].toString().toLatin1());
            }
        }
        found.sort();
        QCOMPARE(found, expected.keys());
    }

    void chunks_are_named_by_their_place_data() {
        QTest::addColumn<QByteArray>("metadata");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("bytes");
        QTest::addColumn<QString>("outcome");  ///< format and tensor, or format and note
        const auto row = [](const char* label, const QByteArray& metadata, const char* name, int bytes,
                            const char* outcome) {
            QTest::newRow(label) << metadata << name << bytes << outcome;
        };
        const QByteArray whole = plain;
        row("the first", whole, "w/0.0", 32, "zarr w.0.0");
        row("a padded one at the edge", whole, "w/1.1", 32, "zarr w.1.1");
        row("beyond the edge", whole, "w/2.0", 32, "raw ");
        row("a second name", whole, "w/00.0", 32, "raw ");
        row("another file", whole, "w/0.0.bak", 32, "raw ");
        row("no array above", whole, "v/0.0", 32, "raw ");
        row("too long", whole, "w/0.0", 33, "raw it is larger than its .zarray says");
        row("one chunk", QByteArray(plain).replace("[3,8]", "[2,4]"), "w/0.0", 32, "zarr w");
        row("in folders", QByteArray(plain).replace("\".\"", "\"/\""), "w/0/1", 32, "zarr w.0/1");
        row("a scalar", QByteArray(plain).replace("[3,8]", "[]").replace("[2,4]", "[]"), "w/0", 4, "zarr w");
        row("half", QByteArray(plain).replace("<f4", "bfloat16"), "w/0.0", 16, "zarr w.0.0");
        constexpr const char* not_plain =
            "raw its chunks are not plain: compressed, filtered or in Fortran order";
        row("compressed",
            QByteArray(plain).replace("\"compressor\":null", "\"compressor\":{\"id\":\"zstd\"}"), "w/0.0", 32,
            not_plain);
        row("by columns", QByteArray(plain).replace("\"C\"", "\"F\""), "w/0.0", 32, not_plain);
        row("another format", QByteArray(plain).replace("format\":2", "format\":3"), "w/0.0", 32, not_plain);
        row("big-endian", QByteArray(plain).replace("<f4", ">f4"), "w/0.0", 32,
            "raw its element type is not known");
        row("shapes that differ in length", QByteArray(plain).replace("[3,8]", "[3]"), "w/0.0", 32,
            "raw its .zarray has no valid shape");
        row("too many bytes", QByteArray(plain).replace("[2,4]", "[4294967296,4294967296]"), "w/0.0", 32,
            "raw its .zarray has no valid shape");
        row("a chunk of nothing", QByteArray(plain).replace("[2,4]", "[0,4]"), "w/0.0", 32, "raw ");
        row("no JSON", "{", "w/0.0", 32, "raw its .zarray is no JSON object");
    }
    void chunks_are_named_by_their_place() {
        QFETCH(QByteArray, metadata);
        QFETCH(QString, name);
        QFETCH(int, bytes);
        QFETCH(QString, outcome);
        QVERIFY(put("w/.zarray", metadata));
        QVERIFY(put(name, QByteArray(bytes, 'x')));
        const auto opened = open(fs::path(root_->filePath("step_3").toStdString()));
        VERIFY_OK(opened);
        QCOMPARE(opened->files.size(), std::size_t{2});
        for (const auto& file : opened->files) {
            if (file.relative != name.toStdString()) continue;
            const auto& layout = file.layout;
            const auto& what = layout.tensors.empty() ? layout.note : layout.tensors.front().name;
            QCOMPARE(QString::fromStdString(layout.format + " " + what), outcome);
        }
    }

    void a_chunk_that_is_cut_off_is_waited_for() {
        QVERIFY(put("w/.zarray", plain));
        QVERIFY(put("w/0.0", QByteArray(31, 'x')));
        VERIFY_ERROR(open(fs::path(root_->filePath("step_3").toStdString())), ErrorCode::incomplete);
    }
};

STEPVAULT_TEST(TestZarrFiles)

}  // namespace test_zarr_files

#include "test_zarr_files.moc"
