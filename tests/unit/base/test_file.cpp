#include <array>
#include <atomic>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "base/file.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/base/unprivileged.h"

namespace test_file {

using namespace stepvault;

class TestFile : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] std::filesystem::path folder() const { return folder_->path().toStdString(); }
    [[nodiscard]] std::filesystem::path at(const char* name) const { return folder() / name; }
    static unsigned mode_of(const std::filesystem::path& path) {
        struct stat s {};
        return ::stat(path.c_str(), &s) == 0 ? s.st_mode & 07777U : 0;
    }
    [[nodiscard]] Status put(const char* name, std::string_view content) const {
        STEPVAULT_ASSIGN(file, File::create(at(name)));
        return file.write_all(0, as_view(content));
    }

 private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }
    void cleanup() { folder_.reset(); }

    void reads_what_was_written_by_position() {
        REQUIRE_VALUE(file, File::create(at("f")));
        REQUIRE_OK(file.write_all(3, as_view("def")));
        REQUIRE_OK(file.write_all(0, as_view("abc")));
        REQUIRE_OK(file.sync());
        REQUIRE_VALUE(size, file.size());
        QCOMPARE(size, std::uint64_t{6});
        REQUIRE_VALUE(reading, File::open_read(at("f")));
        Bytes middle(4);
        REQUIRE_OK(reading.read_exact(1, middle));
        QVERIFY(as_text(middle) == "bcde");
        REQUIRE_OK(file.truncate(2));
        REQUIRE_VALUE(content, read_file(at("f"), 100));
        QVERIFY(as_text(content) == "ab");
    }

    void what_changed_just_now_may_change_unseen_data() {
        QTest::addColumn<double>("modified");  // seconds before now
        QTest::addColumn<double>("changed");
        QTest::addColumn<bool>("settled");
        QTest::newRow("long ago") << 60.0 << 60.0 << true;
        QTest::newRow("just written") << 0.0 << 0.0 << false;
        QTest::newRow("within a step") << 1.9 << 1.9 << false;
        QTest::newRow("more than a step") << 2.1 << 2.1 << true;
        QTest::newRow("put in place with its old time") << 60.0 << 0.5 << false;
        QTest::newRow("by a clock ahead of ours") << -30.0 << 60.0 << false;
    }
    void what_changed_just_now_may_change_unseen() {
        QFETCH(double, modified);
        QFETCH(double, changed);
        constexpr double now = 1'700'000'000;
        const auto stamp = [](double seconds) { return static_cast<std::int64_t>(seconds * 1e9); };
        const FileIdentity file{.modified_ns = stamp(now - modified), .changed_ns = stamp(now - changed)};
        QTEST(file.is_settled(now), "settled");
    }

    void reading_past_the_end_data() {
        QTest::addColumn<quint64>("offset");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<int>("there");
        QTest::newRow("all") << quint64{0} << 6 << 6;
        QTest::newRow("one too many") << quint64{0} << 7 << 6;
        QTest::newRow("over the end") << quint64{5} << 2 << 1;
        QTest::newRow("at the end") << quint64{6} << 1 << 0;
        QTest::newRow("nothing at the end") << quint64{6} << 0 << 0;
        QTest::newRow("far beyond") << (quint64{1} << 40) << 1 << 0;
    }
    void reading_past_the_end() {
        QFETCH(quint64, offset);
        QFETCH(int, wanted);
        QFETCH(int, there);
        REQUIRE_OK(put("f", "abcdef"));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        Bytes out(static_cast<std::size_t>(wanted));
        REQUIRE_VALUE(got, file.read_some(offset, out));
        QCOMPARE(static_cast<int>(got), there);
        if (there == wanted) {
            REQUIRE_OK(file.read_exact(offset, out));
        } else {
            const auto status = file.read_exact(offset, out);
            REQUIRE_ERROR(status, ErrorCode::changed);
            QVERIFY(status.error().message.find(at("f").native()) != std::string::npos);
        }
    }

    void create_does_not_replace() {
        REQUIRE_OK(put("f", "first"));
        REQUIRE_ERROR(File::create(at("f")), ErrorCode::already_exists);
        REQUIRE_VALUE(content, read_file(at("f"), 100));
        QVERIFY(as_text(content) == "first");
    }

    void open_write_keeps_what_is_there_and_makes_what_is_not() {
        REQUIRE_OK(put("f", "first"));
        REQUIRE_VALUE(old, File::open_write(at("f")));
        Bytes out(5);
        REQUIRE_OK(old.read_exact(0, out));
        QVERIFY(as_text(out) == "first");
        REQUIRE_VALUE(fresh, File::open_write(at("g")));
        REQUIRE_VALUE(size, fresh.size());
        QCOMPARE(size, std::uint64_t{0});
    }

    void what_is_no_regular_file_is_refused_without_waiting() {
        QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
        QCOMPARE(::mkdir(at("folder").c_str(), 0700), 0);
        REQUIRE_ERROR(File::open_read(at("pipe")), ErrorCode::invalid_argument);
        REQUIRE_ERROR(File::open_read(at("folder")), ErrorCode::invalid_argument);
        REQUIRE_ERROR(File::open_read("/dev/null"), ErrorCode::invalid_argument);
        REQUIRE_ERROR(read_file(at("pipe"), 100), ErrorCode::invalid_argument);
    }

    void what_is_not_there_is_not_found() {
        REQUIRE_ERROR(File::open_read(at("none")), ErrorCode::not_found);
        REQUIRE_ERROR(File::create(at("none") / "f"), ErrorCode::not_found);
        REQUIRE_ERROR(file_identity(at("none")), ErrorCode::not_found);
        REQUIRE_ERROR(free_space(at("none")), ErrorCode::not_found);
        REQUIRE_ERROR(sync_folder(at("none")), ErrorCode::not_found);
        QCOMPARE(::symlink("nowhere", at("dangling").c_str()), 0);
        REQUIRE_ERROR(file_identity(at("dangling")), ErrorCode::not_found);
    }

    void a_new_file_has_the_access_of_its_folder_data() {
        QTest::addColumn<unsigned>("of_folder");
        QTest::addColumn<unsigned>("file");
        QTest::addColumn<unsigned>("inner");
        QTest::newRow("private") << 0700U << 0600U << 0700U;
        QTest::newRow("for the group") << 0750U << 0640U << 0750U;
        QTest::newRow("for all") << 0755U << 0640U << 0750U;
        QTest::newRow("to pass through") << 0711U << 0600U << 0700U;
    }
    /// Whatever the umask allows.
    void a_new_file_has_the_access_of_its_folder() {
        QFETCH(unsigned, of_folder);
        const auto place = at("place");
        QCOMPARE(::mkdir(place.c_str(), 0700), 0);
        QCOMPARE(::chmod(place.c_str(), of_folder), 0);
        for (const mode_t umask : {mode_t{077}, mode_t{0}}) {
            const auto before = ::umask(umask);
            const auto name = place / std::to_string(umask);
            const auto made = File::create(name, FileAccess::of_folder);
            const auto written = File::open_write(name.native() + "w", FileAccess::of_folder);
            const auto folders = make_folders(name.native() + "f/inner", FileAccess::of_folder);
            const auto mine = File::create(name.native() + "o", FileAccess::owner);
            ::umask(before);
            REQUIRE_OK(made);
            REQUIRE_OK(written);
            REQUIRE_OK(folders);
            REQUIRE_OK(mine);
            QTEST(mode_of(name), "file");
            QTEST(mode_of(name.native() + "w"), "file");
            QTEST(mode_of(name.native() + "f"), "inner");
            QTEST(mode_of(name.native() + "f/inner"), "inner");
            QCOMPARE(mode_of(name.native() + "o"), 0600U);
        }
    }

    void a_new_file_gets_the_group_of_its_folder() {
        if (::geteuid() != 0) QSKIP("only root can give a folder to any group");
        const auto place = at("place");
        QCOMPARE(::mkdir(place.c_str(), 0700), 0);
        QCOMPARE(::chown(place.c_str(), static_cast<uid_t>(-1), ::getegid() + 1), 0);
        QCOMPARE(::chmod(place.c_str(), 0750), 0);
        REQUIRE_OK(File::create(place / "file", FileAccess::of_folder));
        struct stat s {};
        QCOMPARE(::stat((place / "file").c_str(), &s), 0);
        QCOMPARE(s.st_gid, ::getegid() + 1);
        QCOMPARE(s.st_mode & 07777U, 0640U);
    }

    void what_may_not_be_read_is_permission() {
        REQUIRE_OK(put("secret", "x"));
        QCOMPARE(::chmod(at("secret").c_str(), 0), 0);
        QCOMPARE(::chmod(folder().c_str(), 0755), 0);
        const testing::Unprivileged nobody;
        if (!nobody.active()) QSKIP("cannot give up root's rights here");
        REQUIRE_ERROR(File::open_read(at("secret")), ErrorCode::permission);
    }

    void read_file_has_a_limit() {
        REQUIRE_OK(put("f", "abcdef"));
        REQUIRE_OK(read_file(at("f"), 6));
        REQUIRE_ERROR(read_file(at("f"), 5), ErrorCode::limit);
        REQUIRE_OK(put("empty", ""));
        REQUIRE_VALUE(nothing, read_file(at("empty"), 0));
        QVERIFY(nothing.empty());
    }

    void identity_tells_a_changed_file() {
        REQUIRE_OK(put("f", "abc"));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        REQUIRE_VALUE(first, file_identity(at("f")));
        REQUIRE_VALUE(opened, file.identity());
        QVERIFY(first == opened);
        QCOMPARE(first.size, std::uint64_t{3});
        REQUIRE_VALUE(writing, File::open_write(at("f")));
        REQUIRE_OK(writing.write_all(3, as_view("d")));
        REQUIRE_VALUE(second, file_identity(at("f")));
        QVERIFY(!(second == first));
        QCOMPARE(second.inode, first.inode);
        // The same bytes under the same name, but in another file.
        REQUIRE_OK(put("g", "abcd"));
        std::filesystem::rename(at("g"), at("f"));
        REQUIRE_VALUE(third, file_identity(at("f")));
        QVERIFY(!(third == second));
        REQUIRE_VALUE(still, file.identity());
        QCOMPARE(still.inode, first.inode);
    }

    void times_are_nanoseconds_since_the_epoch() {
        REQUIRE_OK(put("f", "abc"));
        const std::array<timespec, 2> times{timespec{.tv_sec = 1, .tv_nsec = 2},
                                            timespec{.tv_sec = 1'700'000'000, .tv_nsec = 123'000'000}};
        QCOMPARE(::utimensat(AT_FDCWD, at("f").c_str(), times.data(), 0), 0);
        REQUIRE_VALUE(identity, file_identity(at("f")));
        QCOMPARE(identity.modified_ns, std::int64_t{1'700'000'000'123'000'000});
        REQUIRE_OK(put("old", "abc"));
        const std::array<timespec, 2> before{timespec{.tv_sec = -5, .tv_nsec = 0},
                                             timespec{.tv_sec = -5, .tv_nsec = 0}};
        QCOMPARE(::utimensat(AT_FDCWD, at("old").c_str(), before.data(), 0), 0);
        REQUIRE_VALUE(old, file_identity(at("old")));
        QCOMPARE(old.modified_ns, std::int64_t{-5'000'000'000});
    }

    void moving_hands_over_the_descriptor() {
        REQUIRE_OK(put("f", "abc"));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        const int descriptor = file.descriptor();
        File moved = std::move(file);
        QVERIFY(!file.is_open());
        QCOMPARE(moved.descriptor(), descriptor);
        QVERIFY(moved.path() == at("f"));
        moved = File();
        QVERIFY(!moved.is_open());
        QCOMPARE(::fcntl(descriptor, F_GETFD), -1);
    }

    void several_threads_read_one_file() {
        std::string content;
        for (int i = 0; i < 4000; ++i)
            content += static_cast<char>(i * 7 % 251);
        REQUIRE_OK(put("f", content));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (std::size_t t = 0; t < 4; ++t) {
                threads.emplace_back([&, t] {
                    Bytes out(100);
                    for (std::size_t i = 0; i < 200; ++i) {
                        const auto offset = (i * 37 + t * 1000) % 3900;
                        if (!file.read_exact(offset, out) || as_text(out) != content.substr(offset, 100))
                            ++wrong;
                    }
                });
            }
        }
        QCOMPARE(wrong.load(), 0);
    }

    void a_full_disk_is_no_space() {
        REQUIRE_VALUE(full, File::open_write("/dev/full"));
        REQUIRE_ERROR(full.write_all(0, as_view("x")), ErrorCode::no_space);
    }

    void free_space_is_what_the_file_system_says() {
        std::error_code ec;
        const auto space = std::filesystem::space(folder(), ec);
        QVERIFY(!ec);
        REQUIRE_VALUE(bytes, free_space(folder()));
        QVERIFY(bytes > 0);
        QVERIFY(bytes <= space.capacity);
        REQUIRE_OK(sync_folder(folder()));
    }

    void a_part_is_a_file_of_its_own() {
        REQUIRE_OK(put("f", "0123456789"));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        REQUIRE_VALUE(part, file.part(2, 6, "part"));
        REQUIRE_VALUE(size, part.size());
        QCOMPARE(size, std::uint64_t{6});
        QVERIFY(part.path() == "part");
        REQUIRE_VALUE(inner, part.part(1, 3, "inner"));
        REQUIRE_VALUE(identity, inner.identity());
        REQUIRE_VALUE(whole, file.identity());
        QVERIFY(identity == whole);
        Bytes three(3);
        REQUIRE_OK(inner.read_exact(0, three));
        QCOMPARE(std::string(as_text(three)), std::string("345"));
        // The part outlives the file, and is moved with its limits.
        file = File();
        File moved = std::move(inner);
        inner = std::move(moved);
        REQUIRE_OK(inner.read_exact(0, three));
        QCOMPARE(std::string(as_text(three)), std::string("345"));
        REQUIRE_ERROR(inner.read_exact(1, three), ErrorCode::changed);
    }

    void a_part_ends_before_the_file_data() {
        QTest::addColumn<quint64>("offset");
        QTest::addColumn<QByteArray>("read");
        QTest::newRow("from the beginning") << quint64{0} << QByteArray("234");
        QTest::newRow("to its end") << quint64{2} << QByteArray("4");
        QTest::newRow("at its end") << quint64{3} << QByteArray();
        QTest::newRow("past its end") << quint64{4} << QByteArray();
        QTest::newRow("far past its end") << quint64{UINT64_MAX} << QByteArray();
    }
    void a_part_ends_before_the_file() {
        QFETCH(quint64, offset);
        QFETCH(QByteArray, read);
        REQUIRE_OK(put("f", "0123456789"));
        REQUIRE_VALUE(file, File::open_read(at("f")));
        REQUIRE_VALUE(part, file.part(2, 3, "part"));
        Bytes out(5);
        REQUIRE_VALUE(there, part.read_some(offset, out));
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(out.data()), static_cast<qsizetype>(there)), read);
    }

    void a_file_in_memory_is_zeros() {
        REQUIRE_VALUE(file, File::in_memory(at("named"), 5));
        QVERIFY(file.path() == at("named") && !std::filesystem::exists(at("named")));
        REQUIRE_VALUE(size, file.size());
        QCOMPARE(size, std::uint64_t{5});
        REQUIRE_OK(file.write_all(2, as_view("x")));
        Bytes out(5);
        REQUIRE_OK(file.read_exact(0, out));
        QVERIFY(as_text(out) == std::string_view("\0\0x\0\0", 5));
    }

    void reserving_makes_a_file_longer_and_keeps_its_bytes() {
        REQUIRE_OK(put("f", "abc"));
        REQUIRE_VALUE(file, File::open_write(at("f")));
        REQUIRE_OK(file.reserve(0));
        REQUIRE_OK(file.reserve(5));
        REQUIRE_VALUE(bytes, read_file(at("f"), 9));
        QVERIFY(as_text(bytes) == std::string_view("abc\0\0", 5));
    }

    void nothing_is_written_through_a_link() {
        REQUIRE_OK(put("f", "abc"));
        std::filesystem::create_symlink(at("f"), at("link"));
        std::filesystem::create_symlink(at("none"), at("dangling"));
        REQUIRE_ERROR(File::open_write(at("link")), ErrorCode::invalid_argument);
        REQUIRE_ERROR(File::open_write(at("dangling")), ErrorCode::invalid_argument);
        REQUIRE_ERROR(File::create(at("dangling")), ErrorCode::already_exists);
        QVERIFY(!std::filesystem::exists(at("none")));
        REQUIRE_OK(File::open_read(at("link")));
    }

    void space_is_that_of_the_nearest_folder_there_is() {
        const auto deep = folder() / "none" / "deeper";
        REQUIRE_OK(check_space(deep, 1));
        REQUIRE_OK(check_space(folder(), 0));
        const auto refused = check_space(deep, UINT64_MAX);
        REQUIRE_ERROR(refused, ErrorCode::no_space);
        QVERIFY(refused.error().message.find(" in " + folder().native() + ":") != std::string::npos);
    }

    void folders_are_made_with_their_parents() {
        REQUIRE_OK(make_folders(folder() / "a" / "b" / "c"));
        QVERIFY(std::filesystem::is_directory(folder() / "a" / "b" / "c"));
        REQUIRE_OK(make_folders(folder() / "a" / "b"));
        REQUIRE_OK(make_folders(folder() / "d" / ""));
        QVERIFY(std::filesystem::is_directory(folder() / "d"));
        REQUIRE_OK(put("f", "x"));
        QVERIFY(!make_folders(folder() / "f").ok());
        QVERIFY(!make_folders(folder() / "f" / "g").ok());
    }

    void the_same_bytes_are_told_by_four_fields_data() {
        QTest::addColumn<int>("field");
        QTest::addColumn<bool>("same");
        QTest::newRow("nothing") << 0 << true;
        QTest::newRow("device") << 1 << false;
        QTest::newRow("inode") << 2 << false;
        QTest::newRow("size") << 3 << false;
        QTest::newRow("modified") << 4 << false;
        QTest::newRow("changed") << 5 << true;
    }
    void the_same_bytes_are_told_by_four_fields() {
        QFETCH(int, field);
        const FileIdentity one{.device = 1, .inode = 2, .size = 3, .modified_ns = 4, .changed_ns = 5};
        auto other = one;
        if (field == 1) ++other.device;
        if (field == 2) ++other.inode;
        if (field == 3) ++other.size;
        if (field == 4) ++other.modified_ns;
        if (field == 5) ++other.changed_ns;
        QTEST(one.has_bytes_of(other), "same");
        QCOMPARE(one == other, field == 0);
    }
};

STEPVAULT_TEST(TestFile)

}  // namespace test_file

#include "test_file.moc"
