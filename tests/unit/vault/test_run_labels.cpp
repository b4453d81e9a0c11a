#include <QtTest>

#include "support/opened.h"
#include "support/registry.h"
#include "vault/records/run_labels.h"

namespace test_run_labels {

using namespace stepvault;

class TestRunLabels : public QObject {
    Q_OBJECT

 private slots:
    void tags_are_short_words_data() {
        QTest::addColumn<std::string>("tag");
        QTest::addColumn<bool>("is_valid");
        const auto row = [](const char* name, const std::string& tag, bool is_valid) {
            QTest::newRow(name) << tag << is_valid;
        };
        row("word", "baseline", true);
        row("letters of other scripts", "größe-基线", true);
        row("signs", "v1.2/lr=0.1#3", true);
        row("64 bytes", std::string(64, 'x'), true);
        row("65 bytes", std::string(65, 'x'), false);
        row("empty", "", false);
        row("space", "a b", false);
        row("comma", "a,b", false);
        row("line end", "a\nb", false);
        row("NUL", std::string("a\0b", 3), false);
        row("delete", "a\x7F", false);
        row("space that does not break",
            "a\xC2\xA0"
            "b",
            false);
        row("control beyond ASCII", "a\xC2\x85", false);
        row("wide space",
            "a\xE3\x80\x80"
            "b",
            false);
        row("wide comma",
            "a\xEF\xBC\x8C"
            "b",
            false);
        row("no UTF-8", "a\xFF", false);
        row("like an option", "-x", false);
    }
    void tags_are_short_words() {
        QFETCH(std::string, tag);
        QFETCH(bool, is_valid);
        const auto status = check_tag(tag);
        QCOMPARE(status.ok(), is_valid);
        if (is_valid) return;
        QCOMPARE(status.error().code, ErrorCode::invalid_argument);
        QVERIFY(status.error().message.find("baseline") != std::string::npos);
    }

    void notes_are_text_data() {
        QTest::addColumn<std::string>("note");
        QTest::addColumn<bool>("is_valid");
        QTest::newRow("lines") << std::string("a\n\tb\r\n") << true;
        QTest::newRow("empty") << std::string() << true;
        QTest::newRow("64 KiB") << std::string(65536, 'x') << true;
        QTest::newRow("more") << std::string(65537, 'x') << false;
        QTest::newRow("escape") << std::string("\x1B[2J") << false;
        QTest::newRow("NUL") << std::string("a\0", 2) << false;
        QTest::newRow("no UTF-8") << std::string("\xE9t\xE9") << false;
    }
    void notes_are_text() {
        QFETCH(std::string, note);
        QTEST(check_note(note).ok(), "is_valid");
    }

    void a_change_leaves_the_rest() {
        const RunLabels before{.note = "n", .tags = {"a", "b"}, .favourite = true, .archived = false};
        const auto after = changed_labels(before, {.add_tags = {"c", "a"}, .remove_tags = {"b", "none"}});
        VERIFY_OK(after);
        QVERIFY((*after == RunLabels{"n", {"a", "c"}, true, false}));
        const auto flags = changed_labels(before, {.note = "", .favourite = false, .archived = true});
        VERIFY_OK(flags);
        QVERIFY((*flags == RunLabels{"", {"a", "b"}, false, true}));
        QVERIFY(*changed_labels(before, {}) == before);
        VERIFY_ERROR(changed_labels(before, {.add_tags = {"ok", "not ok"}}), ErrorCode::invalid_argument);
        LabelChange many;
        for (std::size_t i = 0; i < RunLabels::most_tags; ++i)
            many.add_tags.insert("t" + std::to_string(i));
        VERIFY_OK(changed_labels({}, many));
        VERIFY_ERROR(changed_labels(before, many), ErrorCode::invalid_argument);
    }
};

STEPVAULT_TEST(TestRunLabels)

}  // namespace test_run_labels

#include "test_run_labels.moc"
