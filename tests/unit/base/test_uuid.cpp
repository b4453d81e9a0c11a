#include <set>

#include <QRegularExpression>
#include <QtTest>

#include "base/uuid.h"
#include "support/registry.h"

namespace test_uuid {

using namespace stepvault;

class TestUuid : public QObject {
    Q_OBJECT
 private slots:
    void is_version_4_and_never_twice() {
        const QRegularExpression form(
            "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$");
        std::set<std::string> seen;
        for (int i = 0; i < 2000; ++i) {
            const auto uuid = make_uuid();
            QVERIFY2(form.match(QString::fromStdString(uuid)).hasMatch(), uuid.c_str());
            QVERIFY(seen.insert(uuid).second);
        }
    }
};

STEPVAULT_TEST(TestUuid)

}  // namespace test_uuid

#include "test_uuid.moc"
