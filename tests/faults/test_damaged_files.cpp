// A file that was damaged or cut off before it was filed is either refused as incomplete, or scheme `exact`
// restores the damaged file to the byte.
#include <random>

#include <QTest>

#include "support/opened.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_damaged_files {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const bool is_long = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST");
const int flips = is_long ? 10'000 : 10;
const std::size_t cuts = is_long ? SIZE_MAX : 8;

/// Contents by relative path; a single file is one entry with the empty path.
using Files = std::map<std::string, std::string>;

Files read_files(const fs::path& path) {
    if (!fs::is_directory(path)) return {{"", read_text(path)}};
    Files files;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.is_regular_file())
            files[entry.path().lexically_relative(path).native()] = read_text(entry.path());
    }
    return files;
}

void write_files(const fs::path& path, const Files& files) {
    for (const auto& [name, bytes] : files)
        write_text(name.empty() ? path : path / name, bytes);
}

bool is_checkpoint(const fs::directory_entry& entry) {
    const auto extension = entry.path().extension();
    return extension != ".py" && extension != ".json" && extension != ".txt";
}

}  // namespace

class TestDamagedFiles : public QObject {
    Q_OBJECT

    /// Returns "" or the error.
    static std::string file_and_restore(ScratchRun& run, const std::string& name, const Files& files,
                                        int step) {
        const auto path = run.root() / "run" / name;
        write_files(path, files);
        const auto stored = run.file_path(path, step);
        if (!stored) return stored.error().code == ErrorCode::incomplete ? "" : stored.error().message;
        const auto output = run.root() / "back" / name;
        const auto chain = Chain::open(steps_folder(run.folder()), stored->meta().id);
        if (!chain) return chain.error().message;
        const auto restored = restore_checkpoint(*chain, output, false, run.pool(), {});
        if (!restored) return restored.error().message;
        const bool same = read_files(output) == files;
        fs::remove_all(output);
        return same ? "" : "it came back changed";
    }

    static void rows() {
        QTest::addColumn<QString>("path");
        int files = 0;
        for (const char* folder : {"container", "numpy", "hdf5", "tensorflow"}) {
            const auto golden = fs::path(STEPVAULT_SOURCE_DIR) / "tests/golden" / folder;
            if (!fs::exists(golden)) continue;
            for (const auto& entry : fs::directory_iterator(golden)) {
                if (!is_checkpoint(entry)) continue;
                QTest::newRow(entry.path().filename().c_str())
                    << QString::fromStdString(entry.path().native());
                ++files;
            }
        }
        QVERIFY(files >= 40);
    }

 private slots:
    void flipped_data() { rows(); }
    void flipped() {
        QFETCH(QString, path);
        const fs::path golden = path.toStdString();
        const auto original = read_files(golden);
        ScratchRun run({.scheme = Scheme::exact});
        std::mt19937_64 random(original.size());
        for (int round = 1; round <= flips; ++round) {
            auto files = original;
            auto& bytes = std::next(files.begin(), static_cast<long>(random() % files.size()))->second;
            for (auto n = 1 + random() % 4; n-- > 0 && !bytes.empty();)
                bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
            const auto problem = file_and_restore(run, golden.filename().native(), files, round);
            QVERIFY2(problem.empty(), (std::to_string(round) + ": " + problem).c_str());
        }
    }

    void cut_data() { rows(); }
    void cut() {
        QFETCH(QString, path);
        const fs::path golden = path.toStdString();
        const auto original = read_files(golden);
        ScratchRun run({.scheme = Scheme::exact});
        int step = 0;
        for (const auto& [name, bytes] : original) {
            const auto stride = std::max<std::size_t>(64, bytes.size() / cuts);
            for (std::size_t length = 0; length < bytes.size(); length += stride) {
                auto files = original;
                files[name].resize(length);
                const auto problem = file_and_restore(run, golden.filename().native(), files, ++step);
                QVERIFY2(problem.empty(), (name + " of " + std::to_string(length) + ": " + problem).c_str());
            }
        }
    }
};

STEPVAULT_TEST(TestDamagedFiles)

}  // namespace test_damaged_files

#include "test_damaged_files.moc"
