// A copy in a folder on another machine, whose connection comes and goes.
#include <numeric>
#include <random>

#include <QtTest>

#include "base/xxh3_wide.h"
#include "copied_vault.h"
#include "remote/client/copy_place.h"
#include "remote/client/remote_store.h"
#include "remote/copy/copy_layout.h"
#include "remote/serve/copy_dispatcher.h"
#include "remote/serve/copy_objects.h"
#include "support/registry.h"
#include "support/served_place.h"

namespace test_remote_store {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

class TestRemoteStore : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> dir_;
    std::optional<ServedPlace> served_;
    std::unique_ptr<RemoteStore> store_;
    std::atomic<int> losses_ = 0;

    [[nodiscard]] fs::path there() const { return dir_->path().toStdString() + "/there"; }
    /// More than the pieces that are under way at the same time.
    static std::string large_text() {
        std::string text(std::size_t{9} << 20, '\0');
        std::minstd_rand random(1);
        for (auto& c : text)
            c = static_cast<char>(random());
        return text;
    }
    static Bytes bytes_of(std::string_view text) {
        const auto view = as_view(text);
        return {view.begin(), view.end()};
    }
    static ContentName content_of(const std::string& text) {
        Xxh3Wide hash;
        hash.update(as_view(text));
        return {hash.digest(), text.size()};
    }
    Result<std::string> got(const std::string& key, std::uint64_t offset = 0) {
        std::string text;
        STEPVAULT_TRY(store_->get(key, offset,
                                  [&](ByteView bytes) -> Status {
                                      text += as_text(bytes);
                                      return {};
                                  },
                                  {}));
        return text;
    }
    static std::ptrdiff_t files_in(const fs::path& folder) {
        std::error_code ec;
        return std::distance(fs::directory_iterator(folder, ec), {});
    }
    [[nodiscard]] std::ptrdiff_t objects() const { return files_in(there() / "objects"); }
    [[nodiscard]] std::ptrdiff_t uploads() const { return files_in(there() / "uploads"); }

    void open_store() {
        served_.emplace([this] { return std::make_unique<CopyDispatcher>(there()); });
        losses_ = 0;
        auto opened = RemoteStore::open(
            {"box", {}}, served_->connect(), [this](const std::string&) { ++losses_; }, {}, 5ms);
        VERIFY_OK(opened);
        store_ = std::move(*opened);
        QCOMPARE(store_->name(), "box:" + there().native());
    }

 private slots:
    void init() { dir_.emplace(); }
    void cleanup() {
        store_.reset();
        served_.reset();
        dir_.reset();
    }

    void objects_are_kept_there() {
        open_store();
        QVERIFY(store_->list("objects/", {})->empty());
        const auto text = large_text();
        VERIFY_OK(store_->put_bytes("objects/large", text, {}));
        VERIFY_OK(store_->put_bytes("objects/empty", "", {}));
        VERIFY_OK(store_->put_bytes("runs/a.json", "{}", {}));
        const auto listed = store_->list("objects/", {});
        VERIFY_OK(listed);
        QCOMPARE(listed->size(), std::size_t{2});
        QVERIFY(*got("objects/large") == text);
        QVERIFY(*got("objects/large", text.size() - 5) == text.substr(text.size() - 5));
        QCOMPARE(*got("objects/empty"), std::string());
        QCOMPARE(got("objects/none").error().code, ErrorCode::not_found);
        FolderStore folder(there());
        QVERIFY(*store_->content("objects/large", 1, {}) == *folder.content("objects/large", 1, {}));
        VERIFY_OK(store_->put_bytes("objects/large", "short", {}));
        QCOMPARE(*got("objects/large"), std::string("short"));
        VERIFY_OK(store_->remove("objects/large", {}));
        VERIFY_OK(store_->remove("objects/large", {}));
        QCOMPARE(store_->content("objects/large", 0, {}).error().code, ErrorCode::not_found);
        QCOMPARE(objects(), std::ptrdiff_t{1});
        QCOMPARE(uploads(), std::ptrdiff_t{0});
        QCOMPARE(losses_.load(), 0);
    }

    void a_vault_is_copied_verified_and_restored_from() {
        open_store();
        CopiedVault v({"run"});
        const auto vault = Vault::open(v.vault(), false);
        VERIFY_OK(vault);
        VERIFY_OK(copy_runs(*vault, {}, *store_, {}));
        VERIFY_OK(v.copy());
        for (const auto& object : v.objects())
            QVERIFY(read_text(object) == read_text(there() / "objects" / object.filename()));
        auto verdict = verify_copy(*store_, {});
        VERIFY_OK(verdict);
        QVERIFY(verdict->damage.empty());
        QCOMPARE(verdict->checkpoints, std::uint64_t{3});
        RestoreRequest request;
        request.run = "run";
        request.step = 30;
        request.output = v.root() / "from_there";
        ThreadPool pool(2);
        VERIFY_OK(restore_from_copy(*store_, request, pool, {}));
        QVERIFY(read_text(request.output) == *v.restored("run", 30, false));
        damage_file(there() / "objects" / v.objects().front().filename());
        verdict = verify_copy(*store_, {});
        VERIFY_OK(verdict);
        QCOMPARE(verdict->damage.size(), std::size_t{1});
        QVERIFY(verdict->damage[0].what.find("is damaged; copy the run again") != std::string::npos);
    }

    void work_goes_on_after_lost_connections() {
        open_store();
        const auto text = large_text();
        std::jthread cutting([this](const std::stop_token& stop) {
            std::minstd_rand random(2);
            while (!stop.stop_requested()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(30 + random() % 170));
                served_->cut();
            }
        });
        for (int i = 0; i < 3 || (losses_ < 20 && i < 500); ++i) {
            const auto key = "objects/" + std::to_string(i % 3);
            VERIFY_OK(store_->put_bytes(key, text, {}));
            const auto read = got(key);
            VERIFY_OK(read);
            QVERIFY(*read == text);
        }
        cutting.request_stop();
        cutting.join();
        QVERIFY(losses_ >= 20);
        QCOMPARE(objects(), std::ptrdiff_t{3});
        QCOMPARE(*got("objects/0"), text);
    }

    void a_stop_ends_the_work() {
        open_store();
        struct Stopping : ProgressSink {
            std::stop_source stop;
            void on_progress(const Progress& progress) override {
                if (progress.done > 0) stop.request_stop();
            }
        } sink;
        const auto text = large_text();
        auto file = File::in_memory("large", text.size());
        VERIFY_OK(file);
        VERIFY_OK(file->write_all(0, as_view(text)));
        const auto stopped = store_->put("objects/large", *file, text.size(), {sink.stop.get_token(), &sink});
        QCOMPARE(stopped.error().code, ErrorCode::cancelled);
        QCOMPARE(objects(), std::ptrdiff_t{0});
        // The bytes that came are kept for the next time.
        struct First : ProgressSink {
            std::optional<std::uint64_t> done;
            void on_progress(const Progress& progress) override {
                if (!done) done = progress.done;
            }
        } first;
        VERIFY_OK(store_->put("objects/large", *file, text.size(), {{}, &first}));
        QVERIFY(first.done > 0U);
        QVERIFY(*got("objects/large") == text);
        QCOMPARE(uploads(), std::ptrdiff_t{0});
        // Also while it waits for the machine.
        served_->set_reachable(false);
        served_->cut();
        std::stop_source later;
        std::jthread stopping([&] {
            QTest::qWait(200);
            later.request_stop();
        });
        QCOMPARE(store_->list("", {later.get_token(), nullptr}).error().code, ErrorCode::cancelled);
        QVERIFY(losses_ > 0);
    }

    void requests_stay_in_the_folder_data() {
        QTest::addColumn<QString>("key");
        for (const char* key : {"", "/etc/passwd", "../x", "objects/../../x", "objects//x", "objects/", ".",
                                "a b", "a\nb", "a\\b", "objects/."})
            QTest::newRow(key) << key;
    }
    void requests_stay_in_the_folder() {
        QFETCH(QString, key);
        CopyObjects objects(there());
        const auto name = key.toStdString();
        QCOMPARE(objects.begin(name, content_of("a"), {}).error().code, ErrorCode::invalid_argument);
        QCOMPARE(objects.piece(name, 0, 1, {}).error().code, ErrorCode::invalid_argument);
        QCOMPARE(objects.content(name, 1, {}).error().code, ErrorCode::invalid_argument);
        QCOMPARE(objects.put(name, Bytes(1), {}).error().code, ErrorCode::invalid_argument);
        QCOMPARE(objects.remove(name, {}).error().code, ErrorCode::invalid_argument);
        QVERIFY(!fs::exists(there()));
    }

    void uploads_come_in_any_order() {
        CopyObjects objects(there());
        const auto text = large_text();
        constexpr std::size_t part = std::size_t{1} << 20;
        std::vector<std::size_t> parts(text.size() / part);
        std::iota(parts.begin(), parts.end(), 0);
        std::minstd_rand random(4);
        // At most as many are ahead of their turn as may wait.
        std::shuffle(parts.begin(), parts.end(), random);
        const auto begun = objects.begin("objects/a", content_of(text), {});
        VERIFY_OK(begun);
        QCOMPARE(begun->present_bytes, std::uint64_t{0});
        for (const auto i : parts)
            VERIFY_OK(objects.write(begun->upload, i * part, bytes_of(text.substr(i * part, part)), {}));
        QVERIFY(!fs::exists(there() / "objects/a"));
        VERIFY_OK(objects.finish(begun->upload, {}));
        QVERIFY(read_text(there() / "objects/a") == text);
        QCOMPARE(uploads(), std::ptrdiff_t{0});
    }

    void an_interrupted_upload_goes_on() {
        const auto content = content_of("abcdef");
        for (const bool is_damaged : {false, true}) {
            {
                CopyObjects objects(there());
                const auto begun = objects.begin("objects/a", content, {});
                VERIFY_OK(begun);
                VERIFY_OK(objects.write(begun->upload, 0, bytes_of(is_damaged ? "xyz" : "abc"), {}));
                VERIFY_OK(objects.write(begun->upload, 4, bytes_of("e"), {}));
                // Another one of the same content at the same time does not see it.
                CopyObjects second(there());
                QCOMPARE(second.begin("objects/a", content, {})->stays, false);
            }
            QCOMPARE(uploads(), std::ptrdiff_t{1});
            CopyObjects objects(there());
            auto begun = objects.begin("objects/a", content, {});
            VERIFY_OK(begun);
            QCOMPARE(begun->present_bytes, std::uint64_t{3});
            VERIFY_OK(objects.write(begun->upload, 3, bytes_of("def"), {}));
            if (is_damaged) {
                QCOMPARE(objects.finish(begun->upload, {}).error().code, ErrorCode::corrupt);
                begun = objects.begin("objects/a", content, {});
                VERIFY_OK(begun);
                QCOMPARE(begun->present_bytes, std::uint64_t{0});
                VERIFY_OK(objects.write(begun->upload, 0, bytes_of("abcdef"), {}));
            }
            VERIFY_OK(objects.finish(begun->upload, {}));
            QCOMPARE(read_text(there() / "objects/a"), std::string("abcdef"));
            QCOMPARE(uploads(), std::ptrdiff_t{0});
        }
    }

    void old_uploads_are_removed() {
        const auto begin = [&](CopyObjects& objects, const std::string& text) {
            const auto content = content_of(text);
            const auto begun = objects.begin("objects/" + text, content, {});
            if (begun) (void)objects.write(begun->upload, 0, bytes_of(text.substr(1)), {});
            const auto file = there() / "uploads" / content.text();
            fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::days(8));
            return file;
        };
        CopyObjects running(there());
        const auto held = begin(running, "held");
        fs::path left;
        {
            CopyObjects ended(there());
            left = begin(ended, "left");
        }
        QVERIFY(fs::exists(held) && fs::exists(left));
        const CopyObjects next(there());
        QVERIFY(fs::exists(held) && !fs::exists(left));
    }

    void wrong_uploads_are_refused() {
        CopyObjects objects(there());
        const auto content = content_of("abcd");
        for (const auto& wrong : {ContentName{}, ContentName{"../../../../../../../../../../../etc", 4},
                                  ContentName{content.hash, ContentName::most_bytes + 1}})
            QCOMPARE(objects.begin("objects/a", wrong, {}).error().code, ErrorCode::invalid_argument);
        QVERIFY(!fs::exists(there()));
        const auto begun = objects.begin("objects/a", content, {});
        VERIFY_OK(begun);
        const auto write = [&](std::uint64_t offset, const std::string& text) {
            const auto status = objects.write(begun->upload, offset, bytes_of(text), {});
            return status ? std::optional<ErrorCode>() : status.error().code;
        };
        QVERIFY(!write(0, "ab"));
        QVERIFY(write(0, "ab") == ErrorCode::invalid_argument);
        QVERIFY(!write(3, "d"));
        QVERIFY(write(3, "d") == ErrorCode::invalid_argument);
        QVERIFY(write(2, "cde") == ErrorCode::corrupt);
        QVERIFY(write(std::numeric_limits<std::uint64_t>::max(),
                      std::string(ObjectUpload::most_ahead, 'x')) == ErrorCode::limit);
        QCOMPARE(objects.finish(begun->upload, {}).error().code, ErrorCode::invalid_argument);
        QVERIFY(write(2, "c") == ErrorCode::not_found);
        QCOMPARE(objects.finish(begun->upload, {}).error().code, ErrorCode::not_found);
        for (std::size_t i = 0; i < CopyObjects::most_uploads; ++i)
            VERIFY_OK(objects.begin("objects/a", content, {}));
        QCOMPARE(objects.begin("objects/a", content, {}).error().code, ErrorCode::limit);
        QVERIFY(objects.list("objects/", {})->empty());
    }

    void places_on_machines_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<bool>("is_on_machine");
        for (const auto& [place, is_on_machine] :
             std::initializer_list<std::pair<const char*, bool>>{{"box:copies", true},
                                                                 {"me@box:/srv/copies", true},
                                                                 {"[::1]:copies", true},
                                                                 {"box:", true},
                                                                 {"copies", false},
                                                                 {"./box:copies", false},
                                                                 {"/srv/box:copies", false},
                                                                 {"s3://bucket/prefix", false},
                                                                 {"", false}})
            QTest::newRow(place) << QString(place) << is_on_machine;
    }
    void places_on_machines() {
        QFETCH(QString, place);
        QFETCH(bool, is_on_machine);
        QCOMPARE(::stepvault::is_on_machine(place.toStdString()), is_on_machine);
    }
};

STEPVAULT_TEST(TestRemoteStore)

}  // namespace test_remote_store

#include "test_remote_store.moc"
