// The test classes of one executable, each of which registers itself: `exe` lists them, `exe TestChain` runs
// one, and what follows is QtTest's own (`exe TestChain function:row -o report.xml,junitxml`).
#pragma once

#include <string>
#include <vector>

#include <QtTest>

namespace stepvault::test {

struct TestClass {
    std::string name;
    int (*run)(int argc, char** argv);  ///< gives the number of failures, as QTest::qExec() does
};

/// Made before main() begins, one for each class.
class Registration {
 public:
    Registration(const char* name, int (*run)(int, char**));
};

/// Sorted by name.
[[nodiscard]] std::vector<TestClass> test_classes();

/// Takes the arguments of main(), where an application object is there already. Gives the exit status: 2 for
/// a class that is not there.
int run_test_class(int argc, char** argv);

}  // namespace stepvault::test

/// In the place of QTEST_MAIN().
#define STEPVAULT_TEST(Class)                                                                        \
    static const stepvault::test::Registration registered##Class(#Class, [](int argc, char** argv) { \
        Class test;                                                                                  \
        return QTest::qExec(&test, argc, argv);                                                      \
    });
