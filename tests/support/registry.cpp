#include "support/registry.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace stepvault::test {

namespace {

// Function-local, because it is filled before main() begins, possibly before the objects of other files
// exist.
std::vector<TestClass>& registered() {
    static std::vector<TestClass> classes;
    return classes;
}

void list(std::FILE* out) {
    for (const auto& test : test_classes())
        std::fprintf(out, "%s\n", test.name.c_str());
}

}  // namespace

Registration::Registration(const char* name, int (*run)(int, char**)) {
    registered().push_back({name, run});
}

std::vector<TestClass> test_classes() {
    auto classes = registered();
    std::ranges::sort(classes, {}, &TestClass::name);
    return classes;
}

int run_test_class(int argc, char** argv) {
    if (argc < 2) {
        list(stdout);
        return 0;
    }
    const auto classes = test_classes();
    const auto found = std::ranges::find(classes, std::string(argv[1]), &TestClass::name);
    if (found == classes.end()) {
        std::fprintf(stderr, "%s has no test class %s, only:\n", argv[0], argv[1]);
        list(stderr);
        return 2;
    }
    // QtTest gets only its own arguments.
    std::rotate(argv + 1, argv + 2, argv + argc);
    return found->run(argc - 1, argv);
}

}  // namespace stepvault::test
