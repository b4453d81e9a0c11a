#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>
#include <QTranslator>
#include <QtTest>

#include "gui/bits_page_test.h"
#include "support/registry.h"
#include "ui/theme/sizes.h"
#include "ui/widgets/menu_choice.h"

namespace test_bits_fit {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

/// The page in small windows and in all languages.
class TestBitsFit : public BitsPageTest {
    Q_OBJECT

 private slots:
    void initTestCase() {
        makeRuns();
        // Its still second moments are explained by a note.
        run_ = train("fitted", {}, 1, 3);
    }

    void nothingIsClipped_data();
    void nothingIsClipped();

 private:
    RunSnapshot run_;
};

void TestBitsFit::nothingIsClipped_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    // The page's share of windows of 1280x800, 900x600 and 800x500.
    for (const char* language : {"en", "de", "zh_CN"}) {
        for (const QSize& size : {QSize(1008, 644), QSize(642, 444), QSize(536, 344)})
            QTest::addRow("%s %d", language, size.width()) << QString::fromLatin1(language) << size;
    }
}

void TestBitsFit::nothingIsClipped() {
    QFETCH(QString, language);
    QFETCH(QSize, size);
    QTranslator words;
    const QString file = QStringLiteral(STEPVAULT_BINARY_DIR "/app/gui/stepvault_%1.qm").arg(language);
    if (language != QLatin1String("en"))
        QVERIFY(words.load(file) && QCoreApplication::installTranslator(&words));
    openPage();
    page_->resize(size);
    show(run_);
    QTest::qWait(0);
    QCOMPARE(page_->size(), size);
    const auto* area = page_->findChild<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(area != nullptr);
    QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    int seen = 0;
    for (const QWidget* widget : page_->findChildren<QWidget*>()) {
        if (!widget->isVisible() || qobject_cast<const MenuChoice*>(widget) != nullptr) continue;
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool isText = label != nullptr || qobject_cast<const QToolButton*>(widget) != nullptr ||
                            qobject_cast<const QPushButton*>(widget) != nullptr;
        if (!isText) continue;
        ++seen;
        const QString text = label != nullptr ? label->text() : widget->accessibleName();
        const bool isWrapped = label != nullptr && label->wordWrap();
        const int height = isWrapped ? widget->heightForWidth(widget->width()) : widget->sizeHint().height();
        QVERIFY2(isWrapped || widget->width() >= widget->sizeHint().width(), qPrintable(text));
        QVERIFY2(widget->height() >= height, qPrintable(text));
        for (const QWidget* parent = widget->parentWidget();
             parent != page_.get() && !parent->inherits("QScrollArea"); parent = parent->parentWidget()) {
            if (parent == area->viewport()) break;
            const QRect place(widget->mapTo(parent, QPoint()), widget->size());
            QVERIFY2(parent->rect().contains(place), qPrintable(text));
        }
    }
    QVERIFY(seen > 20);
    // The tables of the charts show their titles and cells whole.
    for (ChartTableCard* card : {&page_->rateCard(), &page_->exponentCard()}) {
        QTest::mouseClick(card->view().findChildren<QToolButton*>().back(), Qt::LeftButton);
        QTest::qWait(0);
        const QTableView& table = card->table();
        QVERIFY(table.isVisible());
        for (int column = 0; column < table.model()->columnCount(); ++column) {
            const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
            QFont caption = table.font();
            caption.setPixelSize(captionPixels);
            QVERIFY2(table.columnWidth(column) >= QFontMetrics(caption).horizontalAdvance(title) + 16,
                     qPrintable(title));
            for (int row = 0; row < table.model()->rowCount(); ++row) {
                const QString text = table.model()->index(row, column).data().toString();
                QVERIFY2(table.columnWidth(column) >= table.fontMetrics().horizontalAdvance(text) + 16,
                         qPrintable(text));
            }
        }
    }
    closePage();
}

STEPVAULT_TEST(TestBitsFit)

}  // namespace test_bits_fit

#include "test_bits_fit.moc"
