#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <QTemporaryDir>
#include <QtTest>

#include "support/event_loop_watch.h"
#include "support/registry.h"

namespace test_event_loop_watch {

using namespace stepvault::ui::tests;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The watch reports the calls it is made for, and no others.
class TestEventLoopWatch : public QObject {
    Q_OBJECT

 private slots:
    void workInAnEventIsSeen();
    void allElseIsNot();

 private:
    /// The findings for `work` when the event loop runs it.
    QStringList inAnEvent(const std::function<void()>& work) {
        const EventLoopWatch watch(folder_.path().toStdString());
        QMetaObject::invokeMethod(this, work, Qt::QueuedConnection);
        QCoreApplication::processEvents();
        return watch.findings();
    }
    [[nodiscard]] fs::path file() const { return fs::path(folder_.path().toStdString()) / "file"; }

    QTemporaryDir folder_;
};

void TestEventLoopWatch::workInAnEventIsSeen() {
    const QString where =
        QStringLiteral(" in MetaCall of %1").arg(QLatin1String(staticMetaObject.className()));
    QCOMPARE(inAnEvent([this] { std::ofstream(file()).put('x'); }),
             QStringList({"open file" + where, "write file" + where}));
    QCOMPARE(inAnEvent([this] { std::ifstream(file()).get(); }),
             QStringList({"open file" + where, "read file" + where}));
    QCOMPARE(inAnEvent([this] { (void)fs::file_size(file()); }), QStringList{"look at file" + where});
    QCOMPARE(inAnEvent([this] { fs::remove(file()); }).size(), 1);
    QCOMPARE(inAnEvent([] { std::thread([] {}).join(); }), QStringList{"join and waits" + where});
    QCOMPARE(inAnEvent([] { std::this_thread::sleep_for(1ns); }), QStringList{"sleep and waits" + where});
}

void TestEventLoopWatch::allElseIsNot() {
    QCOMPARE(inAnEvent([] { (void)fs::exists("/"); }), QStringList());
    const EventLoopWatch watch(folder_.path().toStdString());
    std::ofstream(file()).put('x');
    std::thread other;
    QMetaObject::invokeMethod(
        this, [&] { other = std::thread([this] { fs::remove(file()); }); }, Qt::QueuedConnection);
    QCoreApplication::processEvents();
    other.join();
    QVERIFY(!fs::exists(file()));
    QCOMPARE(watch.findings(), QStringList());
}

STEPVAULT_TEST(TestEventLoopWatch)

}  // namespace test_event_loop_watch

#include "test_event_loop_watch.moc"
