#include <QCoreApplication>

#include "support/registry.h"

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    return stepvault::test::run_test_class(argc, argv);
}
