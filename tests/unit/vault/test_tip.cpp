#include "support/forged_step.h"
#include "support/registry.h"
#include "support/scratch_run.h"
#include "vault/chain/tip.h"

namespace test_tip {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// Tensors of three types, of which the second has several chunks.
std::string three_tensors() {
    const auto bytes = [](std::size_t count, std::size_t period) {
        Bytes out(count);
        for (std::size_t i = 0; i < count; ++i)
            out[i] = static_cast<std::byte>(i % period);
        return out;
    };
    return safetensors_bytes({{"a.weight", "BF16", {10'000}, bytes(20'000, 251)},
                              {"b.weight", "F32", {70'000}, bytes(280'000, 241)},
                              {"c", "I64", {500}, bytes(4000, 239)}});
}

constexpr std::uint32_t several = 2;  // the stream of the second tensor

}  // namespace

class TestTip : public QObject {
    Q_OBJECT

    std::unique_ptr<ScratchRun> run_;
    std::optional<StepFile> step_;

    [[nodiscard]] fs::path path() const { return run_->root() / "tip"; }

    /// Calls f(stream, chunk, bytes of the chunk) for each chunk of the step.
    template <class F>
    void for_each_chunk(F f) const {
        const auto chain = Chain::open(steps_folder(run_->folder()), step_->meta().id);
        for (std::uint32_t s = 0; s < step_->layout().streams.size(); ++s) {
            for (std::uint64_t c = 0; c < step_->stream(s).chunks.size(); ++c) {
                Bytes bytes(step_->layout().streams[s].chunk_bytes(c));
                VERIFY_OK(chain->read_chunk(s, c, bytes));
                f(s, c, bytes);
            }
        }
    }
    void fill(Tip& tip, const std::string& id) const {
        for_each_chunk([&](auto s, auto c, const Bytes& bytes) {
            VERIFY_OK(tip.write_chunk(id, s, c, bytes, step_->stream(s).chunks[c].content_hash));
        });
    }
    /// The number of chunks that the tip holds; each must have the step's bytes.
    [[nodiscard]] int held(const Tip& tip) const {
        int count = 0;
        for_each_chunk([&](auto s, auto c, const Bytes& bytes) {
            Bytes out(bytes.size());
            const auto is_held = tip.read_chunk(*step_, s, c, out);
            VERIFY_OK(is_held);
            if (!*is_held) return;
            QVERIFY(out == bytes);
            ++count;
        });
        return count;
    }
    [[nodiscard]] int chunks() const {
        int count = 0;
        for (std::uint32_t s = 0; s < step_->layout().streams.size(); ++s)
            count += static_cast<int>(step_->stream(s).chunks.size());
        return count;
    }
    [[nodiscard]] Tip full_tip() const {
        auto tip = Tip::open(path(), step_->layout());
        if (!tip) qFatal("%s", tip.error().message.c_str());
        fill(*tip, step_->meta().id);
        return std::move(*tip);
    }

 private slots:
    void init() {
        run_ = std::make_unique<ScratchRun>(SchemeChoice{.scheme = Scheme::exact});
        auto step = run_->file("a.safetensors", three_tensors(), 1);
        VERIFY_OK(step);
        step_.emplace(std::move(*step));
        QCOMPARE(chunks(), 5);
        QCOMPARE(step_->stream(several).chunks.size(), std::size_t{2});
    }
    void cleanup() {
        step_.reset();
        run_.reset();
    }

    void chunks_have_places_of_their_own() {
        const auto tip = full_tip();
        QCOMPARE(held(tip), chunks());
        const auto again = Tip::open_existing(path(), step_->layout());
        VERIFY_OK(again);
        QCOMPARE(held(*again), chunks());
        // A tip of the same geometry is kept.
        const auto opened = Tip::open(path(), step_->layout());
        VERIFY_OK(opened);
        QCOMPARE(held(*opened), chunks());
    }

    void what_was_never_written_is_not_held() {
        const auto tip = Tip::open(path(), step_->layout());
        VERIFY_OK(tip);
        QCOMPARE(held(*tip), 0);
    }

    void the_state_of_another_step_is_not_held() {
        auto tip = Tip::open(path(), step_->layout());
        VERIFY_OK(tip);
        fill(*tip, make_checkpoint_id(1, "b.safetensors", 1));
        QCOMPARE(held(*tip), 0);
    }

    /// The step was coded anew since, to another state.
    void another_state_of_the_step_is_not_held() {
        const auto tip = full_tip();
        VERIFY_OK(forge(*step_, [](StepContent& c) { c.streams[1].chunks[0].content_hash ^= 1; }));
        const auto forged = StepFile::open(step_->path());
        VERIFY_OK(forged);
        Bytes out(step_->layout().streams[1].chunk_bytes(0));
        QVERIFY(!*tip.read_chunk(*forged, 1, 0, out));
        out.resize(step_->layout().streams[2].chunk_bytes(0));
        QVERIFY(*tip.read_chunk(*forged, 2, 0, out));
    }

    void a_torn_chunk_is_not_held_data() {
        QTest::addColumn<int>("at");
        // 16 bytes of header; a record has the hash of the id, that of the bytes, and the bytes.
        for (const int at : {16, 24, 32, 20'000})
            QTest::addRow("byte %d", at) << at;
    }
    void a_torn_chunk_is_not_held() {
        QFETCH(int, at);
        (void)full_tip();
        auto bytes = read_text(path());
        bytes[static_cast<std::size_t>(at)] ^= 1;
        write_text(path(), bytes);
        const auto tip = Tip::open_existing(path(), step_->layout());
        VERIFY_OK(tip);
        QCOMPARE(held(*tip), chunks() - 1);
    }

    void a_tip_that_is_cut_off_holds_the_rest() {
        (void)full_tip();
        fs::resize_file(path(), fs::file_size(path()) - 1);
        const auto tip = Tip::open_existing(path(), step_->layout());
        VERIFY_OK(tip);
        // The skeleton comes last.
        QCOMPARE(held(*tip), chunks() - 1);
        Bytes out(step_->layout().streams[0].chunk_bytes(0));
        QVERIFY(!*tip->read_chunk(*step_, 0, 0, out));
    }

    void another_geometry_starts_anew_data() {
        QTest::addColumn<std::function<void(StepLayout&)>>("change");
        const auto row = [](const char* name, std::function<void(StepLayout&)> change) {
            QTest::newRow(name) << std::move(change);
        };
        row("another length", [](StepLayout& l) { l.streams[1].count -= 1; });
        row("another type", [](StepLayout& l) { l.streams[1].dtype = DType::i32; });
        row("other chunks", [](StepLayout& l) { l.streams[2].chunk_elements /= 2; });
        row("a stream less", [](StepLayout& l) { l.streams.pop_back(); });
    }
    void another_geometry_starts_anew() {
        QFETCH(std::function<void(StepLayout&)>, change);
        (void)full_tip();
        auto layout = step_->layout();
        change(layout);
        VERIFY_ERROR(Tip::open_existing(path(), layout), ErrorCode::not_found);
        VERIFY_OK(Tip::open(path(), layout));
        QCOMPARE(fs::file_size(path()), std::uintmax_t{16});
        VERIFY_ERROR(Tip::open_existing(path(), step_->layout()), ErrorCode::not_found);
        VERIFY_OK(Tip::open_existing(path(), layout));
    }

    /// Skeletons differ in length from step to step.
    void another_skeleton_is_the_same_geometry() {
        (void)full_tip();
        auto layout = step_->layout();
        layout.streams[0].count += 100;
        VERIFY_OK(Tip::open_existing(path(), layout));
    }

    void a_chain_reads_on_where_the_tip_has_nothing() {
        auto tip = full_tip();
        const Bytes rubbish(step_->layout().streams[several].chunk_bytes(1), std::byte{9});
        VERIFY_OK(tip.write_chunk(step_->meta().id, several, 1, rubbish,
                                  step_->stream(several).chunks[1].content_hash));
        auto chain = Chain::open(steps_folder(run_->folder()), step_->meta().id);
        VERIFY_OK(chain);
        chain->use_tip(std::make_shared<const Tip>(std::move(tip)));
        for_each_chunk([&](auto s, auto c, const Bytes& bytes) {
            Bytes out(bytes.size());
            VERIFY_OK(chain->read_chunk(s, c, out));
            QVERIFY(out == bytes);
        });
    }
};

STEPVAULT_TEST(TestTip)

}  // namespace test_tip

#include "test_tip.moc"
