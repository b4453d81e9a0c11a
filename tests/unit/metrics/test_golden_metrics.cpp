#include <bit>
#include <random>

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "support/registry.h"

namespace test_golden_metrics {

using namespace stepvault;
using namespace stepvault::test;

namespace {

const QString golden = QStringLiteral(STEPVAULT_SOURCE_DIR "/tests/golden/metrics");

QByteArray slurp(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString bits(double value) {
    return QStringLiteral("%1").arg(std::bit_cast<quint64>(value), 16, 16, QLatin1Char('0'));
}

/// tag@step time value, both numbers as their bits.
QString exact(const MetricPoint& p) {
    return QStringLiteral("%1@%2 %3 %4")
        .arg(QString::fromStdString(p.tag))
        .arg(p.step)
        .arg(bits(p.time), bits(p.value));
}

QStringList exact(const Result<std::vector<MetricPoint>>& points) {
    if (!points.ok()) return {QString::fromStdString(points.error().message)};
    QStringList text;
    for (const auto& p : *points)
        text += exact(p);
    return text;
}

bool is_subsequence(const QStringList& part, const QStringList& whole) {
    auto at = whole.begin();
    for (const auto& p : part) {
        at = std::find(at, whole.end(), p);
        if (at++ == whole.end()) return false;
    }
    return true;
}

QByteArray with_flips(QByteArray content, std::mt19937& random) {
    const auto flips = 1 + random() % 4;
    for (unsigned i = 0; i < flips; ++i) {
        const auto at = static_cast<qsizetype>(random() % static_cast<unsigned>(content.size()));
        content[at] = static_cast<char>(content[at] ^ (1U << random() % 8));
    }
    return content;
}

}  // namespace

/// Reads files of every format: the points must equal those that the framework's own reader or the generating
/// script gives, to the bit; also while the file grows by portions of any size, is cut off anywhere, or has
/// flipped bits.
class TestGoldenMetrics : public QObject {
    Q_OBJECT

    std::optional<QTemporaryDir> folder_;
    QString name_;
    QByteArray content_;
    QStringList expected_;

 private slots:
    void init() { folder_.emplace(); }

    void as_expected_data() { add_files(); }
    void as_expected() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        const auto source = open_metric_source(to_path(golden + '/' + name_));
        QVERIFY(source != nullptr);
        QCOMPARE(exact(source->poll()), expected_);
        QCOMPARE(exact(source->poll()), QStringList());
    }

    void every_file_is_expected() {
        QStringList found;
        QDirIterator files(golden, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const auto name = QDir(golden).relativeFilePath(files.next());
            const auto ending = QFileInfo(name).suffix();
            if (ending == "py" || ending == "yaml" || name.startsWith("expected")) continue;
            found << name;
        }
        found.sort();
        QVERIFY2(found.size() >= 20, qPrintable(QString::number(found.size())));
        QCOMPARE(found, expectations().keys());
    }

    void grows_byte_by_byte_data() { add_files(); }
    void grows_byte_by_byte() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        QVERIFY(grows([] { return 1; }));
    }

    void grows_by_portions_data() { add_files(); }
    void grows_by_portions() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        std::mt19937 random(7);
        for (int i = 0; i < 20; ++i)
            QVERIFY(grows([&] { return static_cast<int>(random() % 200); }));
    }

    void cut_off_anywhere_data() { add_files(); }
    void cut_off_anywhere() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        const qsizetype stride = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST") ? 1 : 5;
        for (qsizetype cut = 0; cut < content_.size(); cut += stride) {
            QVERIFY(put_new(content_.left(cut)));
            const auto source = open_metric_source(file());
            QVERIFY(source != nullptr);
            auto points = exact(source->poll());
            QCOMPARE(points, expected_.mid(0, points.size()));
            QVERIFY(append(name_in_folder(), content_.mid(cut)));
            points += exact(source->poll());
            if (points != expected_) QFAIL(qPrintable(QString("cut at %1").arg(cut)));
        }
    }

    void shrinks_and_is_replaced_data() { add_files(); }
    void shrinks_and_is_replaced() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        QVERIFY(put(content_));
        const auto source = open_metric_source(file());
        QCOMPARE(exact(source->poll()), expected_);
        QVERIFY(put(content_.left(content_.size() / 2)));
        auto points = exact(source->poll());
        QVERIFY(append(name_in_folder(), content_.mid(content_.size() / 2)));
        points += exact(source->poll());
        // Half of a file that is a single document has no points, and the rest brings none.
        const bool is_document = name_.endsWith("trainer_state.json") || name_.endsWith("evaluations.npz");
        if (!is_document) QCOMPARE(points, expected_);
        const auto other = name_in_folder() + ".new";
        QVERIFY(write(other, content_ + '\n'));
        QVERIFY(QFile::remove(name_in_folder()) && QFile::rename(other, name_in_folder()));
        if (!is_document) QCOMPARE(exact(source->poll()), expected_);
    }

    void flipped_bits_are_harmless_data() { add_files(); }
    void flipped_bits_are_harmless() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        // Another record, which the flip may damage, can name a tensor's plugin.
        const bool checked = name_.endsWith(".0") || name_.endsWith(".wandb");
        std::mt19937 random(11);
        for (int i = 0; i < flip_rounds; ++i) {
            QVERIFY(put_new(with_flips(content_, random)));
            const auto source = open_metric_source(file());
            if (source == nullptr) continue;
            const auto points = source->poll();
            QVERIFY(points.ok());
            QVERIFY((*points).size() <= static_cast<std::size_t>(content_.size()));
            if (checked) QVERIFY(is_subsequence(exact(points), expected_));
        }
    }

    void flipped_bits_under_right_checksums_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("PyTorch") << "events.out.tfevents.1700000000.host.1.0";
        QTest::newRow("TensorFlow") << "events.out.tfevents.1700000001.host.2.0.v2";
        QTest::newRow("odd events") << "events.out.tfevents.1700000002.host.3.0";
        QTest::newRow("tensors of every encoding") << "events.out.tfevents.1700000003.host.4.0.v2";
        QTest::newRow("W&B") << "run-golden.wandb";
        QTest::newRow("odd W&B") << "run-odd.wandb";
    }
    void flipped_bits_under_right_checksums() {
        QFETCH(QString, name);
        QVERIFY(fetch(name));
        const bool events = name_.contains("tfevents");
        std::mt19937 random(13);
        for (int i = 0; i < flip_rounds; ++i) {
            QByteArray content = events ? QByteArray() : content_.left(7);
            for (auto at = content.size(); at < content_.size();) {
                const auto length = static_cast<qsizetype>(
                    events ? load<std::uint64_t>(as_view(content_.toStdString()), std::size_t(at))
                           : load<std::uint16_t>(as_view(content_.toStdString()), std::size_t(at) + 4));
                auto data = content_.mid(at + (events ? 12 : 7), length);
                if (random() % 4 == 0 && !data.isEmpty()) data = with_flips(data, random);
                content += events ? event_record(data) : wandb_chunk(content_[at + 6], data);
                at += length + (events ? 16 : 7);
            }
            QVERIFY(put_new(content));
            const auto points = open_metric_source(file())->poll();
            QVERIFY(points.ok());
            for (const auto& p : *points)
                QVERIFY(!p.tag.empty() && p.tag.size() <= 600);
        }
    }

 private:
    static constexpr int flip_rounds = 200;

    static QJsonObject expectations() {
        QJsonObject all;
        for (const auto* name : {"/expected.json", "/expected_real.json"}) {
            const auto one = QJsonDocument::fromJson(slurp(golden + name)).object();
            for (auto it = one.begin(); it != one.end(); ++it)
                all.insert(it.key(), it.value());
        }
        return all;
    }

    static void add_files() {
        QTest::addColumn<QString>("name");
        for (const auto& name : expectations().keys())
            QTest::newRow(qPrintable(name)) << name;
    }

    bool fetch(const QString& name) {
        name_ = name;
        content_ = slurp(golden + '/' + name_);
        expected_.clear();
        for (const auto& entry : expectations().value(name_).toArray()) {
            const auto p = entry.toArray();
            expected_ += QStringLiteral("%1@%2 %3 %4")
                             .arg(p.at(0).toString())
                             .arg(p.at(1).toInteger())
                             .arg(p.at(2).toString(), p.at(3).toString());
        }
        return !content_.isEmpty() && !expected_.isEmpty();
    }

    [[nodiscard]] QString name_in_folder() const { return folder_->filePath(name_); }
    [[nodiscard]] std::filesystem::path file() const { return to_path(name_in_folder()); }

    bool put(const QByteArray& content) {
        if (!QDir().mkpath(QFileInfo(name_in_folder()).path())) return false;
        const auto metrics = name_.indexOf("/metrics/");
        if (metrics > 0 && !write(folder_->filePath(name_.left(metrics) + "/meta.yaml"), "run_id: run\n"))
            return false;
        return write(name_in_folder(), content);
    }

    /// Replaces the file by a new one, because a file system flushes a truncated file at once, which takes a
    /// while.
    bool put_new(const QByteArray& content) {
        QFile::remove(name_in_folder());
        return put(content);
    }

    template <class Portion>
    bool grows(Portion portion) {
        if (!put({})) return false;
        const auto source = open_metric_source(file());
        QStringList points;
        for (qsizetype at = 0; at < content_.size();) {
            const auto n = portion();
            if (!append(name_in_folder(), content_.mid(at, n))) return false;
            at += n;
            points += exact(source->poll());
        }
        if (points != expected_) qWarning() << points;
        return points == expected_;
    }
};

STEPVAULT_TEST(TestGoldenMetrics)

}  // namespace test_golden_metrics

#include "test_golden_metrics.moc"
