#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "db/backends.h"
#include "support/registry.h"
#include "ui/connect/connect_dialog.h"
#include "ui/start/start_page.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/filter_field.h"
#include "ui/window/main_window.h"
#include "ui/window/notice_bar.h"
#include "ui/window/window_actions.h"

namespace test_connect_dialog {

using namespace stepvault;
using namespace stepvault::ui;
using namespace Qt::StringLiterals;

class TestConnectDialog : public QObject {
    Q_OBJECT

 private slots:
    void init() { open({}); }

    void placeIsChecked_data();
    void placeIsChecked();
    void machineIsChosen();
    void keyboardLeavesTheFieldAlone();
    void machinesAreFiltered();
    void windowConnects();
    void startPageFits_data();
    void startPageFits();

 private:
    void open(const QStringList& recent) {
        dialog_ = std::make_unique<ConnectDialog>(recent);
        dialog_->show();
        QVERIFY(QTest::qWaitForWindowExposed(dialog_.get()));
    }
    /// The field for the place; the other one filters.
    QLineEdit& field() {
        for (QLineEdit* each : dialog_->findChildren<QLineEdit*>()) {
            if (qobject_cast<FilterField*>(each) == nullptr) return *each;
        }
        return *dialog_->findChild<QLineEdit*>();
    }
    QListWidget& list() { return *dialog_->findChild<QListWidget*>(); }
    static QPushButton* button(const QWidget& parent, const QString& text) {
        for (QPushButton* each : parent.findChildren<QPushButton*>()) {
            if (each->text() == text || each->accessibleName() == text) return each;
        }
        return nullptr;
    }
    QStringList shown() {
        QStringList texts;
        for (int row = 0; row < list().count(); ++row) {
            if (!list().item(row)->isHidden()) texts << list().item(row)->text();
        }
        return list().isVisible() ? texts : QStringList();
    }
    void click(const QString& text) {
        const auto items = list().findItems(text, Qt::MatchExactly);
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {},
                          list().visualItemRect(items.value(0)).center());
    }

    std::unique_ptr<ConnectDialog> dialog_;
};

void TestConnectDialog::placeIsChecked_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRight");
    QTest::newRow("host") << u"box"_s << true;
    QTest::newRow("all") << u"me@box:/data/my vault"_s << true;
    QTest::newRow("home") << u"box:~/vault"_s << true;
    QTest::newRow("spaces around") << u"  box:v "_s << true;
    QTest::newRow("IPv6") << u"me@[fe80::1]:v"_s << true;
    QTest::newRow("no host") << u":v"_s << false;
    QTest::newRow("user only") << u"me@"_s << false;
    QTest::newRow("option") << u"-oProxyCommand=x"_s << false;
    QTest::newRow("space") << u"two words"_s << false;
    QTest::newRow("folder") << u"/data/vault"_s << false;
}

void TestConnectDialog::placeIsChecked() {
    QFETCH(QString, text);
    QFETCH(bool, isRight);
    QPushButton* connecting = button(*dialog_, u"Connect"_s);
    QVERIFY(!connecting->isEnabled());
    field().setText(text);
    QCOMPARE(connecting->isEnabled(), isRight);
    bool isWrongShown = false;
    for (const QLabel* label : dialog_->findChildren<QLabel*>())
        isWrongShown = isWrongShown || label->text().contains(u"does not name a machine"_s);
    QCOMPARE(isWrongShown, !isRight);
    QTest::keyClick(&field(), Qt::Key_Return);
    QCOMPARE(dialog_->isVisible(), !isRight);
    QCOMPARE(dialog_->place(), text.trimmed());
}

void TestConnectDialog::machineIsChosen() {
    open({u"me@far:v"_s});
    dialog_->setHosts({u"box"_s, u"gpu"_s});
    QCOMPARE(shown(), (QStringList{u"Recent"_s, u"me@far:v"_s, u"In ~/.ssh/config"_s, u"box"_s, u"gpu"_s}));
    click(u"gpu"_s);
    QCOMPARE(dialog_->place(), u"gpu"_s);
    click(u"me@far:v"_s);
    QCOMPARE(dialog_->place(), u"me@far:v"_s);
    // A title is no machine; the same machine can be taken again.
    click(u"Recent"_s);
    field().setText(u"x"_s);
    click(u"me@far:v"_s);
    QCOMPARE(dialog_->place(), u"me@far:v"_s);
    QVERIFY(dialog_->isVisible());
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Down);
    QCOMPARE(dialog_->place(), u"box"_s);
    click(u"box"_s);
    QTest::mouseDClick(list().viewport(), Qt::LeftButton, {},
                       list().visualItemRect(list().currentItem()).center());
    QVERIFY(!dialog_->isVisible());
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    QCOMPARE(dialog_->place(), u"box"_s);
    open({u"me@near:v"_s, u"me@far:v"_s});
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Down);
    QCOMPARE(dialog_->place(), u"me@far:v"_s);
    QTest::keyClick(&list(), Qt::Key_Return);
    QCOMPARE(dialog_->result(), static_cast<int>(QDialog::Accepted));
    QCOMPARE(dialog_->place(), u"me@far:v"_s);
}

void TestConnectDialog::keyboardLeavesTheFieldAlone() {
    dialog_->setHosts({u"box"_s, u"gpu"_s});
    field().setText(u"other:v"_s);
    list().setFocus(Qt::TabFocusReason);
    QTRY_VERIFY(list().hasFocus());
    QCOMPARE(dialog_->place(), u"other:v"_s);
}

void TestConnectDialog::machinesAreFiltered() {
    auto* filter = dialog_->findChild<FilterField*>();
    QVERIFY(!filter->isVisible() && shown().isEmpty());
    dialog_->setHosts({u"a1"_s, u"a2"_s, u"a3"_s, u"b1"_s, u"b2"_s, u"b3"_s, u"c"_s});
    QVERIFY(filter->isVisible());
    filter->setText(u" B"_s);
    QCOMPARE(shown(), (QStringList{u"In ~/.ssh/config"_s, u"b1"_s, u"b2"_s, u"b3"_s}));
    filter->setText(u"none"_s);
    QVERIFY(shown().isEmpty());
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(dialog_->isVisible() && filter->text().isEmpty());
    QCOMPARE(shown().size(), 8);
}

void TestConnectDialog::windowConnects() {
    const QTemporaryDir folder;
    Theme theme(*qApp);
    AppSettings settings(folder.filePath(u"settings.ini"_s));
    settings.addRecentMachine(u"me@far:v"_s);
    MainWindow window(theme, settings, sqlite_backends());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto dialog = [&] { return window.findChild<ConnectDialog*>(); };
    QTest::mouseClick(button(window, u"Connect to a machine"_s), Qt::LeftButton);
    QVERIFY(dialog() != nullptr);
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(dialog() == nullptr);
    window.actions().connectMachine->trigger();
    QVERIFY(dialog() != nullptr);
    QCOMPARE(dialog()->findChild<QListWidget*>()->item(1)->text(), u"me@far:v"_s);
    dialog()->findChild<QListWidget*>()->setCurrentRow(1);
    QTest::mouseClick(button(*dialog(), u"Connect"_s), Qt::LeftButton);
    QTRY_VERIFY(window.notice().text().contains(u"me@far:v"_s));
    window.notice().dismiss();
    for (QToolButton* each : window.findChild<StartPage*>()->findChildren<QToolButton*>()) {
        if (each->text() == u"me@far:v"_s) each->click();
    }
    QVERIFY(window.notice().text().contains(u"me@far:v"_s));
    window.notice().dismiss();
    for (const QMenu* menu : window.findChildren<QMenu*>()) {
        for (QAction* action : menu->actions()) {
            if (action->text() == u"me@far:v"_s) action->trigger();
        }
    }
    QVERIFY(window.notice().text().contains(u"me@far:v"_s));
}

void TestConnectDialog::startPageFits_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("rows");
    QTest::newRow("small") << QSize(900, 530) << 2;
    QTest::newRow("usual") << QSize(1280, 728) << 1;
    QTest::newRow("wide") << QSize(2000, 1000) << 1;
}

void TestConnectDialog::startPageFits() {
    QFETCH(QSize, size);
    QFETCH(int, rows);
    const Theme theme(*qApp);
    StartPage page(theme);
    page.setRecent({"/data/vault", "/data/" + std::string(300, 'x')}, {u"me@far:v"_s});
    page.resize(size);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QCOMPARE(page.width(), size.width());
    std::set<int> tops;
    for (QWidget* each : page.findChildren<QPushButton*>()) {
        const QRect place(each->mapTo(&page, QPoint()), each->size());
        QVERIFY(page.rect().contains(place));
        tops.insert(place.top());
        for (const QLabel* label : each->findChildren<QLabel*>())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    }
    QCOMPARE(static_cast<int>(tops.size()), rows);
    for (QWidget* each : page.findChildren<QToolButton*>())
        QVERIFY(page.rect().contains(QRect(each->mapTo(&page, QPoint()), each->size())));
}

STEPVAULT_TEST(TestConnectDialog)

}  // namespace test_connect_dialog

#include "test_connect_dialog.moc"
