#include <algorithm>

#include <QTemporaryDir>
#include <QtTest>

#include "run/training_arguments.h"
#include "run_test_files.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_training_arguments {

using namespace stepvault;
using namespace stepvault::test;

/// A file that the Trainer of Hugging Face wrote, whole and damaged.
class TestTrainingArguments : public QObject {
    Q_OBJECT

    const std::filesystem::path file_ =
        to_path(QStringLiteral(STEPVAULT_SOURCE_DIR "/tests/golden/run/training_args.bin"));

 private slots:
    void plain_values() {
        const auto read = read_training_arguments(file_);
        VERIFY_OK(read);
        QStringList lines;
        for (const auto& p : *read)
            lines += QString::fromStdString(p.key + "=" + value_text(p.value)) + " " + "nbt"[p.value.index()];
        for (const char* expected :
             {"learning_rate=3e-04 n", "weight_decay=0.1 n", "max_steps=1000 n", "lr_scheduler_type=cosine t",
              "optim=adamw_torch_fused t", "eval_strategy=no t", "use_cpu=true b", "output_dir=out t",
              "label_names=[\"labels\"] t", "accelerator_config.even_batches=true b", "seed=7 n"})
            QVERIFY2(lines.contains(QLatin1String(expected)), expected);
        QVERIFY(std::ranges::is_sorted(*read, {}, &Hyperparameter::key));
        // Neither nulls nor secrets.
        QVERIFY(lines.filter(QStringLiteral("optim_args")).isEmpty());
        QVERIFY(lines.filter(QStringLiteral("hf_for_nobody_else")).isEmpty());
    }

    void other_files_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("learning_rate: 1");
        QFile whole(QString::fromStdString(file_.native()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        QTest::newRow("cut") << whole.readAll().first(3000);
        QTest::newRow("tensors") << safetensors();
    }
    void other_files() {
        QFETCH(QByteArray, content);
        QTemporaryDir dir;
        const auto path = dir.filePath(QStringLiteral("training_args.bin"));
        QVERIFY(write(path, content));
        const auto read = read_training_arguments(to_path(path));
        VERIFY_ERROR(read, ErrorCode::corrupt);
        QVERIFY(read.error().message.find(path.toStdString()) != std::string::npos);
    }

    void any_byte_may_be_wrong() {
        QFile whole(QString::fromStdString(file_.native()));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray content = whole.readAll();
        QTemporaryDir dir;
        const auto path = dir.filePath(QStringLiteral("training_args.bin"));
        for (qsizetype i = 0; i < content.size(); i += 7) {
            QByteArray damaged = content;
            damaged[i] = static_cast<char>(~damaged[i]);
            QVERIFY(write(path, damaged));
            (void)read_training_arguments(to_path(path));
        }
    }
};

STEPVAULT_TEST(TestTrainingArguments)

}  // namespace test_training_arguments

#include "test_training_arguments.moc"
