// The test classes of an executable register themselves: `exe` lists them, `exe TestChain` runs a class, and
// QtTest takes the further arguments (`exe TestChain function:row -o report.xml,junitxml`).
#pragma once

#include <string>
#include <vector>

#include <QtTest>

namespace stepvault::test {

struct TestClass {
    std::string name;
    int (*run)(int argc, char** argv);  ///< returns the number of failures, like QTest::qExec()
};

/// Created before main() begins, once per class.
class Registration {
 public:
    Registration(const char* name, int (*run)(int, char**));
};

/// Sorted by name.
[[nodiscard]] std::vector<TestClass> test_classes();

/// Takes the arguments of main(), which has created the application object. Returns the exit status: 2 for an
/// unknown class.
int run_test_class(int argc, char** argv);

}  // namespace stepvault::test

/// Replaces QTEST_MAIN().
#define STEPVAULT_TEST(Class)                                                                        \
    static const stepvault::test::Registration registered##Class(#Class, [](int argc, char** argv) { \
        Class test;                                                                                  \
        return QTest::qExec(&test, argc, argv);                                                      \
    });
