#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "support/registry.h"

namespace test_translations {

namespace {

const QString source = QStringLiteral(STEPVAULT_SOURCE_DIR);

struct Message {
    QString text;
    QString translation;
    bool finished = false;
};

QList<Message> messagesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QXmlStreamReader xml(&file);
    QList<Message> messages;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        if (xml.name() == QLatin1String("message")) messages.append(Message());
        if (messages.isEmpty()) continue;
        if (xml.name() == QLatin1String("source")) messages.last().text = xml.readElementText();
        if (xml.name() == QLatin1String("translation")) {
            messages.last().finished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            messages.last().translation = xml.readElementText();
        }
    }
    return messages;
}

QSet<QString> placesIn(const QString& text) {
    static const QRegularExpression place(QStringLiteral("%\\d"));
    QSet<QString> places;
    for (auto matches = place.globalMatch(text); matches.hasNext();)
        places.insert(matches.next().captured());
    return places;
}

}  // namespace

class TestTranslations : public QObject {
    Q_OBJECT

 private slots:
    void everyWordIsTranslated_data();
    void everyWordIsTranslated();
    void everyWordOfTheSourcesIsThere_data() { everyWordIsTranslated_data(); }
    void everyWordOfTheSourcesIsThere();
};

void TestTranslations::everyWordIsTranslated_data() {
    QTest::addColumn<QString>("file");
    for (const char* language : {"de", "zh_CN"})
        QTest::newRow(language) << QStringLiteral("stepvault_%1.ts").arg(QLatin1String(language));
}

void TestTranslations::everyWordIsTranslated() {
    QFETCH(QString, file);
    const auto messages = messagesOf(source % u"/resources/translations/" % file);
    QVERIFY(messages.size() > 300);
    for (const Message& message : messages) {
        QVERIFY2(message.finished && !message.translation.isEmpty(), qPrintable(message.text));
        QVERIFY2(placesIn(message.translation) == placesIn(message.text), qPrintable(message.translation));
    }
}

void TestTranslations::everyWordOfTheSourcesIsThere() {
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const QString copy = folder.filePath(file);
    QVERIFY(QFile::copy(source % u"/resources/translations/" % file, copy));
    const auto before = messagesOf(copy).size();
    QStringList arguments{QStringLiteral("-locations"),   QStringLiteral("none"),
                          QStringLiteral("-no-obsolete"), QStringLiteral("-silent"),
                          QStringLiteral("-I"),           source};
    for (const char* part : {"/ui", "/app/gui"})
        arguments << source % QLatin1String(part);
    arguments << QStringLiteral("-ts") << copy;
    QProcess lupdate;
    lupdate.start(QStringLiteral(STEPVAULT_LUPDATE), arguments);
    QVERIFY(lupdate.waitForFinished(60000));
    QCOMPARE(lupdate.exitCode(), 0);
    QCOMPARE(messagesOf(copy).size(), before);
    for (const Message& message : messagesOf(copy))
        QVERIFY2(message.finished, qPrintable(message.text));
}

STEPVAULT_TEST(TestTranslations)

}  // namespace test_translations

#include "test_translations.moc"
