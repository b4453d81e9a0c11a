#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>

#include "support/registry.h"
#include "ui/help/guide_browser.h"
#include "ui/help/guide_search.h"
#include "ui/help/guide_window.h"

namespace test_guide {

using namespace stepvault::ui;

namespace {

/// All matches of `pattern` in `text`, or of its first group if it has one.
QStringList allOf(const QString& pattern, const QString& text) {
    const QRegularExpression expression(
        pattern, QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (const QRegularExpressionMatch& match : expression.globalMatch(text))
        found << match.captured(match.lastCapturedIndex());
    return found;
}

QStringList blocksOf(const QString& text) {
    return allOf(QStringLiteral("^```.*?^```$"), text);
}

QSet<QString> commandsOf(QString text) {
    for (const QString& block : blocksOf(text))
        text.remove(block);
    const QStringList commands = allOf(QStringLiteral("`([^`]+)`"), text);
    return {commands.begin(), commands.end()};
}

/// The targets of links to pages and pictures.
QStringList targetsOf(const QString& text) {
    return allOf(QStringLiteral("\\]\\((?:\\.\\./)*([^)]+)\\)"), text);
}

QList<GuidePage> pagesIn(const QString& language) {
    const QLocale before;
    QLocale::setDefault(QLocale(language));
    const QList<GuidePage> pages = guidePages();
    QLocale::setDefault(before);
    return pages;
}

}  // namespace

/// Uses keys and clicks in the guide's window, in each language.
class TestGuide : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase_data();
    void init();
    void cleanup();

    void everyPageOpensByAClick();
    void eachTopicHasASection();
    void linksAndPicturesLeadSomewhere();
    void pagesWithTheWordsAreLeft();
    void wordsAreMarked();
    void pagesSayTheSameInEachLanguage();
    void otherLanguagesAreFound();
    void chineseIsFoundWithoutSpaces();

 private:
    QStringList shownTitles() const;
    void type(const QString& words);

    std::unique_ptr<GuideWindow> guide_;
};

void TestGuide::initTestCase_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("onlyInCluster");
    QTest::addColumn<QString>("toMark");
    QTest::addColumn<QSet<QString>>("marked");
    QTest::newRow("en") << QStringLiteral("en") << QStringLiteral("reed-solomon NODE")
                        << QStringLiteral("relative error")
                        << QSet<QString>{QStringLiteral("relative"), QStringLiteral("error")};
    QTest::newRow("de") << QStringLiteral("de") << QStringLiteral("reed-solomon KNOTEN")
                        << QStringLiteral("relative fehler")
                        << QSet<QString>{QStringLiteral("relative"), QStringLiteral("fehler")};
    QTest::newRow("zh_CN") << QStringLiteral("zh_CN") << QStringLiteral("reed-solomon节点")
                           << QStringLiteral("相对误差检查点")
                           << QSet<QString>{QStringLiteral("相对误差"), QStringLiteral("检查点")};
}

void TestGuide::init() {
    QFETCH_GLOBAL(QString, language);
    QLocale::setDefault(QLocale(language));
    guide_ = std::make_unique<GuideWindow>(nullptr);
    guide_->show();
    QVERIFY(QTest::qWaitForWindowExposed(guide_.get()));
}

void TestGuide::cleanup() {
    guide_.reset();
}

QStringList TestGuide::shownTitles() const {
    QStringList titles;
    for (int row = 0; row < guide_->index().count(); ++row) {
        if (!guide_->index().item(row)->isHidden()) titles << guide_->index().item(row)->text();
    }
    return titles;
}

void TestGuide::type(const QString& words) {
    for (const QChar key : words) {
        // Commits text the way an input method does, because QTest's keys are limited to Latin.
        if (key.unicode() < 128) {
            QTest::keyClick(&guide_->search(), key.toLatin1());
        } else {
            QInputMethodEvent commit;
            commit.setCommitString(key);
            QCoreApplication::sendEvent(&guide_->search(), &commit);
        }
    }
}

void TestGuide::everyPageOpensByAClick() {
    QListWidget& index = guide_->index();
    const QStringList titles = shownTitles();
    QVERIFY(!titles.contains(QString()));
    QCOMPARE(index.count(), 7);
    QCOMPARE(index.currentRow(), 0);
    QCOMPARE(QSet<QString>(titles.begin(), titles.end()).size(), 7);
    for (int row = index.count(); row-- > 0;) {
        QTest::mouseClick(index.viewport(), Qt::LeftButton, Qt::NoModifier,
                          index.visualItemRect(index.item(row)).center());
        QTRY_COMPARE(index.currentRow(), row);
        const QString text = guide_->browser().toPlainText();
        QVERIFY2(text.startsWith(index.item(row)->text()), qPrintable(text.left(80)));
        for (const char* source : {"not run", "**", "](", "```"})
            QVERIFY2(!text.contains(QLatin1String(source)), qPrintable(text));
        QCOMPARE(guide_->browser().horizontalScrollBar()->maximum(), 0);
    }
}

void TestGuide::eachTopicHasASection() {
    guide_->open(GuideTopic::webhook);
    int sections = 0;
    QTextBlock last;
    for (QTextBlock block = guide_->browser().document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() != 2) continue;
        ++sections;
        last = block;
    }
    QCOMPARE(sections, static_cast<int>(GuideTopic::webhook) + 1);
    QCOMPARE(guide_->browser().textCursor().block().text(), last.text());
    guide_->open(GuideTopic::bits);
    const int top = guide_->browser().cursorRect().top();
    QVERIFY2(top >= 0 && top < 60, qPrintable(QString::number(top)));
    QVERIFY(guide_->browser().textCursor().block().blockNumber() < last.blockNumber());
}

void TestGuide::linksAndPicturesLeadSomewhere() {
    const QRegularExpression reference(QStringLiteral("\\]\\(([^)]+)\\)"));
    int pages = 0;
    int pictures = 0;
    for (const GuidePage& page : guidePages()) {
        for (const QRegularExpressionMatch& link : reference.globalMatch(page.text)) {
            const QUrl url = page.url.resolved(QUrl(link.captured(1)));
            if (url.path().endsWith(QLatin1String(".png"))) {
                QVERIFY2(!QImage(QLatin1Char(':') + url.path()).isNull(), qPrintable(url.toString()));
                ++pictures;
            } else {
                guide_->browser().setSource(url);
                QTRY_COMPARE(guidePages()[guide_->index().currentRow()].url.path(), url.path());
                ++pages;
            }
        }
    }
    QVERIFY(pages > 0);
    QVERIFY(pictures > 0);
}

void TestGuide::pagesWithTheWordsAreLeft() {
    const QStringList all = shownTitles();
    QFETCH_GLOBAL(QString, onlyInCluster);
    type(onlyInCluster);
    const QString cluster = guidePages()[4].title;
    QCOMPARE(shownTitles(), QStringList(cluster));
    QVERIFY(guide_->browser().toPlainText().startsWith(cluster));

    QTest::keyClicks(&guide_->search(), QStringLiteral(" nowhere"));
    QCOMPARE(shownTitles(), QStringList());
    const auto labels = guide_->findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().startsWith(QLatin1String("No page"));
    }));

    guide_->search().clear();
    QCOMPARE(shownTitles(), all);
}

void TestGuide::wordsAreMarked() {
    QFETCH_GLOBAL(QString, toMark);
    type(toMark);
    const auto marks = guide_->browser().extraSelections();
    QVERIFY(!marks.isEmpty());
    QSet<QString> words;
    for (const auto& mark : marks)
        words << mark.cursor.selectedText().toLower();
    QFETCH_GLOBAL(QSet<QString>, marked);
    QCOMPARE(words, marked);
    guide_->search().clear();
    QVERIFY(guide_->browser().extraSelections().isEmpty());
}

void TestGuide::pagesSayTheSameInEachLanguage() {
    QFETCH_GLOBAL(QString, language);
    const QList<GuidePage> english = pagesIn(QStringLiteral("en"));
    const QList<GuidePage> pages = guidePages();
    QCOMPARE(pages.size(), english.size());
    const QString folder = language == QLatin1String("en") ? QString() : language % QLatin1Char('/');
    const QString path = QStringLiteral("/guide/help/%1").arg(folder);
    QCOMPARE(QDir(QLatin1Char(':') % path).entryList(QDir::Files).size(), english.size());
    const QString heading = QStringLiteral("^#+ ");
    const QString row = QStringLiteral("^\\|");
    const QString paragraph = QStringLiteral("\n\n");
    for (int at = 0; at < pages.size(); ++at) {
        const GuidePage& page = pages[at];
        QCOMPARE(page.url.path(), path % english[at].url.fileName());
        QCOMPARE(blocksOf(page.text), blocksOf(english[at].text));
        QCOMPARE(commandsOf(page.text), commandsOf(english[at].text));
        QCOMPARE(targetsOf(page.text), targetsOf(english[at].text));
        for (const QString& part : {heading, row, paragraph})
            QCOMPARE(allOf(part, page.text), allOf(part, english[at].text));
    }
}

void TestGuide::otherLanguagesAreFound() {
    QFETCH_GLOBAL(QString, language);
    const QHash<QString, QStringList> alike{
        {QStringLiteral("en"), {QStringLiteral("C"), QStringLiteral("fr_FR"), QStringLiteral("zh_TW")}},
        {QStringLiteral("de"), {QStringLiteral("de_AT")}},
        {QStringLiteral("zh_CN"), {QStringLiteral("zh_Hans_CN")}}};
    for (const QString& other : alike.value(language))
        QCOMPARE(pagesIn(other).first().url, guidePages().first().url);
}

void TestGuide::chineseIsFoundWithoutSpaces() {
    const QString text = QStringLiteral("从存储库恢复任意一步的检查点。");
    QVERIFY(hasWords(text, QStringLiteral("恢复")));
    QVERIFY(hasWords(text, QStringLiteral("恢复检查点")));
    QVERIFY(hasWords(text, QStringLiteral("检查点　存储库")));
    QVERIFY(hasWords(text, QStringLiteral("步")));
    QVERIFY(!hasWords(text, QStringLiteral("删除检查点")));
    QVERIFY(!hasWords(text, QStringLiteral("点恢复")));
    // Trying one split after another would take forever.
    const QString sentence = QStringLiteral("的检查点").repeated(500);
    QVERIFY(!hasWords(sentence, sentence + QStringLiteral("误")));
    QCOMPARE(wordsOf(QStringLiteral("恢复检查点 Step"), text),
             (QStringList{QStringLiteral("恢复"), QStringLiteral("检查点"), QStringLiteral("Step")}));
}

STEPVAULT_TEST(TestGuide)

}  // namespace test_guide

#include "test_guide.moc"
