#include "support/event_loop_watch.h"
#include "support/registry.h"

int main(int argc, char** argv) {
    const stepvault::ui::tests::WatchedApplication application(argc, argv);
    QApplication::setAttribute(Qt::AA_Use96Dpi, true);
    return stepvault::test::run_test_class(argc, argv);
}
