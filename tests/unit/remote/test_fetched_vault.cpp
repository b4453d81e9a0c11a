// A vault of fetched files.
#include <QTemporaryDir>
#include <QtTest>

#include "base/xxh3_wide.h"
#include "remote/fetch/fetched_vault.h"
#include "support/opened.h"
#include "support/read_text.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/records/vault.h"

namespace test_fetched_vault {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

const std::string steps = "runs/0d9f3c5e-7a51-4f0e-9c0a-1b2c3d4e5f60/steps/";

ContentName content_of(const std::string& text) {
    Xxh3Wide hash;
    hash.update(as_view(text));
    return {hash.digest(), text.size()};
}

/// Gives its files in pieces, and fails once on demand.
struct TextSource : FileSource {
    std::map<std::string, std::string> files;
    std::size_t fail_after = SIZE_MAX;  ///< bytes
    std::vector<std::uint64_t> offsets;

    [[nodiscard]] std::string name() const override { return "the test"; }
    Status fetch(const FetchFile& file, std::uint64_t offset, const Sink& sink, const JobContext&) override {
        offsets.push_back(offset);
        const auto found = files.find(file.path);
        if (found == files.end()) return Error{ErrorCode::not_found, "no " + file.path};
        constexpr std::size_t piece = 1000;
        for (auto at = offset; at < found->second.size(); at += piece) {
            if (at >= fail_after) return Error{ErrorCode::io, "the connection broke"};
            STEPVAULT_TRY(sink(as_view(std::string_view(found->second).substr(at, piece))));
        }
        return {};
    }
};

}  // namespace

class TestFetchedVault : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        source_ = {};
        for (const auto* name : {"1-a-1.svstep", "2-a-1.svstep", "3-a-1.svstep"})
            source_.files[steps + name] = std::string(5000, name[0]);
    }

    void files_are_fetched_once() {
        auto vault = FetchedVault::open(folder());
        VERIFY_OK(vault);
        const auto files = all();
        VERIFY_OK(vault->fetch(files, source_, {}));
        VERIFY_OK(vault->fetch(files, source_, {}));
        QCOMPARE(source_.offsets.size(), std::size_t{3});
        for (const auto& file : files)
            QVERIFY(read_text(folder() / file.path) == source_.files[file.path]);
        VERIFY_OK(Vault::open(vault->folder(), false));
        QCOMPARE(fs::status(folder()).permissions(), fs::perms::owner_all);
        QVERIFY(fs::is_empty(folder() / "fetching"));
    }

    void an_interrupted_fetch_resumes() {
        source_.fail_after = 3000;
        auto vault = FetchedVault::open(folder());
        VERIFY_OK(vault);
        const auto files = std::vector<FetchFile>{all().front()};
        VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::io);
        QVERIFY(!fs::exists(folder() / files[0].path));
        source_.fail_after = SIZE_MAX;
        VERIFY_OK(vault->fetch(files, source_, {}));
        QVERIFY(source_.offsets == (std::vector<std::uint64_t>{0, 3000}));
        QVERIFY(read_text(folder() / files[0].path) == source_.files[files[0].path]);
    }

    void a_damaged_beginning_is_fetched_again() {
        source_.fail_after = 3000;
        auto vault = FetchedVault::open(folder());
        const auto files = std::vector<FetchFile>{all().front()};
        VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::io);
        write_text(folder() / "fetching" / files[0].content.text(), std::string(2000, 'x'));
        source_.fail_after = SIZE_MAX;
        VERIFY_OK(vault->fetch(files, source_, {}));
        QVERIFY(read_text(folder() / files[0].path) == source_.files[files[0].path]);
    }

    void other_contents_are_refused() {
        auto vault = FetchedVault::open(folder());
        const auto files = std::vector<FetchFile>{all().front()};
        auto& text = source_.files[files[0].path];
        const auto sound = text;
        for (const auto& wrong : {sound.substr(1), sound + "x", std::string(5000, 'y'), std::string()}) {
            text = wrong;
            VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::corrupt);
            QVERIFY(!fs::exists(folder() / files[0].path));
            QVERIFY(fs::is_empty(folder() / "fetching"));
        }
        // A damaged file in the cache is replaced.
        text = sound;
        VERIFY_OK(vault->fetch(files, source_, {}));
        write_text(folder() / files[0].path, std::string(5000, 'z'));
        VERIFY_OK(vault->fetch(files, source_, {}));
        QVERIFY(read_text(folder() / files[0].path) == sound);
    }

    void paths_stay_inside() {
        auto vault = FetchedVault::open(folder());
        for (const auto* path : {"../x", "/tmp/x", "runs/../../x", "vault.json", "", "runs/", "runs//x",
                                 "a/b", "runs/./x", "runs/a\nb"}) {
            const std::vector<FetchFile> files{{path, content_of("x")}};
            VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::invalid_argument);
        }
    }

    void a_content_is_no_path() {
        auto vault = FetchedVault::open(folder());
        const auto outside = fs::path(folder().native() + "-outside");
        for (const auto& hash : {outside.native(), "../../" + outside.filename().native(), std::string(),
                                 std::string(32, 'A'), std::string(31, 'a') + "/"}) {
            const std::vector<FetchFile> files{{steps + "1-a-1.svstep", {hash, 5000}}};
            VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::invalid_argument);
        }
        const auto hash = content_of("x").hash;
        const auto half = ContentName::most_bytes / 2 + 1;
        const std::vector<FetchFile> files{{steps + "1-a-1.svstep", {hash, half}},
                                           {steps + "2-a-1.svstep", {hash, half}}};
        VERIFY_ERROR(vault->fetch(files, source_, {}), ErrorCode::invalid_argument);
        for (const auto& entry : fs::directory_iterator(folder().parent_path()))
            QVERIFY(!entry.path().filename().native().starts_with(outside.filename().native()));
    }

    void the_files_longest_unused_go_first() {
        {
            auto vault = FetchedVault::open(folder(), 11000);
            for (const auto& file : all())
                VERIFY_OK(vault->fetch(std::vector<FetchFile>{file}, source_, {}));
            // While one process uses the folder, another one removes nothing.
            VERIFY_OK(FetchedVault::open(folder(), 0));
            QCOMPARE(present(), 3);
            const auto old = fs::file_time_type::clock::now() - std::chrono::hours(1);
            fs::last_write_time(folder() / all()[1].path, old);
        }
        QCOMPARE(present(), 2);
        QVERIFY(!fs::exists(folder() / all()[1].path));
        VERIFY_OK(FetchedVault::open(folder(), 0));
        QCOMPARE(present(), 0);
        VERIFY_OK(Vault::open(folder(), false));
    }

    void no_cache_folder_is_told() { VERIFY_ERROR(FetchedVault::open({}), ErrorCode::invalid_argument); }

 private:
    [[nodiscard]] fs::path folder() const { return fs::path(folder_->path().toStdString()) / "cache" / "v"; }
    [[nodiscard]] std::vector<FetchFile> all() const {
        std::vector<FetchFile> files;
        for (const auto& [path, text] : source_.files)
            files.push_back({path, content_of(text)});
        return files;
    }
    [[nodiscard]] int present() const {
        int count = 0;
        for (const auto& file : all())
            count += fs::exists(folder() / file.path) ? 1 : 0;
        return count;
    }

    std::unique_ptr<QTemporaryDir> folder_;
    TextSource source_;
};

STEPVAULT_TEST(TestFetchedVault)

}  // namespace test_fetched_vault

#include "test_fetched_vault.moc"
