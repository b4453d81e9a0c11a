#include <array>
#include <csignal>
#include <fcntl.h>
#include <string>
#include <unistd.h>

#include <QtTest>

#include "remote/wire/frame.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_frame {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;
using wire::FrameKind;

class TestFrame : public QObject {
    Q_OBJECT

    std::array<int, 2> pipe_{-1, -1};

    void send(ByteView bytes) const {
        QCOMPARE(::write(pipe_[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    }
    static Bytes header(std::uint32_t size, std::uint8_t kind, std::uint8_t packed, std::uint64_t unpacked) {
        ByteWriter out;
        out.put(size);
        out.put(kind);
        out.put(packed);
        out.put(std::uint16_t{0});
        out.put(std::uint64_t{7});
        out.put(unpacked);
        return out.take();
    }

 private slots:
    void init() { QCOMPARE(::pipe2(pipe_.data(), O_CLOEXEC), 0); }
    void cleanup() {
        for (const int end : pipe_)
            ::close(end);
    }

    void frames_come_as_they_were_sent_data() {
        QTest::addColumn<int>("bytes");
        for (const int bytes : {0, 1, 255, 256, 5000, 60000})
            QTest::addRow("%d", bytes) << bytes;
    }
    void frames_come_as_they_were_sent() {
        QFETCH(int, bytes);
        wire::FrameWriter writer(pipe_[1]);
        wire::FrameReader reader(pipe_[0], 1 << 20);
        Bytes payload(static_cast<std::size_t>(bytes));
        for (std::size_t i = 0; i < payload.size(); ++i)
            payload[i] = static_cast<std::byte>(i / 100);
        VERIFY_OK(writer.write(FrameKind::event, 42, payload));
        const auto frame = reader.read(1000ms);
        VERIFY_OK(frame);
        QVERIFY(frame->has_value());
        QCOMPARE((*frame)->kind, FrameKind::event);
        QCOMPARE((*frame)->request, std::uint64_t{42});
        QVERIFY((*frame)->payload == payload);
        QCOMPARE(reader.bytes(), writer.bytes());
        if (bytes > 1000) QVERIFY(writer.bytes() < static_cast<std::uint64_t>(bytes) / 10);
    }

    void noise_before_the_greeting_is_skipped() {
        send(as_view("Welcome to box\nstepvault\nstepvault serve\n"));
        wire::FrameReader reader(pipe_[0], 1 << 20);
        VERIFY_OK(reader.skip_to_greeting(1000ms));
        const auto after = reader.read(1ms);
        VERIFY_OK(after);
        QVERIFY(!after->has_value());
    }
    void something_else_is_named() {
        send(as_view("bash: nothing here\n"));
        ::close(std::exchange(pipe_[1], ::open("/dev/null", O_WRONLY | O_CLOEXEC)));
        wire::FrameReader reader(pipe_[0], 1 << 20);
        QCOMPARE(reader.skip_to_greeting(1000ms).error().code, ErrorCode::io);
    }

    void lies_about_lengths_are_refused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const Bytes& head, const QByteArray& body, ErrorCode code) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(head.data()),
                                              static_cast<qsizetype>(head.size())) +
                                       body
                                << static_cast<int>(code);
        };
        row("huge", header(0xFFFFFFFFU, 5, 0, 0xFFFFFFFFU), {}, ErrorCode::limit);
        row("unpacks to too much", header(4, 5, 1, std::uint64_t{1} << 40), "abcd", ErrorCode::limit);
        row("unpacked size differs", header(4, 5, 0, 5), "abcd", ErrorCode::corrupt);
        row("no zstd", header(4, 5, 1, 100), "abcd", ErrorCode::corrupt);
        row("kind 0", header(0, 0, 0, 0), {}, ErrorCode::corrupt);
        row("kind 99", header(0, 99, 0, 0), {}, ErrorCode::corrupt);
        row("cut off", header(100, 5, 0, 100), "abcd", ErrorCode::io);
    }
    void lies_about_lengths_are_refused() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        send(as_view(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
        ::close(std::exchange(pipe_[1], ::open("/dev/null", O_WRONLY | O_CLOEXEC)));
        wire::FrameReader reader(pipe_[0], 1 << 20);
        const auto frame = reader.read(1000ms);
        QVERIFY(!frame.ok());
        QCOMPARE(static_cast<int>(frame.error().code), code);
    }

    void a_frame_may_come_slowly() {
        wire::FrameWriter writer(pipe_[1]);
        VERIFY_OK(writer.write(FrameKind::call, 7, as_view("payload")));
        Bytes bytes(200);
        const auto size = ::read(pipe_[0], bytes.data(), bytes.size());
        QVERIFY(size > 24);
        wire::FrameReader reader(pipe_[0], 1 << 20);
        for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) {
            const auto none = reader.read(0ms);
            VERIFY_OK(none);
            QVERIFY(!none->has_value());
            send({bytes.data() + i, 1});
            QCOMPARE(reader.bytes(), std::uint64_t{i});
        }
        const auto frame = reader.read(1000ms);
        VERIFY_OK(frame);
        QVERIFY(frame->has_value());
        QCOMPARE((*frame)->request, std::uint64_t{7});
        QVERIFY(as_text((*frame)->payload) == "payload");
    }

    void a_pong_never_waits() {
        wire::FrameWriter writer(pipe_[1]);
        for (int i = 0; i < 10'000; ++i)
            VERIFY_OK(writer.write_if_free(FrameKind::pong, 0));
        wire::FrameReader reader(pipe_[0], 1 << 20);
        const auto frame = reader.read(1000ms);
        VERIFY_OK(frame);
        QVERIFY(frame->has_value() && (*frame)->kind == FrameKind::pong);
    }

    void silence_is_told_apart_from_the_end() {
        wire::FrameReader reader(pipe_[0], 1 << 20);
        const auto nothing = reader.read(5ms);
        VERIFY_OK(nothing);
        QVERIFY(!nothing->has_value());
        ::close(std::exchange(pipe_[1], ::open("/dev/null", O_WRONLY | O_CLOEXEC)));
        QCOMPARE(reader.read(1000ms).error().code, ErrorCode::io);
    }

    void a_reader_that_has_gone_is_an_error() {
        wire::FrameWriter writer(pipe_[1]);
        ::close(std::exchange(pipe_[0], ::open("/dev/null", O_RDONLY | O_CLOEXEC)));
        QCOMPARE(writer.write(FrameKind::ping, 1).error().code, ErrorCode::io);
        // No signal waits for this thread either.
        sigset_t pending;
        sigpending(&pending);
        QVERIFY(sigismember(&pending, SIGPIPE) == 0);
    }

    void a_writer_that_waits_can_be_stopped() {
        wire::FrameWriter writer(pipe_[1]);
        std::jthread stopping([&] {
            std::this_thread::sleep_for(50ms);
            writer.stop();
        });
        Bytes random(std::size_t{4} << 20);
        std::uint64_t state = 1;
        for (auto& byte : random)
            byte = static_cast<std::byte>((state = state * 6364136223846793005ULL + 1442695040888963407ULL) >>
                                          56U);
        QCOMPARE(writer.write(FrameKind::result, 1, random).error().code, ErrorCode::io);
        QVERIFY(!writer.write(FrameKind::pong, 1).ok());
    }
};

STEPVAULT_TEST(TestFrame)

}  // namespace test_frame

#include "test_frame.moc"
