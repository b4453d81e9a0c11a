// A vault that an attacker made: a restore writes to its output and nowhere else.
#include <map>

#include "base/atomic_file.h"
#include "db/backends.h"
#include "library/services/local_vault.h"
#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"

namespace test_hostile_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// All files below `folder`, except below `own`.
std::map<std::string, std::string> everything_in(const fs::path& folder, const fs::path& own = {}) {
    std::map<std::string, std::string> found;
    for (fs::recursive_directory_iterator it(folder), end; it != end; ++it) {
        if (it->path() == own) {
            it.disable_recursion_pending();
        } else {
            const bool readable = it->is_regular_file() && !it->is_symlink();
            found[it->path().native()] = readable ? read_text(it->path()) : std::string();
        }
    }
    return found;
}

/// Replaces the folder that is being restored into by a link.
class FolderThief final : public ProgressSink {
 public:
    FolderThief(fs::path watched, fs::path link_to)
        : watched_(std::move(watched)), link_to_(std::move(link_to)) {}
    void on_progress(const Progress&) override {
        for (const auto& entry : fs::directory_iterator(watched_)) {
            if (has_taken_ || !is_temporary_name(entry.path().filename().native())) continue;
            has_taken_ = true;
            fs::rename(entry.path(), watched_.parent_path() / "stolen");
            fs::create_directory_symlink(link_to_, entry.path());
        }
    }
    [[nodiscard]] bool has_taken() const { return has_taken_; }

 private:
    fs::path watched_;
    fs::path link_to_;
    bool has_taken_ = false;
};

}  // namespace

class TestHostileVault : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;

    [[nodiscard]] fs::path root() const { return run_->root(); }
    /// Creates a checkpoint of two files, and changes the path of the second file to `path`.
    [[nodiscard]] std::string forged_folder(const std::string& path) {
        const auto folder = root() / "run" / "checkpoint-1";
        write_text(folder / "a.bin", "first");
        write_text(folder / "b.bin", "second");
        auto step = run_->file_path(folder, 1);
        if (!step) qFatal("%s", step.error().message.c_str());
        const auto forged = forge(*step, [&](StepContent& c) { c.layout.files.back().path = path; });
        if (!forged) qFatal("%s", forged.error().message.c_str());
        return step->meta().id;
    }
    Status restore(const std::string& id, bool replace, const JobContext& job = {}) {
        STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run_->folder()), id));
        return restore_checkpoint(chain, root() / "here" / "out", replace, run_->pool(), job);
    }

 private slots:
    void init() {
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::exact});
        write_text(root() / "here" / "mine", "mine");
        write_text(root() / "outside" / "precious", "precious");
    }
    void cleanup() { run_.reset(); }

    void files_lie_in_their_folder_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("fine");
        QTest::newRow("sound") << QByteArray("b.bin") << true;
        QTest::newRow("in a folder") << QByteArray("c/b.bin") << true;
        QTest::newRow("dots in a name") << QByteArray("..b") << true;
        QTest::newRow("upwards") << QByteArray("../x") << false;
        QTest::newRow("upwards from a folder") << QByteArray("c/../../x") << false;
        QTest::newRow("upwards into a folder") << QByteArray("../../outside/precious") << false;
        QTest::newRow("the folder above") << QByteArray("..") << false;
        QTest::newRow("the folder") << QByteArray(".") << false;
        QTest::newRow("a folder") << QByteArray("c/") << false;
        QTest::newRow("no name") << QByteArray("") << false;
        QTest::newRow("absolute") << QByteArray("ABSOLUTE") << false;
        QTest::newRow("NUL") << QByteArray("c\0d", 3) << false;
        QTest::newRow("twice the same") << QByteArray("a.bin") << false;
        QTest::newRow("in a file") << QByteArray("a.bin/c") << false;
        QTest::newRow("long") << QByteArray(5000, 'x') << false;
    }
    void files_lie_in_their_folder() {
        QFETCH(QByteArray, path);
        QFETCH(bool, fine);
        const auto name = path == "ABSOLUTE" ? (root() / "outside" / "x").native() : path.toStdString();
        const auto id = forged_folder(name);
        const auto before = everything_in(root());
        const auto status = restore(id, false);
        QCOMPARE(status.ok(), fine);
        const auto after = everything_in(root(), fine ? root() / "here" / "out" : fs::path());
        QVERIFY(after == before);
        if (fine) QCOMPARE(read_text(root() / "here" / "out" / name), std::string("second"));
    }

    void links_in_the_way_are_not_followed() {
        const auto id = forged_folder("c/b.bin");
        const auto out = root() / "here" / "out";
        const auto outside = everything_in(root() / "outside");
        // A link in place of the output, a folder of it, or a file of it.
        fs::create_directory_symlink(root() / "outside", out);
        QVERIFY(!restore(id, false).ok());
        QVERIFY(!restore(id, true).ok());
        fs::remove(out);
        fs::create_directory(out);
        fs::create_directory_symlink(root() / "outside", out / "c");
        QVERIFY(!restore(id, true).ok());
        fs::remove(out / "c");
        fs::create_symlink(root() / "outside" / "precious", out / "a.bin");
        VERIFY_OK(restore(id, true));
        QVERIFY(!fs::is_symlink(out / "a.bin"));
        QCOMPARE(read_text(out / "a.bin"), std::string("first"));
        QVERIFY(everything_in(root() / "outside") == outside);
    }

    void a_link_that_takes_the_place_of_the_folder_is_not_followed() {
        const auto id = forged_folder("c/b.bin");
        const auto outside = everything_in(root() / "outside");
        FolderThief thief(root() / "here", root() / "outside");
        JobContext job;
        job.sink = &thief;
        (void)restore(id, false, job);
        QVERIFY(thief.has_taken());
        QVERIFY(everything_in(root() / "outside") == outside);
    }

    void links_that_share_bytes_are_refused() {
        auto first = run_->file("a.bin", "bytes", 1);
        auto second = run_->file("b.bin", "other", 2);
        VERIFY_OK(first);
        VERIFY_OK(second);
        VERIFY_OK(forge(
            *second, [](StepContent&) {}, first->path()));
        VERIFY_OK(StepFile::open(second->path()));
        // Twenty such files inside one another would take a million times as long.
        VERIFY_OK(forge(
            *second, [](StepContent& c) { c.links.push_back(c.links.front()); }, first->path()));
        const auto opened = StepFile::open(second->path());
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().code, ErrorCode::corrupt);
    }

    void a_name_does_not_choose_the_folder_data() {
        QTest::addColumn<QByteArray>("source");
        for (const auto* source :
             {"../x", "..", ".", "", "a/", "a/..", "/", "/etc/x", "../../outside/precious"})
            QTest::newRow(*source == '\0' ? "no name" : source) << QByteArray(source);
        QTest::newRow("absolute") << QByteArray("ABSOLUTE");
        QTest::newRow("NUL") << QByteArray("../\0x", 5);
    }
    void a_name_does_not_choose_the_folder() {
        QFETCH(QByteArray, source);
        const auto name = source == "ABSOLUTE" ? (root() / "outside" / "x").native() : source.toStdString();
        auto step = run_->file("a.bin", "bytes", 1);
        VERIFY_OK(step);
        VERIFY_OK(forge(*step, [&](StepContent& c) { c.meta.source = name; }));
        run_->close();
        auto library = LocalVault::open(root() / "vault", LocalVault::Mode::existing, sqlite_backends());
        VERIFY_OK(library);
        const auto into = root() / "here" / "restored";
        const auto before = everything_in(root(), into);
        for (const auto extent : {RestoreExtent::whole, RestoreExtent::weights}) {
            const auto report = (*library)->restorer().restore_several(
                {.run = "run", .checkpoint_ids = {step->meta().id}, .folder = into, .extent = extent}, {});
            QCOMPARE(!report.ended, extent == RestoreExtent::whole);
        }
        QVERIFY(everything_in(root(), into) == before);
        QCOMPARE(std::distance(fs::directory_iterator(into), fs::directory_iterator()), std::ptrdiff_t{1});
    }
};

STEPVAULT_TEST(TestHostileVault)

}  // namespace test_hostile_vault

#include "test_hostile_vault.moc"
