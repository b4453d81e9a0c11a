#include <QtTest>

#include "library/study/resume_checklist.h"
#include "support/registry.h"

namespace test_resume_checklist {

using namespace stepvault;

class TestResumeChecklist : public QObject {
    Q_OBJECT

 private slots:
    void items_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("keys");     ///< of the first file: "key=text", indented by depth
        QTest::addColumn<QStringList>("present");  ///< "name: detail"
        QTest::newRow("trainer, two ranks")
            << QStringList{"model.safetensors", "optimizer.pt",    "scheduler.pt",
                           "rng_state_0.pth",   "rng_state_1.pth", "trainer_state.json"}
            << QStringList{}
            << QStringList{"optimizer: optimizer.pt", "scheduler: scheduler.pt", "rng: 2 ranks, up to 1",
                           "sampler: trainer_state.json", "step: 7"};
        QTest::newRow("lightning") << QStringList{""}
                                   << QStringList{"state_dict=dict, 3 items", "optimizer_states=list, 1 item",
                                                  "lr_schedulers=[]", "loops=dict, 2 items",
                                                  "native_amp_scaling_state=dict, 5 items"}
                                   << QStringList{"optimizer: optimizer_states",
                                                  "scaler: native_amp_scaling_state", "sampler: loops",
                                                  "step: 7"};
        QTest::newRow("what is empty does not count")
            << QStringList{""} << QStringList{"optimizer=None", "scheduler=dict, 0 items", "rng_state=()"}
            << QStringList{"step: 7"};
        QTest::newRow("a sampler is no scaler")
            << QStringList{""} << QStringList{"sampler_state=dict, 1 item"}
            << QStringList{"sampler: sampler_state", "step: 7"};
        QTest::newRow("one generator") << QStringList{"model.pt", "rng_state.pth"} << QStringList{}
                                       << QStringList{"rng: rng_state.pth", "step: 7"};
        QTest::newRow("deep keys mean something else")
            << QStringList{""} << QStringList{"a=dict, 1 item", "   optimizer=dict, 1 item"}
            << QStringList{"step: 7"};
    }
    void items() {
        QFETCH(QStringList, files);
        QFETCH(QStringList, keys);
        StepLayout layout;
        for (const auto& f : files)
            layout.files.push_back({.path = f.toStdString(), .size = 0, .format = {}, .note = {}});
        FileObjects objects{files.front().toStdString(), {}};
        for (const auto& key : keys) {
            const auto depth = key.size() - key.trimmed().size() + 1;
            const auto parts = key.trimmed().split('=');
            objects.lines.push_back(
                {static_cast<std::uint32_t>(depth), parts[0].toStdString(), parts[1].toStdString()});
        }
        QStringList present;
        const auto checklist = resume_checklist(layout, {objects}, 7);
        QCOMPARE(checklist.size(), std::size_t{7});
        for (const auto& item : checklist) {
            if (item.present) present += QString::fromStdString(item.name + ": " + item.detail);
        }
        QTEST(present, "present");
    }

    void weights_and_optimizer_by_role() {
        StepLayout layout;
        layout.files.push_back({});
        StoredPayload weight;
        weight.role = Role::weight;
        StoredPayload moment;
        moment.role = Role::first_moment;
        moment.optimizer = true;
        moment.name = "opt.m";
        layout.payloads = {weight, weight, moment};
        const auto checklist = resume_checklist(layout, {}, 0);
        QVERIFY(checklist[0].present && checklist[1].present);
        QCOMPARE(checklist[0].detail, std::string("2 storages"));
        QCOMPARE(checklist[1].detail, std::string("opt.m"));
        // As with ZeRO-3, whose model has no elements.
        weight.optimizer = true;
        layout.payloads = {weight, moment};
        QCOMPARE(resume_checklist(layout, {}, 0)[0].detail, std::string("1 storage"));
    }
};

STEPVAULT_TEST(TestResumeChecklist)

}  // namespace test_resume_checklist

#include "test_resume_checklist.moc"
