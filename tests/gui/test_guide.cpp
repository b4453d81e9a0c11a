#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>

#include "ui/help/guide_browser.h"
#include "ui/help/guide_window.h"

using namespace stepvault::ui;

/// By keys and clicks in the guide's own window.
class TestGuide : public QObject {
    Q_OBJECT

 private slots:
    void init();
    void cleanup();

    void everyPageOpensByAClick();
    void linksAndPicturesLeadSomewhere();
    void pagesWithTheWordsAreLeft();
    void wordsAreMarked();

 private:
    QStringList shownTitles() const;

    std::unique_ptr<GuideWindow> guide_;
};

void TestGuide::init() {
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

void TestGuide::everyPageOpensByAClick() {
    QListWidget& index = guide_->index();
    QCOMPARE(index.count(), 7);
    QCOMPARE(index.currentRow(), 0);
    for (int row = index.count(); row-- > 0;) {
        QTest::mouseClick(index.viewport(), Qt::LeftButton, Qt::NoModifier,
                          index.visualItemRect(index.item(row)).center());
        QTRY_COMPARE(index.currentRow(), row);
        const QString text = guide_->browser().toPlainText();
        QVERIFY2(text.startsWith(index.item(row)->text()), qPrintable(text.left(80)));
        QVERIFY(!text.contains(QLatin1String("not run")));
        QCOMPARE(guide_->browser().horizontalScrollBar()->maximum(), 0);
    }
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
    QTest::keyClicks(&guide_->search(), QStringLiteral("reed-solomon NODE"));
    QCOMPARE(shownTitles(), QStringList(QStringLiteral("Clusters")));
    QVERIFY(guide_->browser().toPlainText().startsWith(QLatin1String("Clusters")));

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
    QTest::keyClicks(&guide_->search(), QStringLiteral("relative error"));
    const auto marks = guide_->browser().extraSelections();
    QVERIFY(!marks.isEmpty());
    QSet<QString> marked;
    for (const auto& mark : marks)
        marked << mark.cursor.selectedText().toLower();
    QCOMPARE(marked, (QSet<QString>{QStringLiteral("relative"), QStringLiteral("error")}));
    guide_->search().clear();
    QVERIFY(guide_->browser().extraSelections().isEmpty());
}

QTEST_MAIN(TestGuide)
#include "test_guide.moc"
