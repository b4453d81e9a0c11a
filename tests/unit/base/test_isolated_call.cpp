#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>

#include "base/isolated_call.h"
#include "support/registry.h"

namespace test_isolated_call {

using namespace stepvault;
using namespace std::chrono_literals;

namespace {

constexpr IsolationLimits quick{.time = 300ms, .memory = std::uint64_t{64} << 20, .output = 1 << 20};

int open_descriptors() {
    int count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        ++count;
    return count;
}

}  // namespace

class TestIsolatedCall : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    File file_;

    Result<Bytes> call(const std::function<Bytes()>& work, const IsolationLimits& limits = {}) {
        return call_isolated(file_, work, limits);
    }
    /// The value of `condition` in the child.
    bool in_child(const std::function<bool()>& condition) {
        const auto answer = call([&] { return Bytes{condition() ? std::byte{1} : std::byte{0}}; });
        return answer.ok() && *answer == Bytes{std::byte{1}};
    }

 private slots:
    void initTestCase() {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "input";
        file_ = *File::create(path);
        QVERIFY(file_.write_all(0, as_view("what it is given")).ok());
    }

    void the_answer_comes_back_data() {
        QTest::addColumn<std::size_t>("size");
        for (const std::size_t size : {0U, 1U, 7U, 8U, 4096U, 65536U, 1000000U})
            QTest::addRow("%zu bytes", size) << size;
    }
    void the_answer_comes_back() {
        QFETCH(std::size_t, size);
        const auto answer = call([&] {
            Bytes bytes(size);
            for (std::size_t i = 0; i < size; ++i)
                bytes[i] = static_cast<std::byte>(i * 7);
            return bytes;
        });
        QVERIFY2(answer.ok(), answer ? "" : answer.error().message.c_str());
        QCOMPARE((*answer).size(), size);
        for (std::size_t i = 0; i < size; ++i)
            QVERIFY((*answer)[i] == static_cast<std::byte>(i * 7));
    }

    void the_file_is_there() {
        const auto answer = call([&] {
            Bytes bytes(4);
            if (!file_.read_exact(12, bytes).ok()) throw 1;
            return bytes;
        });
        QVERIFY(answer.ok());
        QCOMPARE(as_text(*answer), std::string_view("iven"));
    }

    void nothing_changes_here() {
        int value = 1;
        const auto answer = call([&] {
            value = 2;
            return Bytes{};
        });
        QVERIFY(answer.ok());
        QCOMPARE(value, 1);
    }

    void what_goes_wrong_data() {
        QTest::addColumn<std::function<Bytes()>>("work");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, std::function<Bytes()> work, ErrorCode code,
                            const char* message) {
            QTest::newRow(name) << std::move(work) << code << QString(message);
        };
        const auto raised = [](int signal) {
            return [signal] {
                (void)std::raise(signal);
                return Bytes{};
            };
        };
        row("crash", raised(SIGSEGV), ErrorCode::corrupt, "it crashed by signal 11");
        row("abort", raised(SIGABRT), ErrorCode::corrupt, "it crashed by signal 6");
        row(
            "exception", []() -> Bytes { throw std::runtime_error("no"); }, ErrorCode::corrupt,
            "it broke off");
        row(
            "exit", []() -> Bytes { ::_exit(0); }, ErrorCode::corrupt, "it broke off");
        row(
            "busy for ever",
            []() -> Bytes {
                std::atomic<int> turns = 0;
                for (;;)
                    ++turns;
            },
            ErrorCode::limit, "it took longer than 300 ms");
        row(
            "asleep for ever",
            []() -> Bytes {
                for (;;)
                    ::pause();
            },
            ErrorCode::limit, "it took longer than 300 ms");
        row(
            "too much", [] { return Bytes((1 << 20) + 1); }, ErrorCode::limit,
            "it says more than 1048576 bytes");
    }
    void what_goes_wrong() {
        QFETCH(std::function<Bytes()>, work);
        QFETCH(ErrorCode, code);
        QFETCH(QString, message);
        const auto begun = std::chrono::steady_clock::now();
        const auto answer = call(work, quick);
        QVERIFY(!answer.ok());
        QCOMPARE(QString::fromStdString(answer.error().message), message);
        QCOMPARE(answer.error().code, code);
        QVERIFY(std::chrono::steady_clock::now() - begun < 20s);
    }

    void memory_is_limited() {
        const auto much = [] { return Bytes{Bytes(std::size_t{256} << 20).back()}; };
        const auto answer = call(much, {.memory = std::uint64_t{16} << 20});
        QVERIFY(!answer.ok());
        QCOMPARE(answer.error().code, ErrorCode::corrupt);
        QVERIFY(call(much, {.memory = std::uint64_t{1} << 30}).ok());
    }

    void the_child_can_do_no_harm() {
        const auto path = file_.path().native();
        const auto secret = ::open("/proc/self/status", O_RDONLY);
        QVERIFY(secret >= 0);
        QVERIFY(in_child([&] { return ::fcntl(secret, F_GETFD) < 0; }));
        QVERIFY(in_child([&] { return ::open(path.c_str(), O_RDONLY) < 0; }));
        const auto wrote = call([&] { return Bytes(::write(file_.descriptor(), "x", 1) == 1 ? 1 : 2); });
        QVERIFY(!wrote.ok());
        QCOMPARE(wrote.error().message, "it crashed by signal " + std::to_string(SIGXFSZ));
        QVERIFY(in_child([] {
            rlimit limit{};
            return ::getrlimit(RLIMIT_CORE, &limit) == 0 && limit.rlim_max == 0;
        }));
        ::close(secret);
        QCOMPARE(*file_.size(), std::uint64_t{16});
    }

    void handlers_stay_here() {
        static volatile std::sig_atomic_t called = 0;
        const auto before = std::signal(SIGTERM, [](int) { called = 1; });
        QVERIFY(in_child([] {
            (void)std::raise(SIGTERM);
            return called == 0;
        }));
        std::signal(SIGTERM, before);
        QCOMPARE(int{called}, 0);
    }

    void nothing_is_left_over() {
        const auto before = open_descriptors();
        for (int i = 0; i < 20; ++i) {
            (void)call([] { return Bytes(10); });
            (void)call([]() -> Bytes { ::abort(); });
        }
        QCOMPARE(open_descriptors(), before);
        // No child process is left, running or as a zombie.
        QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
        QCOMPARE(errno, ECHILD);
    }

    void several_threads_at_once() {
        std::vector<std::jthread> threads;
        std::atomic<int> right = 0;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < 25; ++i) {
                    const std::size_t size = 1000U * static_cast<unsigned>(t + 1) + static_cast<unsigned>(i);
                    const auto answer = call([&] { return Bytes(size); });
                    if (answer.ok() && (*answer).size() == size) ++right;
                }
            });
        }
        threads.clear();
        QCOMPARE(right.load(), 100);
    }
};

STEPVAULT_TEST(TestIsolatedCall)

}  // namespace test_isolated_call

#include "test_isolated_call.moc"
