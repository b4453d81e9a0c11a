#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/format/parity_file.h"
#include "vault/run/parity_keeping.h"

namespace test_parity_keeping {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Bytes that do not pack, so that step files have many cells.
std::string noise(unsigned seed) {
    std::mt19937 random(seed);
    std::string text(20'000, '\0');
    for (auto& c : text)
        c = static_cast<char>(random());
    return text;
}

}  // namespace

class TestParityKeeping : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;
    std::vector<std::string> ids_;

    [[nodiscard]] Vault vault() const { return *Vault::open(run_->root() / "vault", false); }
    Status keep(std::optional<double> percent, const JobContext& job = {}) {
        return keep_parity(run_->folder(), percent, run_->pool(), job);
    }
    [[nodiscard]] fs::path parity(std::size_t i) const { return parity_path(run_->folder(), ids_[i]); }
    [[nodiscard]] fs::path step(std::size_t i) const { return run_->step_file(ids_[i]); }
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(parity_folder(run_->folder())), fs::directory_iterator()));
    }

 private slots:
    void init() {
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::exact});
        ids_.clear();
        for (unsigned i = 1; i <= 3; ++i)
            ids_.push_back(run_->file("s" + std::to_string(i), noise(i), i)->meta().id);
    }
    void cleanup() { run_.reset(); }

    void the_setting_is_a_percentage_data() {
        QTest::addColumn<std::string>("json");
        QTest::addColumn<std::optional<double>>("percent");
        QTest::addColumn<bool>("is_sound");
        const auto row = [](const char* json, std::optional<double> percent, bool is_sound = true) {
            QTest::newRow(json) << std::string(json) << percent << is_sound;
        };
        row("10", 10);
        row("0.5", 0.5);
        row("100", 100);
        row("0", std::nullopt);
        row("null", std::nullopt);
        row("100.5", std::nullopt, false);
        row("-1", std::nullopt, false);
        row(R"("10")", std::nullopt, false);
        row("[10]", std::nullopt, false);
    }
    void the_setting_is_a_percentage() {
        QFETCH(std::string, json);
        QFETCH(std::optional<double>, percent);
        QFETCH(bool, is_sound);
        QVERIFY(*kept_parity(vault()) == std::nullopt);
        VERIFY_OK(vault().set_setting("parity", json));
        const auto kept = kept_parity(vault());
        if (is_sound)
            QVERIFY(*kept == percent);
        else
            VERIFY_ERROR(kept, ErrorCode::corrupt);
    }

    void only_percentages_are_set() {
        for (const double percent : {0.0, -1.0, 100.5})
            VERIFY_ERROR(set_kept_parity(vault(), percent), ErrorCode::invalid_argument);
        for (const double percent : {0.5, 100.0}) {
            VERIFY_OK(set_kept_parity(vault(), percent));
            QVERIFY(*kept_parity(vault()) == percent);
        }
        VERIFY_OK(set_kept_parity(vault(), {}));
        QVERIFY(*kept_parity(vault()) == std::nullopt);
    }

    void each_step_has_its_parity() {
        VERIFY_OK(keep(10));
        QCOMPARE(files(), std::size_t{3});
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(is_parity_of(parity(i), step(i), 10));
            bytes += fs::file_size(parity(i));
        }
        QCOMPARE(parity_bytes(run_->folder()), bytes);
        const auto made = file_identity(parity(1));
        VERIFY_OK(keep(10));
        QVERIFY2(*file_identity(parity(1)) == *made, "what is up to date stays");
        VERIFY_OK(keep(100));
        QVERIFY(is_parity_of(parity(1), step(1), 100));
        VERIFY_OK(keep({}));
        QVERIFY(!fs::exists(parity_folder(run_->folder())));
        QCOMPARE(parity_bytes(run_->folder()), std::uint64_t{0});
    }

    void one_step_gets_its_parity_alone() {
        VERIFY_OK(keep_parity_of(run_->folder(), ids_[1], 10, {}));
        QCOMPARE(files(), std::size_t{1});
        QVERIFY(is_parity_of(parity(1), step(1), 10));
        fs::remove(parity(1));
        VERIFY_OK(keep_parity_of(run_->folder(), ids_[1], {}, {}));
        QCOMPARE(files(), std::size_t{0});
    }

    void parity_goes_with_its_step() {
        VERIFY_OK(keep(10));
        fs::remove(step(1));
        fs::create_directories(quarantine_folder(run_->folder()));
        fs::rename(step(2), step_path(quarantine_folder(run_->folder()), ids_[2]));
        VERIFY_OK(keep(10));
        QVERIFY(fs::exists(parity(0)) && !fs::exists(parity(1)));
        QVERIFY2(fs::exists(parity(2)), "it may still repair the step in quarantine");
    }

    void parity_of_a_damaged_step_stays_data() {
        QTest::addColumn<int>("from_end");
        QTest::newRow("in its content") << 0;
        QTest::newRow("in its footer") << 10;
    }
    void parity_of_a_damaged_step_stays() {
        QFETCH(int, from_end);
        VERIFY_OK(keep(10));
        const auto before = read_text(parity(1));
        auto bytes = read_text(step(1));
        const auto at = from_end > 0 ? bytes.size() - static_cast<std::size_t>(from_end) : 17;
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        write_text(step(1), bytes);
        VERIFY_OK(keep(50));
        QVERIFY(read_text(parity(1)) == before);
        QVERIFY(is_parity_of(parity(2), step(2), 50));
    }

    void a_step_written_anew_gets_new_parity() {
        VERIFY_OK(keep(10));
        const auto other = read_text(step(2));
        write_text(step(1), other);
        VERIFY_OK(keep(10));
        QVERIFY(is_parity_of(parity(1), step(1), 10));
    }

    void a_stop_is_told() {
        std::stop_source stop;
        stop.request_stop();
        VERIFY_ERROR(keep(10, {.stop = stop.get_token()}), ErrorCode::cancelled);
    }

    void progress_is_that_of_all_steps() {
        struct Sink : ProgressSink {
            Progress last;
            void on_progress(const Progress& p) override { last = p; }
        } sink;
        VERIFY_OK(keep(10, {.stop = {}, .sink = &sink}));
        QCOMPARE(sink.last.done, sink.last.total);
        QCOMPARE(sink.last.total, fs::file_size(step(0)) + fs::file_size(step(1)) + fs::file_size(step(2)));
    }
};

STEPVAULT_TEST(TestParityKeeping)

}  // namespace test_parity_keeping

#include "test_parity_keeping.moc"
