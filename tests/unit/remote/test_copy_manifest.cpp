// The list of a run's files in a copy, which may come from anyone.
#include <random>

#include <QtTest>

#include "remote/copy/copy_manifest.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_copy_manifest {

using namespace stepvault;

namespace {

const std::string run_id = "0d9f3c5e-7a51-4f0e-9c0a-1b2c3d4e5f60";

CopiedFile copied(const std::string& path, std::optional<CopiedStep> step = {}) {
    return {path, {std::string(32, 'a'), 7}, 1, -2, std::move(step)};
}

std::string step_path(const std::string& id) {
    return "runs/" + run_id + "/steps/" + id + ".svstep";
}

CopyManifest sample() {
    CopyManifest manifest{.run_id = run_id, .name = "gr\xFC\xDF%e", .made = 12.5};
    manifest.files = {
        copied("bases/00000000000000ff.svstep"), copied("runs/" + run_id + "/run.json"),
        copied(step_path("1-a-1"), CopiedStep{1, "a", "", 0xFF, 5, Scheme::exact, 1}),
        copied(step_path("2-a-1"), CopiedStep{2, "a", "1-a-1", 5, 6, Scheme::lc, 2}),
        copied(step_path("3-a-1"), CopiedStep{-3, "a\x80", "2-a-1", 6, 7, Scheme::adaptive, 3})};
    return manifest;
}

}  // namespace

class TestCopyManifest : public QObject {
    Q_OBJECT

 private slots:
    void text_comes_back() {
        const auto manifest = sample();
        const auto read = CopyManifest::parse(manifest.text(), "m");
        VERIFY_OK(read);
        QVERIFY(*read == manifest);
        QCOMPARE(read->chain("3-a-1")->size(), std::size_t{4});
        QCOMPARE(read->chain("1-a-1")->back().path, "bases/00000000000000ff.svstep");
        VERIFY_ERROR(read->chain("4-a-1"), ErrorCode::not_found);
        QCOMPARE(CopyManifest::checkpoint_of(read->files[3]), "2-a-1");
    }

    void only_paths_of_a_vault_are_taken() {
        for (const auto* path : {"runs/R/run.json", "runs/R/params.json", "runs/R/removed.json",
                                 "runs/R/metrics.svlog", "runs/R/steps/000000000200-1a2b3c4d-1.svstep",
                                 "runs/R/parity/1-a-1.svparity", "bases/0123456789abcdef.svstep"})
            QVERIFY2(is_copied_path(with_run(path), run_id), path);
        for (const auto* path : {"", "/etc/passwd", "runs/R/lock", "runs/R/steps/../../x.svstep",
                                 "runs/R/steps/.svstep", "runs/R/steps/1/2.svstep", "runs/R/../R/run.json",
                                 "bases/../vault.json.svstep", "bases/0123456789ABCDEF.svstep",
                                 "bases/123.svstep", "vault.json", "runs/R/steps/1-a-1.svparity",
                                 "runs/00000000-0000-4000-8000-000000000000/run.json", "runs/R/run.json/"})
            QVERIFY2(!is_copied_path(with_run(path), run_id), path);
        QVERIFY(!is_copied_path("runs/../run.json", ".."));
    }

    void broken_chains_are_refused() {
        const auto refused = [](auto change) {
            auto manifest = sample();
            change(manifest.files);
            const auto read = CopyManifest::parse(manifest.text(), "m");
            return !read && read.error().code == ErrorCode::corrupt;
        };
        QVERIFY(refused([](auto& files) { files.erase(files.begin()); }));
        QVERIFY(refused([](auto& files) { files.erase(files.begin() + 1); }));
        QVERIFY(refused([](auto& files) { files.erase(files.begin() + 3); }));
        QVERIFY(refused([](auto& files) { files[3].step->parent_digest = 9; }));
        QVERIFY(refused([](auto& files) { std::swap(files[1], files[2]); }));
        QVERIFY(refused([](auto& files) { files.push_back(files.back()); }));
        QVERIFY(refused([](auto& files) { files[1].path = "vault.json"; }));
        QVERIFY(refused([](auto& files) { files[2].step.reset(); }));
        QVERIFY(refused([](auto& files) { files[1].step = CopiedStep{}; }));
        QVERIFY(refused([](auto& files) { files[1].content.bytes = UINT64_MAX; }));
        QVERIFY(refused([](auto& files) { files[1].content.hash = "../../../../etc"; }));
        // Two steps that build on each other.
        QVERIFY(refused([](auto& files) {
            files[2].step->parent = "3-a-1";
            files[2].step->parent_digest = 7;
        }));
        QVERIFY(refused([](auto& files) {
            files[4].step->parent = "3-a-1";
            files[4].step->parent_digest = 7;
        }));
    }

    /// Without its checksum, so that the mutations are read.
    void mutated_text_is_refused_or_harmless() {
        auto text = sample().text();
        text.erase(text.rfind(",\n \"xxh3\""));
        text += "\n}\n";
        VERIFY_OK(CopyManifest::parse(text, "m"));
        std::mt19937 random(1);
        const std::string_view pieces = "0123456789abcdef{}[]\",:-.\\/%\0\xFF";
        int taken = 0;
        for (int i = 0; i < 20000; ++i) {
            auto mutant = text;
            for (auto left = 1 + random() % 4; left > 0 && !mutant.empty(); --left) {
                const auto at = random() % mutant.size();
                switch (random() % 4) {
                    case 0:
                        mutant[at] = pieces[random() % pieces.size()];
                        break;
                    case 1:
                        mutant.erase(at, random() % 40);
                        break;
                    case 2:
                        mutant.insert(at, mutant.substr(random() % mutant.size(), random() % 60));
                        break;
                    default:
                        mutant.resize(at + 1);
                }
            }
            const auto read = CopyManifest::parse(mutant, "m");
            if (!read) continue;
            ++taken;
            for (const auto& file : read->files)
                QVERIFY(is_copied_path(file.path, read->run_id));
            VERIFY_OK(check_chains(read->files, read->run_id));
        }
        QVERIFY(taken > 0);
        VERIFY_ERROR(CopyManifest::parse(std::string(100000, '['), "m"), ErrorCode::corrupt);
        VERIFY_ERROR(CopyManifest::parse("{\"format\": 99}", "m"), ErrorCode::unsupported);
    }

    void contents_are_named_by_hash_and_size() {
        const ContentName name{std::string(32, 'b'), 12};
        QVERIFY(*ContentName::parse(name.text()) == name);
        for (const auto* text : {"", "-1", "bb-1", "../x"})
            VERIFY_ERROR(ContentName::parse(text), ErrorCode::corrupt);
        VERIFY_ERROR(ContentName::parse(std::string(32, 'b') + "-012"), ErrorCode::corrupt);
        VERIFY_ERROR(ContentName::parse(std::string(32, 'b') + "-99999999999999999999"), ErrorCode::corrupt);
        VERIFY_ERROR(ContentName::parse(std::string(32, 'B') + "-12"), ErrorCode::corrupt);
    }

 private:
    static std::string with_run(std::string path) {
        if (path.starts_with("runs/R/")) path.replace(5, 1, run_id);
        if (const auto second = path.find("../R/"); second != std::string::npos)
            path.replace(second + 3, 1, run_id);
        return path;
    }
};

STEPVAULT_TEST(TestCopyManifest)

}  // namespace test_copy_manifest

#include "test_copy_manifest.moc"
