#include <QtTest>

#include "support/registry.h"
#include "vault/encode/parent_choice.h"

namespace test_parent_choice {

using namespace stepvault;

namespace {

/// Files `count` steps of one source one after another, the way RunWriter does.
void file_steps(std::vector<StepMeta>& steps, int count, const std::string& source) {
    for (int i = 0; i < count; ++i) {
        const auto on = choose_parent(steps, source);
        StepMeta m;
        m.sequence = steps.size() + 1;
        m.step = static_cast<std::int64_t>(m.sequence);
        m.id = make_checkpoint_id(m.step, source, 1);
        m.source = source;
        m.key = on.parent == nullptr || on.key_level > 0;
        m.key_level = on.key_level;
        m.deltas = m.key ? 0 : on.parent->deltas + 1;
        m.parent = on.parent != nullptr ? on.parent->id : "";
        steps.push_back(m);
    }
}

struct Links {
    std::uint32_t deltas = 0;
    std::uint32_t keys = 0;
};

/// The steps that a restore of `step` needs besides the base, which must be in this order: deltas on keys on
/// the base.
Links links_of(const std::map<std::string, const StepMeta*>& by_id, const StepMeta& step) {
    Links links;
    for (const auto* m = &step; !m->parent.empty(); m = by_id.at(m->parent)) {
        if (m->key) {
            ++links.keys;
        } else {
            if (links.keys > 0) return {~0U, ~0U};
            ++links.deltas;
        }
    }
    return links;
}

}  // namespace

class TestParentChoice : public QObject {
    Q_OBJECT

 private slots:
    void any_step_of_ten_thousand_is_near() {
        std::vector<StepMeta> steps;
        file_steps(steps, 10000, "step_.pt");
        std::map<std::string, const StepMeta*> by_id;
        Links most;
        std::array<int, 4> keys{};
        for (const auto& m : steps) {
            by_id[m.id] = &m;
            const auto links = links_of(by_id, m);
            most = {std::max(most.deltas, links.deltas), std::max(most.keys, links.keys)};
            ++keys[m.key_level];
        }
        QCOMPARE(most.deltas, most_deltas);
        QCOMPARE(most.keys, highest_key_level);
        // Every 33rd step is a key step; seven of eight key steps build on one of the level below.
        QCOMPARE(keys[1] + keys[2] + keys[3], 9999 / 33);
        QCOMPARE(keys[1], 9999 / 33 / 64);
        QCOMPARE(keys[2], 9999 / 33 / 8 - keys[1]);
    }

    void a_key_builds_on_the_newest_of_a_lower_level() {
        std::vector<StepMeta> steps;
        file_steps(steps, 3000, "step_.pt");
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].key_level == 0) continue;
            std::string expected = steps.front().id;
            for (std::size_t k = 0; k < i; ++k) {
                if (steps[k].key_level > 0 && steps[k].key_level < steps[i].key_level) expected = steps[k].id;
            }
            QCOMPARE(steps[i].parent, expected);
        }
    }

    void series_have_chains_of_their_own() {
        std::vector<StepMeta> steps;
        for (int i = 0; i < 200; ++i) {
            file_steps(steps, 1, "step_" + std::to_string(i) + ".pt");
            if (i % 5 == 4) file_steps(steps, 1, "best.pt");
        }
        std::map<std::string, const StepMeta*> by_id;
        for (const auto& m : steps) {
            by_id[m.id] = &m;
            QVERIFY(links_of(by_id, m).deltas <= most_deltas);
            if (m.parent.empty() || m.key) continue;
            const auto& parent = *by_id.at(m.parent);
            QVERIFY((parent.source == "best.pt") == (m.source == "best.pt") || m.id == steps[5].id);
        }
    }

    void what_is_gone_is_not_chosen() {
        std::vector<StepMeta> steps;
        file_steps(steps, 400, "a.pt");
        std::erase_if(steps, [](const StepMeta& m) { return m.key_level == 3; });
        const auto on = choose_parent(steps, "a.pt");
        QVERIFY(on.parent != nullptr && on.before == &steps.back());
        QVERIFY(choose_parent({}, "a.pt").parent == nullptr);
    }

    void a_second_base_starts_anew() {
        std::vector<StepMeta> steps;
        file_steps(steps, 100, "a.pt");
        steps.push_back(steps.front());
        steps.back().id = make_checkpoint_id(101, "a.pt", 1);
        file_steps(steps, 40, "a.pt");
        const auto key = std::find_if(steps.begin() + 101, steps.end(), [](const auto& m) { return m.key; });
        QVERIFY(key != steps.end());
        QCOMPARE(key->parent, steps[100].id);
    }

    void deltas_build_on_the_newest_up_to_their_number_data() {
        QTest::addColumn<quint32>("deltas");
        QTest::addColumn<bool>("is_key");
        QTest::newRow("the first") << 0U << false;
        QTest::newRow("the last delta") << most_deltas - 1 << false;
        QTest::newRow("no more deltas") << most_deltas << true;
    }
    void deltas_build_on_the_newest_up_to_their_number() {
        QFETCH(quint32, deltas);
        QFETCH(bool, is_key);
        std::vector<StepMeta> steps(3);
        steps[1].parent = steps[2].parent = "base";
        for (auto& m : steps)
            m.source = "a.pt";
        steps[2].deltas = deltas;
        const auto on = choose_parent(steps, "a.pt");
        QCOMPARE(on.parent, is_key ? &steps[0] : &steps[2]);
        QCOMPARE(on.before, &steps[2]);
        QCOMPARE(on.key_level, is_key ? highest_key_level : 0U);
    }

    void the_newest_base_is_the_last_without_a_parent() {
        std::vector<StepMeta> steps(4);
        steps[1].parent = steps[3].parent = "base";
        QCOMPARE(newest_base(steps), &steps[2]);
        QVERIFY(newest_base({}) == nullptr);
        steps[0].parent = steps[2].parent = "gone";
        QVERIFY(newest_base(steps) == nullptr);
    }

    void the_first_of_a_series_builds_on_the_newest_of_all() {
        std::vector<StepMeta> steps(2);
        steps[0].source = "best.pt";
        steps[1].source = "step_5.pt";
        steps[1].parent = "base";
        QCOMPARE(choose_parent(steps, "last.pt").parent, &steps[1]);
        QCOMPARE(choose_parent(steps, "best.pt").parent, &steps[0]);
        QCOMPARE(choose_parent(steps, "step_7.pt").parent, &steps[1]);
    }
};

STEPVAULT_TEST(TestParentChoice)

}  // namespace test_parent_choice

#include "test_parent_choice.moc"
