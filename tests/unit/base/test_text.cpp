// Names, paths, numbers and other small helpers.
#include <QtTest>

#include "base/median.h"
#include "base/memory_budget.h"
#include "base/paths.h"
#include "base/text.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_text {

using namespace stepvault;

class TestText : public QObject {
    Q_OBJECT

 private slots:
    void what_lies_in_a_folder_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("lies");
        QTest::newRow("itself") << "/a/b" << true;
        QTest::newRow("a file in it") << "/a/b/c" << true;
        QTest::newRow("far below") << "/a/b/c/d/e" << true;
        QTest::newRow("its parent") << "/a" << false;
        QTest::newRow("a name that begins like it") << "/a/bc" << false;
        QTest::newRow("beside it") << "/a/c/b" << false;
        QTest::newRow("the root") << "/" << false;
    }
    void what_lies_in_a_folder() {
        QFETCH(QString, path);
        QTEST(lies_in(path.toStdString(), "/a/b"), "lies");
    }

    void paths_are_parted_at_the_last_slash_data() {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("folder");
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("a name") << QByteArray("c") << QByteArray("") << QByteArray("c");
        QTest::newRow("below") << QByteArray("a/b/c") << QByteArray("a/b/") << QByteArray("c");
        QTest::newRow("a folder") << QByteArray("a/") << QByteArray("a/") << QByteArray("");
        QTest::newRow("at the root") << QByteArray("/c") << QByteArray("/") << QByteArray("c");
        QTest::newRow("nothing") << QByteArray("") << QByteArray("") << QByteArray("");
    }
    void paths_are_parted_at_the_last_slash() {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, folder);
        QFETCH(QByteArray, name);
        QCOMPARE(std::string(folder_prefix(path.toStdString())), folder.toStdString());
        QCOMPARE(std::string(base_name(path.toStdString())), name.toStdString());
    }

    void only_digits_are_numbers_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("is_number");
        QTest::newRow("lowest") << QByteArray("0") << true;
        QTest::newRow("highest") << QByteArray("9") << true;
        QTest::newRow("all") << QByteArray("0123456789") << true;
        QTest::newRow("nothing") << QByteArray("") << false;
        QTest::newRow("before 0") << QByteArray("1/") << false;
        QTest::newRow("after 9") << QByteArray("1:") << false;
        QTest::newRow("sign") << QByteArray("-1") << false;
        QTest::newRow("space") << QByteArray("1 ") << false;
    }
    void only_digits_are_numbers() {
        QFETCH(QByteArray, text);
        QTEST(is_number(text.toStdString()), "is_number");
    }

    void only_ascii_letters_are_lowered() {
        QCOMPARE(lower_case("@AZ[`az{\xC4"), std::string("@az[`az{\xC4"));
    }

    void a_name_is_one_of_several_if_all_of_it_matches() {
        constexpr std::array<std::string_view, 2> names{"one", "two"};
        QVERIFY(is_one_of("one", names) && is_one_of("two", names));
        QVERIFY(!is_one_of("on", names) && !is_one_of("two ", names) && !is_one_of("", names));
    }

    void the_median_is_the_upper_middle() {
        QCOMPARE(median(std::vector<int>{7}), 7);
        QCOMPARE(median(std::vector<int>{9, 1, 5}), 5);
        QCOMPARE(median(std::vector<int>{9, 1, 5, 3}), 5);
    }

    void what_asks_for_too_much_memory_is_a_limit() {
        const auto error = beyond_memory_budget("FILE: its description needs");
        QCOMPARE(error.code, ErrorCode::limit);
        QVERIFY(error.message.starts_with("FILE: its description needs more than half"));
    }

    void only_these_errors_end_all_attempts() {
        for (auto code = 0; code <= static_cast<int>(ErrorCode::cancelled); ++code) {
            const auto c = static_cast<ErrorCode>(code);
            QCOMPARE(is_final({c, ""}), c == ErrorCode::cancelled || c == ErrorCode::no_space);
        }
    }
};

STEPVAULT_TEST(TestText)

}  // namespace test_text

#include "test_text.moc"
