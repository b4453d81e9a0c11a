#include <QtTest>

#include "partition/model_shapes.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_model_shapes {

using namespace stepvault;

namespace {

struct Counts {
    std::uint64_t parameters = 0;  ///< elements with a first moment
    std::uint64_t tensors = 0;     ///< of the model, including buffers
    std::uint64_t steps = 0;
    std::uint64_t bytes = 0;
};

Counts count(const std::vector<ListedTensor>& list) {
    Counts counts;
    for (const auto& tensor : list) {
        counts.bytes += tensor.bytes;
        counts.tensors += tensor.name.starts_with("model.") ? 1U : 0U;
        counts.steps += tensor.name.ends_with(".step") ? 1U : 0U;
        if (tensor.name.ends_with(".exp_avg")) counts.parameters += tensor.bytes / 4;
    }
    return counts;
}

}  // namespace

class TestModelShapes : public QObject {
    Q_OBJECT

 private slots:
    /// Parameter counts as published, or as the original implementations give them.
    void as_published_data() {
        QTest::addColumn<quint64>("parameters");
        QTest::addColumn<quint64>("parameter_tensors");
        QTest::addColumn<quint64>("buffers");
        QTest::addColumn<quint64>("buffer_bytes");
        QTest::addColumn<quint64>("weight_size");
        constexpr quint64 none = 0;
        QTest::newRow("bert-large") << quint64{336'226'108} << quint64{398} << none << none << quint64{4};
        QTest::newRow("gpt2-small") << quint64{124'439'808} << quint64{148} << none << none << quint64{4};
        QTest::newRow("gpt2-medium") << quint64{354'823'168} << quint64{292} << none << none << quint64{4};
        QTest::newRow("gpt2-xl") << quint64{1'557'611'200} << quint64{580} << none << none << quint64{4};
        // 53 batch norms with 26,560 channels.
        QTest::newRow("resnet-50") << quint64{25'557'032} << quint64{161} << quint64{159}
                                   << quint64{26'560 * 8 + 53 * 8} << quint64{4};
        QTest::newRow("vit-b-16") << quint64{86'567'656} << quint64{152} << none << none << quint64{4};
        QTest::newRow("llama-7b") << quint64{6'738'415'616} << quint64{291} << none << none << quint64{2};
    }
    void as_published() {
        QFETCH(quint64, parameters);
        QFETCH(quint64, parameter_tensors);
        QFETCH(quint64, buffers);
        QFETCH(quint64, buffer_bytes);
        QFETCH(quint64, weight_size);
        const auto shapes = model_shapes(QTest::currentDataTag());
        QVERIFY(shapes.ok());
        const auto counts = count(*shapes);
        QCOMPARE(counts.parameters, parameters);
        QCOMPARE(counts.steps, parameter_tensors);
        QCOMPARE(counts.tensors, parameter_tensors + buffers);
        QCOMPARE(shapes->size(), std::size_t{4 * parameter_tensors + buffers});
        QCOMPARE(counts.bytes, parameters * (weight_size + 8) + parameter_tensors * 4 + buffer_bytes);
        QVERIFY(PartitionTree::of(*shapes).ok());
    }

    void every_name_is_one_to_ask_for() {
        QCOMPARE(model_names().size(), std::size_t{7});
        for (const auto name : model_names())
            QVERIFY(model_shapes(name).ok());
        VERIFY_ERROR(model_shapes("bert"), ErrorCode::not_found);
    }

    void scales() {
        const auto once = count(gpt_shapes(12, 768)).parameters;
        QCOMPARE(count(*model_shapes("gpt2-small")).parameters, once);
        // A layer has 12 d^2 + 13 d parameters.
        const auto deeper = count(*model_shapes("gpt2-small", {.depth = 3})).parameters;
        QCOMPARE(deeper - once, std::uint64_t{24} * (12 * 768 * 768 + 13 * 768));
        QCOMPARE(count(*model_shapes("gpt2-small", {.width = 2})).parameters,
                 count(gpt_shapes(12, 1536)).parameters);
        QCOMPARE(count(*model_shapes("resnet-50", {.depth = 2})).tensors, std::uint64_t{320 + 16 * 18});
        for (const auto& scale : {ModelScale{.depth = 0}, ModelScale{.width = 1001}})
            VERIFY_ERROR(model_shapes("vit-b-16", scale), ErrorCode::invalid_argument);
    }
};

STEPVAULT_TEST(TestModelShapes)

}  // namespace test_model_shapes

#include "test_model_shapes.moc"
