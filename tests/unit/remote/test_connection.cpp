// A connection that is slow, blocked or hostile.
#include <array>
#include <atomic>
#include <fcntl.h>
#include <random>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "remote/client/connection.h"
#include "remote/serve/copy_dispatcher.h"
#include "remote/serve/copy_methods.h"
#include "remote/serve/server.h"
#include "remote/wire/all_fields.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"

namespace test_connection {

using namespace std::chrono_literals;
using namespace stepvault;
using namespace stepvault::test;
using wire::FrameKind;

class TestConnection : public QObject {
    Q_OBJECT

    std::array<int, 2> to_{-1, -1};
    std::array<int, 2> from_{-1, -1};

    static void close_end(int& end) {
        if (end >= 0) ::close(std::exchange(end, -1));
    }
    static void greet(wire::FrameWriter& writer) {
        const Result<wire::Hello> hello =
            wire::Hello{wire::protocol_version, STEPVAULT_VERSION, wire::all_methods, "/vault"};
        (void)writer.greet();
        (void)writer.write(FrameKind::hello, 0, wire::write_message(wire::encode(hello)));
    }
    static Bytes random_bytes(std::size_t size) {
        std::mt19937_64 random(36);
        Bytes bytes(size);
        for (auto& byte : bytes)
            byte = static_cast<std::byte>(random());
        return bytes;
    }

 private slots:
    void init() {
        QCOMPARE(::pipe2(to_.data(), O_CLOEXEC), 0);
        QCOMPARE(::pipe2(from_.data(), O_CLOEXEC), 0);
    }
    void cleanup() {
        for (auto* ends : {&to_, &from_}) {
            for (auto& end : *ends)
                close_end(end);
        }
    }

    void a_slow_answer_is_no_silence() {
        wire::FrameWriter writer(from_[1]);
        greet(writer);
        const auto connection = Connection::open(from_[0], to_[1], 5s, 400ms);
        VERIFY_OK(connection);
        // A header that takes longer than the silence.
        for (int i = 0; i < 12; ++i) {
            const std::byte part{i == 4 ? static_cast<std::uint8_t>(FrameKind::pong) : std::uint8_t{0}};
            QCOMPARE(::write(from_[1], &part, 1), ssize_t{1});
            QVERIFY(!(*connection)->failure());
            std::this_thread::sleep_for(100ms);
        }
        QVERIFY(!(*connection)->failure());
        QTRY_VERIFY((*connection)->failure());
        QVERIFY((*connection)->failure()->message.starts_with("no answer for "));
        close_end(from_[1]);
    }

    void a_cancelled_call_ends_though_the_server_goes_on() {
        wire::FrameWriter writer(from_[1]);
        greet(writer);
        auto connection = Connection::open(from_[0], to_[1], 5s, 60s);
        VERIFY_OK(connection);
        std::jthread flood([&writer](const std::stop_token& stop) {
            while (!stop.stop_requested())
                (void)writer.write(FrameKind::progress, 1, wire::write_message(wire::encode(Progress{})));
        });
        std::stop_source stop;
        stop.request_stop();
        const auto answer = (*connection)->call(0, wire::Value::array(), {stop.get_token(), nullptr});
        QCOMPARE(answer.error().code, ErrorCode::cancelled);
        flood.request_stop();
        writer.stop();
        flood = {};
        close_end(from_[1]);
        connection->reset();
    }

    void a_server_ends_while_its_answer_waits() {
        const QTemporaryDir folder;
        const std::filesystem::path copy = folder.path().toStdString();
        const auto bytes = random_bytes(1 << 20);
        write_text(copy / "object", std::string(as_text(bytes)));
        CopyDispatcher dispatcher(copy);
        std::atomic<bool> has_ended = false;
        std::jthread server([&](const std::stop_token& stop) {
            (void)serve(dispatcher, to_[0], from_[1], stop);
            has_ended = true;
        });
        wire::FrameWriter writer(to_[1]);
        constexpr auto piece = wire::CopyMethods::number_of<wire::Method<&CopyObjects::piece>>();
        const auto arguments = wire::Value::array({"object", 0, bytes.size()});
        for (std::uint64_t id = 1; id <= 4; ++id)
            VERIFY_OK(writer.write(FrameKind::call, id,
                                   wire::write_message(wire::Value::array({piece, arguments}))));
        // Nobody reads the answers; the pings must not wait behind them.
        for (std::uint64_t id = 0; id < 5000; ++id)
            VERIFY_OK(writer.write(FrameKind::ping, id));
        QVERIFY(!has_ended);
        close_end(to_[1]);
        QTRY_VERIFY(has_ended);
    }

    void a_server_keeps_a_slow_request_alive() {
        const QTemporaryDir folder;
        CopyDispatcher dispatcher(folder.path().toStdString());
        std::jthread server([&](const std::stop_token& stop) {
            (void)serve(dispatcher, to_[0], from_[1], stop, {.patience = 60s});
        });
        wire::FrameReader reader(from_[0], wire::largest_answer);
        VERIFY_OK(reader.skip_to_greeting(5s));
        const auto hello = reader.read(5s);
        VERIFY_OK(hello);
        std::jthread dripping([end = to_[1]](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const std::byte zero{};
                if (::write(end, &zero, 1) != 1) return;
                std::this_thread::sleep_for(300ms);
            }
        });
        // The first bytes are the length of a request that never comes whole.
        const auto pong = reader.read(10s);
        dripping.request_stop();
        dripping = {};
        VERIFY_OK(pong);
        QVERIFY(pong->has_value() && (*pong)->kind == FrameKind::pong);
        close_end(to_[1]);
    }
};

STEPVAULT_TEST(TestConnection)

}  // namespace test_connection

#include "test_connection.moc"
