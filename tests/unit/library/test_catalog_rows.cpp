#include <array>
#include <fcntl.h>
#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "library/catalog/catalog_rows.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_catalog_rows {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

constexpr double long_ago = 1.6e9;

void make_old(const fs::path& file) {
    const std::array times{timespec{1'600'000'000, 0}, timespec{1'600'000'000, 0}};
    QCOMPARE(::utimensat(AT_FDCWD, file.c_str(), times.data(), 0), 0);
}

}  // namespace

class TestCatalogRows : public QObject {
    Q_OBJECT

 private slots:
    void rows_say_what_step_files_hold() {
        ScratchRun run;
        Training training(1, 2000);
        const auto base = run.file("step_10.safetensors", training.bytes(), 10);
        VERIFY_OK(base);
        training.next();
        const auto bytes = training.bytes();
        const auto original = run.root() / "run" / "step_20.safetensors";
        write_text(original, bytes);
        make_old(original);
        const auto step = run.file_path(original, 20);
        VERIFY_OK(step);
        const auto first = checkpoint_row(*base);
        QVERIFY(first.key && first.parent.empty());
        const auto row = checkpoint_row(*step);
        QCOMPARE(row.id, step->meta().id);
        QCOMPARE(row.run_id, run.writer().record().id);
        QCOMPARE(row.step, std::int64_t{20});
        QCOMPARE(row.source, std::string("step_20.safetensors"));
        QCOMPARE(row.generation, 1U);
        QCOMPARE(row.scheme, Scheme::lc);
        QVERIFY(row.bits > 0 && row.bits == step->meta().bits);
        QVERIFY(!row.key);
        QCOMPARE(row.parent, first.id);
        QCOMPARE(row.original_bytes, std::uint64_t{bytes.size()});
        QCOMPARE(row.stored_bytes, std::uint64_t{fs::file_size(step->path())});
        QVERIFY(row.relative_error > 0 && row.relative_error != row.max_abs_error);
        QCOMPARE(row.relative_error, step->meta().relative_error);
        QCOMPARE(row.max_abs_error, step->meta().max_abs_error);
        QCOMPARE(row.saved, long_ago);
        QVERIFY(row.filed > long_ago + 1e6);
        QCOMPARE(row.format, std::string("safetensors"));
        QCOMPARE(row.files, 1U);
        QVERIFY(!row.weights_only);
    }

    void tensors_have_shapes_and_their_payloads_errors() {
        ScratchRun run;
        Training training(1, 2000);
        VERIFY_OK(run.file("step_10.safetensors", training.bytes(), 10));
        training.next();
        const auto step = run.file("step_20.safetensors", training.bytes(), 20);
        VERIFY_OK(step);
        const auto rows = tensor_rows(*step);
        QCOMPARE(rows.size(), std::size_t{5});
        for (const auto& row : rows) {
            const auto tensor =
                std::ranges::find(step->layout().tensors, row.name, [](const auto& t) { return t.name; });
            QCOMPARE(row.shape, tensor->shape);
            QVERIFY(row.file.empty());
            const auto& figures = step->figures()[tensor->payload];
            QCOMPARE(row.relative_error, static_cast<double>(figures.relative_error));
            QCOMPARE(row.max_abs_error, static_cast<double>(figures.max_abs_error));
        }
        const auto named = [&](const char* name) { return *std::ranges::find(rows, name, &TensorRow::name); };
        QCOMPARE(named("model.layer.weight").elements, std::uint64_t{2000});
        QCOMPARE(named("model.embed.weight").elements, std::uint64_t{2000 / 14 * 2});
        QCOMPARE(named("step").elements, std::uint64_t{1});
        QCOMPARE(named("model.embed.weight").dtype, std::string(dtype_name(DType::bf16)));
        QVERIFY(named("model.layer.weight").role != named("optimizer.state.0.exp_avg").role);
    }

    void a_folder_has_the_format_of_its_first_file_that_is_known() {
        ScratchRun run;
        Training training(1, 500);
        const auto folder = run.root() / "run" / "checkpoint-10";
        write_text(folder / "a.bin", "just bytes");
        write_text(folder / "model.safetensors", training.bytes());
        write_text(folder / "z.bin", "just bytes");
        const auto step = run.file_path(folder, 10);
        VERIFY_OK(step);
        const auto row = checkpoint_row(*step);
        QCOMPARE(row.files, 3U);
        QCOMPARE(row.format, std::string("safetensors"));
        for (const auto& tensor : tensor_rows(*step))
            QCOMPARE(tensor.file, std::string("model.safetensors"));
    }

    void differences_are_by_name_and_size() {
        ScratchRun run;
        Training training(1, 500);
        const QTemporaryDir dir;
        const auto catalog = open_sqlite_catalog(fs::path(dir.path().toStdString()) / "catalog.sqlite");
        VERIFY_OK(catalog);
        VERIFY_OK((*catalog)->put_run(run_row(run.writer().record())));
        const auto& run_id = run.writer().record().id;
        const auto look = [&] { return *step_differences(**catalog, run_id, run.folder()); };
        std::vector<StepFile> steps;
        for (int i = 1; i <= 3; ++i, training.next()) {
            auto step = run.file("step_" + std::to_string(i) + ".safetensors", training.bytes(), i);
            VERIFY_OK(step);
            steps.push_back(std::move(*step));
        }
        QCOMPARE(look().missing.size(), std::size_t{3});
        for (const auto& step : steps)
            VERIFY_OK(put_step(**catalog, step));
        QVERIFY(look().none() && look().lost.empty() && !look().unread);
        auto row = checkpoint_row(steps[1]);
        ++row.stored_bytes;
        VERIFY_OK((*catalog)->put_checkpoint(row, {}));
        QCOMPARE(look().missing, std::vector<std::string>{row.id});
        VERIFY_OK(put_step(**catalog, steps[1]));
        // Not removed by anyone, as far as the vault knows.
        const auto& last = steps[2].meta().id;
        const auto file = run.step_file(last);
        fs::rename(file, run.root() / "away");
        QCOMPARE(look().lost, std::vector<std::string>{last});
        QVERIFY(look().none());
        fs::create_directories(quarantine_folder(run.folder()));
        fs::rename(run.root() / "away", step_path(quarantine_folder(run.folder()), last));
        QCOMPARE(look().gone, std::vector<std::string>{last});
        QVERIFY(look().lost.empty() && !look().none());
        fs::rename(steps_folder(run.folder()), run.root() / "steps");
        QVERIFY(look().unread && look().lost.empty() && look().gone.empty());
    }
};

STEPVAULT_TEST(TestCatalogRows)

}  // namespace test_catalog_rows

#include "test_catalog_rows.moc"
