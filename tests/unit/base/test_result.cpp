#include <cerrno>
#include <memory>

#include <QtTest>

#include "base/progress.h"
#include "base/result.h"
#include "support/registry.h"

namespace test_result {

using namespace stepvault;

namespace {

Result<std::unique_ptr<int>> positive(int value) {
    if (value <= 0) return Error{ErrorCode::invalid_argument, std::to_string(value) + " is not positive"};
    return std::make_unique<int>(value);
}

Result<int> sum(int a, int b, int& reached) {
    STEPVAULT_ASSIGN(first, positive(a));
    reached = 1;
    STEPVAULT_ASSIGN(second, positive(b));
    reached = 2;
    return *first + *second;
}

Status check_all(const std::vector<int>& values, int& looked_at) {
    for (const auto value : values) {
        ++looked_at;
        STEPVAULT_TRY(positive(value));
    }
    return {};
}

}  // namespace

class TestResult : public QObject {
    Q_OBJECT
 private slots:
    void a_value_is_handed_on() {
        int reached = 0;
        const auto result = sum(2, 3, reached);
        QVERIFY(result.ok());
        QCOMPARE(*result, 5);
        QCOMPARE(reached, 2);
    }

    void the_first_error_ends_the_function() {
        int reached = 0;
        const auto result = sum(2, -3, reached);
        QVERIFY(!result.ok());
        QCOMPARE(reached, 1);
        QVERIFY(result.error().code == ErrorCode::invalid_argument);
        QVERIFY(result.error().message == "-3 is not positive");
        int looked_at = 0;
        QVERIFY(!check_all({1, 0, 1}, looked_at).ok());
        QCOMPARE(looked_at, 2);
        QVERIFY(check_all({}, looked_at).ok());
    }

    void a_value_can_be_moved_out() {
        auto result = positive(7);
        const std::unique_ptr<int> owned = *std::move(result);
        QCOMPARE(*owned, 7);
    }

    void a_result_that_holds_false_is_still_ok() {
        const Result<bool> no = false;
        QVERIFY(no.ok());
        QVERIFY(static_cast<bool>(no));
        QVERIFY(!*no);
    }

    void within_sets_the_place_before_the_reason() {
        const Error inner{ErrorCode::corrupt, "checksum differs"};
        const auto outer = inner.within("step.svstep");
        QVERIFY(outer.code == ErrorCode::corrupt);
        QVERIFY(outer.message == "step.svstep: checksum differs");
    }

    void errors_of_the_system_data() {
        QTest::addColumn<int>("number");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, int number, ErrorCode code) {
            QTest::newRow(name) << number << static_cast<int>(code);
        };
        row("ENOENT", ENOENT, ErrorCode::not_found);
        row("ENOTDIR", ENOTDIR, ErrorCode::not_found);
        row("EEXIST", EEXIST, ErrorCode::already_exists);
        row("ENOTEMPTY", ENOTEMPTY, ErrorCode::already_exists);
        row("ENOSPC", ENOSPC, ErrorCode::no_space);
        row("EDQUOT", EDQUOT, ErrorCode::no_space);
        row("EACCES", EACCES, ErrorCode::permission);
        row("EPERM", EPERM, ErrorCode::permission);
        row("EROFS", EROFS, ErrorCode::permission);
        row("EIO", EIO, ErrorCode::io);
        row("EMFILE", EMFILE, ErrorCode::io);
    }
    void errors_of_the_system() {
        QFETCH(int, number);
        QFETCH(int, code);
        const auto error = system_error(number, "read", "/a/b.pt");
        QCOMPARE(static_cast<int>(error.code), code);
        QVERIFY(error.message.starts_with("cannot read /a/b.pt: "));
        QVERIFY(error.message.size() > std::string_view("cannot read /a/b.pt: ").size());
        QVERIFY(error.message.back() != '.');
    }

    void a_job_can_be_cancelled_and_reports() {
        struct Sink : ProgressSink {
            std::uint64_t done = 0;
            void on_progress(const Progress& progress) override { done = progress.done; }
        } sink;
        std::stop_source source;
        const JobContext job{.stop = source.get_token(), .sink = &sink};
        QVERIFY(job.check().ok());
        job.report({.done = 42, .total = 100, .item = "x"});
        QCOMPARE(sink.done, std::uint64_t{42});
        source.request_stop();
        QVERIFY(job.check().error().code == ErrorCode::cancelled);
        const JobContext none{};
        none.report({});
        QVERIFY(none.check().ok());
    }
};

STEPVAULT_TEST(TestResult)

}  // namespace test_result

#include "test_result.moc"
