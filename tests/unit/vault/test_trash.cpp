// The trash and its lists of originals.
#include <nlohmann/json.hpp>

#include <QTemporaryDir>

#include "base/checksum.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "vault/originals/trash.h"
#include "vault/records/vault_paths.h"

namespace test_trash {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::chrono::system_clock::time_point at_second(int second) {
    return std::chrono::system_clock::time_point(std::chrono::seconds(1'700'000'000 + second));
}

/// The XXH3 of a file's bytes.
std::uint64_t hash_of(std::string_view bytes) {
    return xxh3(as_view(bytes));
}

constexpr auto some_id = "000000000010-00ff00ff-1";
constexpr auto other_id = "000000000020-00ff00ff-1";

}  // namespace

class TestTrash : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;

    [[nodiscard]] fs::path vault() const { return dir_->path().toStdString(); }
    [[nodiscard]] fs::path new_entry(int second = 0) const {
        const auto entry = make_trash_entry(vault(), at_second(second));
        return entry ? *entry : fs::path();
    }
    /// Puts files of these contents into the entry, with their list.
    static TrashedOriginals fill(const fs::path& entry, const std::vector<std::string>& contents) {
        TrashedOriginals list{
            .run_id = "run", .folder = "/data/\xFFrun", .folder_mark = "7 8.9", .files = {}};
        for (std::size_t i = 0; i < contents.size(); ++i) {
            const auto name = "sub/f%" + std::to_string(i);
            list.files.push_back(
                {i + 1, i == 0 ? some_id : other_id, name, contents[i].size(), hash_of(contents[i])});
            write_text(trashed_original_path(entry, list.files.back()), contents[i]);
        }
        if (!write_trashed_originals(entry, list)) qFatal("no list");
        return list;
    }

 private slots:
    void init() { dir_ = std::make_unique<QTemporaryDir>(); }

    void entries_of_a_second_are_numbered() {
        QCOMPARE(new_entry().filename().native(), std::string("20231114T221320Z-1"));
        QCOMPARE(new_entry().filename().native(), std::string("20231114T221320Z-2"));
        QCOMPARE(new_entry(1).filename().native(), std::string("20231114T221321Z-1"));
    }

    void entries_are_listed_oldest_first() {
        std::vector<std::string> made;
        for (int i = 0; i < 11; ++i)
            made.push_back(new_entry(5).filename().native());
        made.insert(made.begin(), new_entry(4).filename().native());
        for (const auto& name : made)
            fill(trash_folder(vault()) / name, {"x"});
        fs::create_directory(trash_folder(vault()) / "20231114T221320Z-");
        fs::create_directory(trash_folder(vault()) / "notes");
        const auto entries = list_trash(vault());
        VERIFY_OK(entries);
        std::vector<std::string> listed;
        for (const auto& entry : *entries)
            listed.push_back(entry.id);
        QCOMPARE(listed, made);
    }

    void an_entry_says_what_it_holds() {
        const auto entry = new_entry();
        const auto list = fill(entry, {"first", "second one"});
        const auto entries = list_trash(vault());
        VERIFY_OK(entries);
        QCOMPARE(entries->size(), std::size_t{1});
        const auto& e = entries->front();
        QCOMPARE(e.run_id, list.run_id);
        QVERIFY(e.originals_folder == list.folder);
        QCOMPARE(e.originals_mark, list.folder_mark);
        QCOMPARE(e.originals.size(), std::size_t{2});
        QVERIFY(e.steps.empty() && e.unreadable.empty());
        QCOMPARE(e.bytes, std::uint64_t{15} + fs::file_size(originals_file(entry)));
    }

    void empty_entries_are_not_listed_and_unlisted_files_are_told() {
        (void)new_entry(1);
        QVERIFY(list_trash(vault())->empty());
        write_text(new_entry(2) / "original-1", "x");
        const auto entries = list_trash(vault());
        QCOMPARE(entries->size(), std::size_t{1});
        QVERIFY(entries->front().unreadable.front().find("is not in any list") != std::string::npos);
        QVERIFY(list_trash(vault() / "none")->empty());
    }

    void a_list_comes_back() {
        const auto entry = new_entry();
        auto list = fill(entry, {"first", "second"});
        list.files[1].hash = ~std::uint64_t{0};
        list.files[1].bytes = std::uint64_t{1} << 60;
        VERIFY_OK(write_trashed_originals(entry, list));
        const auto r = read_trashed_originals(entry);
        VERIFY_OK(r);
        QVERIFY(std::tie(r->run_id, r->folder, r->folder_mark) ==
                std::tie(list.run_id, list.folder, list.folder_mark));
        QCOMPARE(r->files.size(), list.files.size());
        for (std::size_t i = 0; i < list.files.size(); ++i) {
            const auto& a = r->files[i];
            const auto& b = list.files[i];
            QVERIFY(std::tie(a.number, a.checkpoint_id, a.path, a.bytes, a.hash) ==
                    std::tie(b.number, b.checkpoint_id, b.path, b.bytes, b.hash));
        }
        QVERIFY(read_trashed_originals(vault())->files.empty());
    }

    /// The files' names in the entry are their numbers in the whole list.
    void the_others_keep_their_numbers_when_one_is_back() {
        const auto entry = new_entry();
        const auto list = fill(entry, {"first", "second", "third"});
        fs::remove(entry / "original-2");
        const auto r = read_trashed_originals(entry);
        VERIFY_OK(r);
        QCOMPARE(r->files.size(), std::size_t{2});
        QCOMPARE(r->files[1].number, std::uint64_t{3});
        QVERIFY(r->files[1].path == list.files[2].path);
        for (const auto& file : r->files)
            VERIFY_OK(check_trashed_original(entry, file, [](auto) { return Status(); }));
    }

    void a_list_without_sense_is_refused_data() {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("value");  // as JSON; empty: missing
        const auto row = [](const char* key, const char* value) {
            QTest::addRow("%s %s", key, value) << std::string(key) << std::string(value);
        };
        for (const auto* key : {"run", "folder", "files", "checkpoint", "path", "bytes", "xxh3"}) {
            row(key, "");
            row(key, "null");
        }
        row("folder", R"("%4")");
        row("checkpoint", R"("../x")");
        for (const auto* path :
             {R"("../x")", R"("/x")", R"("a/../../x")", R"("a/./x")", R"("a/")", R"("")", R"("%4")"})
            row("path", path);
        row("path", R"("a%00b")");
        row("bytes", "-1");
        row("xxh3", "1.5");
    }
    void a_list_without_sense_is_refused() {
        QFETCH(std::string, key);
        QFETCH(std::string, value);
        const auto entry = new_entry();
        fill(entry, {"first", "second"});
        auto json = Json::parse(read_text(originals_file(entry)));
        json.erase("xxh3");
        const bool is_of_file = json["files"][1].contains(key);
        auto& object = is_of_file ? json["files"][1] : json;
        if (value.empty())
            object.erase(key);
        else
            object[key] = Json::parse(value);
        write_text(originals_file(entry), json.dump());
        VERIFY_ERROR(read_trashed_originals(entry), ErrorCode::corrupt);
    }

    void only_regular_files_are_originals_data() {
        QTest::addColumn<bool>("is_link");
        QTest::newRow("a link") << true;
        QTest::newRow("a folder") << false;
    }
    void only_regular_files_are_originals() {
        QFETCH(bool, is_link);
        const auto entry = new_entry();
        fill(entry, {"first", "second"});
        fs::rename(entry / "original-2", entry / "aside");
        if (is_link)
            fs::create_symlink("aside", entry / "original-2");
        else
            fs::create_directory(entry / "original-2");
        VERIFY_ERROR(read_trashed_originals(entry), ErrorCode::io);
    }

    void a_damaged_original_is_named() {
        const auto entry = new_entry();
        const auto list = fill(entry, {"first", "second"});
        write_text(entry / "original-2", "secOnd");
        std::uint64_t read = 0;
        const auto count = [&](std::uint64_t n) {
            read += n;
            return Status();
        };
        VERIFY_OK(check_trashed_original(entry, list.files[0], count));
        QCOMPARE(read, std::uint64_t{5});
        const auto damaged = check_trashed_original(entry, list.files[1], count);
        VERIFY_ERROR(damaged, ErrorCode::corrupt);
        QVERIFY(damaged.error().message.find(list.files[1].path.native()) != std::string::npos);
    }

    void a_used_entry_goes_with_its_list() {
        const auto empty = new_entry();
        QVERIFY(remove_used_trash_entry(empty) && !fs::exists(empty));
        const auto used = new_entry();
        fill(used, {});
        QVERIFY(remove_used_trash_entry(used) && !fs::exists(used));
        const auto full = new_entry();
        fill(full, {"x"});
        QVERIFY(!remove_used_trash_entry(full));
        QVERIFY(fs::exists(originals_file(full)) && fs::exists(full / "original-1"));
    }

    void a_purge_takes_all_of_one_entry() {
        const auto entry = new_entry();
        const auto other = new_entry();
        fill(entry, {"x", "y"});
        fill(other, {"z"});
        VERIFY_OK(purge_trash_entry(vault(), entry.filename().native(), {}));
        QVERIFY(!fs::exists(entry) && fs::exists(other / "original-1"));
        VERIFY_ERROR(purge_trash_entry(vault(), entry.filename().native(), {}), ErrorCode::not_found);
        // A link is no entry, and its target is not touched.
        fs::rename(other, vault() / "elsewhere");
        fs::create_directory_symlink(vault() / "elsewhere", other);
        VERIFY_ERROR(purge_trash_entry(vault(), other.filename().native(), {}), ErrorCode::not_found);
        QVERIFY(fs::exists(vault() / "elsewhere" / "original-1"));
    }

    void a_stopped_purge_keeps_the_list() {
        const auto entry = new_entry();
        fill(entry, {"x", "y"});
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(purge_trash_entry(vault(), entry.filename().native(), {.stop = stop.get_token()}),
                     ErrorCode::cancelled);
        QCOMPARE(read_trashed_originals(entry)->files.size(), std::size_t{2});
    }

    void the_lock_is_for_one_and_clears_leftovers() {
        const auto entry = new_entry();
        write_text(entry / ".svtmp-left", "half");
        write_text(entry / "original-1", "whole");
        const auto held = lock_trash(vault());
        VERIFY_OK(held);
        QVERIFY(!fs::exists(entry / ".svtmp-left") && fs::exists(entry / "original-1"));
        VERIFY_ERROR(lock_trash(vault()), ErrorCode::locked);
    }

    void a_folder_has_its_mark() {
        fs::create_directory(vault() / "a");
        fs::create_directory(vault() / "b");
        write_text(vault() / "file", "x");
        const auto mark = folder_mark(vault() / "a");
        QVERIFY(!mark.empty() && mark == folder_mark(vault() / "a"));
        QVERIFY(mark != folder_mark(vault() / "b"));
        QVERIFY(folder_mark(vault() / "none").empty() && folder_mark(vault() / "file").empty());
        // A folder that is made again is another one, even with the same inode.
        fs::rename(vault() / "a", vault() / "c");
        QCOMPARE(folder_mark(vault() / "c"), mark);
        fs::create_directory(vault() / "a");
        QVERIFY(folder_mark(vault() / "a") != mark);
    }
};

STEPVAULT_TEST(TestTrash)

}  // namespace test_trash

#include "test_trash.moc"
