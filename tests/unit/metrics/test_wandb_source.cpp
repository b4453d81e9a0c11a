#include <QTemporaryDir>
#include <QtTest>

#include "metric_test_files.h"
#include "metrics/wandb_source.h"
#include "support/registry.h"

namespace test_wandb_source {

using namespace stepvault;
using namespace stepvault::test;

namespace {

const QByteArray header("\x3AW&B\xE1\xBE\0", 7);
constexpr qsizetype block = 32768;
enum : char { whole = 1, first = 2, middle = 3, last = 4 };

QByteArray varint(quint64 number) {
    QByteArray out;
    for (; number > 0x7F; number >>= 7)
        out += static_cast<char>(number | 0x80);
    return out + static_cast<char>(number);
}

QByteArray bytes_field(quint64 number, const QByteArray& data) {
    return varint(number << 3 | 2) + varint(static_cast<quint64>(data.size())) + data;
}

QByteArray item(const QByteArray& key, const QByteArray& json) {
    return bytes_field(1, bytes_field(2, key) + bytes_field(16, json));
}

/// A Record with one step's history, lengthened by `padding` bytes of text.
QByteArray loss_at(int step, qsizetype padding = 0) {
    auto items = item("loss", "0.5") + item("_step", QByteArray::number(step));
    if (padding > 0) items += item("note", '"' + QByteArray(padding, 'x') + '"');
    return bytes_field(2, items);
}

/// Writes records into blocks the way LevelDB's writer does.
class Log {
 public:
    void add(QByteArray data) {
        for (char type = whole; type != last && type != 0;) {
            auto left = block - bytes.size() % block;
            if (left < 7) {
                bytes += QByteArray(left, '\0');
                left = block;
            }
            const auto part = data.left(left - 7);
            data.remove(0, part.size());
            const bool begins = !inside_;
            inside_ = !data.isEmpty();
            type = begins ? (inside_ ? first : whole) : (inside_ ? middle : last);
            bytes += wandb_chunk(type, part);
            if (!inside_) return;
        }
    }
    QByteArray bytes = header;

 private:
    bool inside_ = false;
};

}  // namespace

class TestWandbSource : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    [[nodiscard]] QString file() const { return folder_.filePath("run-1a2b.wandb"); }

    QStringList read(const QByteArray& content) {
        if (!write(file(), content)) return {"not written"};
        WandbSource source(to_path(file()));
        return as_text(source.poll());
    }

 private slots:
    void records_lie_over_blocks() {
        // Among these lengths are all that leave 0 to 8 bytes in the first block.
        const auto around = block - 7 - 7 - Log().bytes.size() - loss_at(1, 30000).size() + 30000;
        for (auto padding = around - 40; padding < around + 20; ++padding) {
            Log log;
            log.add(loss_at(1, padding));
            log.add(loss_at(2));
            log.add(loss_at(3, 100000));
            log.add(loss_at(4));
            QCOMPARE(read(log.bytes), (QStringList{"loss@1=0.5", "loss@2=0.5", "loss@3=0.5", "loss@4=0.5"}));
        }
    }

    void grows_over_blocks() {
        Log log;
        QStringList expected;
        for (int step = 0; step < 60; ++step) {
            log.add(loss_at(step, step * 100));
            expected += QString("loss@%1=0.5").arg(step);
        }
        QVERIFY(log.bytes.size() > 4 * block);
        QVERIFY(write(file(), {}));
        WandbSource source(to_path(file()));
        QStringList points;
        for (qsizetype at = 0; at < log.bytes.size(); at += 1237) {
            QVERIFY(append(file(), log.bytes.mid(at, 1237)));
            points += as_text(source.poll());
        }
        QCOMPARE(points, expected);
    }

    void damage_costs_the_rest_of_its_block_data() {
        QTest::addColumn<int>("offset");  ///< of the changed byte in the second record's chunk
        QTest::newRow("checksum") << 0;
        QTest::newRow("length") << 5;
        QTest::newRow("type") << 6;
        QTest::newRow("data") << 9;
    }
    void damage_costs_the_rest_of_its_block() {
        QFETCH(int, offset);
        Log log;
        log.add(loss_at(1));
        const auto damaged = log.bytes.size() + offset;
        log.add(loss_at(2));
        log.add(loss_at(3));
        const auto end = log.bytes.size();
        log.add(loss_at(4, 2 * block));
        log.add(loss_at(5));
        log.bytes[damaged] = static_cast<char>(log.bytes[damaged] ^ 0x40);
        QCOMPARE(read(log.bytes), (QStringList{"loss@1=0.5", "loss@5=0.5"}));
        // As long as no block follows, the record may still be incomplete.
        QVERIFY(write(file(), log.bytes.left(end)));
        WandbSource source(to_path(file()));
        QCOMPARE(as_text(source.poll()), QStringList{"loss@1=0.5"});
        log.bytes[damaged] = static_cast<char>(log.bytes[damaged] ^ 0x40);
        QVERIFY(write(file(), log.bytes.left(end)));
        QCOMPARE(as_text(source.poll()), (QStringList{"loss@2=0.5", "loss@3=0.5"}));
    }

    void parts_that_do_not_belong_together_are_passed_over() {
        const auto cut = loss_at(1);
        const auto begin = wandb_chunk(first, cut.left(9));
        const auto end = wandb_chunk(last, cut.mid(9));
        const auto other = wandb_chunk(whole, loss_at(2));
        QCOMPARE(read(header + begin + end), QStringList{"loss@1=0.5"});
        QCOMPARE(read(header + begin + wandb_chunk(middle, {}) + end), QStringList{"loss@1=0.5"});
        QCOMPARE(read(header + end + other), QStringList{"loss@2=0.5"});
        QCOMPARE(read(header + begin + other + end), QStringList{"loss@2=0.5"});
        QCOMPARE(read(header + begin + begin + end), QStringList{"loss@1=0.5"});
        QCOMPARE(read(header + begin + wandb_chunk(9, "x") + end + other), QStringList{"loss@2=0.5"});
    }

    void media_are_no_curves() {
        const auto part = [](const QByteArray& key, const QByteArray& json) {
            return bytes_field(1, bytes_field(2, "val") + bytes_field(2, key) + bytes_field(16, json));
        };
        const auto image = part("_type", "\"image-file\"") + part("width", "64");
        const auto others = item("val/loss", "0.5") + item("_step", "1");
        QCOMPARE(read(header + wandb_chunk(whole, bytes_field(2, image + others))),
                 QStringList{"val/loss@1=0.5"});
        QCOMPARE(read(header + wandb_chunk(whole, bytes_field(2, part("width", "64") + others))),
                 (QStringList{"val/width@1=64", "val/loss@1=0.5"}));
    }

    void other_headers_are_not_read() {
        const auto record = wandb_chunk(whole, loss_at(1));
        QCOMPARE(read(header + record), QStringList{"loss@1=0.5"});
        QCOMPARE(read(QByteArray(":W&B\xE1\xBE\1", 7) + record), QStringList());
        QCOMPARE(read(record), QStringList());
    }

    void zeroed_blocks_are_passed_over() {
        Log log;
        log.add(loss_at(1));
        log.bytes += QByteArray(3 * block - log.bytes.size(), '\0');
        log.add(loss_at(2));
        QCOMPARE(read(log.bytes), (QStringList{"loss@1=0.5", "loss@2=0.5"}));
    }
};

STEPVAULT_TEST(TestWandbSource)

}  // namespace test_wandb_source

#include "test_wandb_source.moc"
