#include <sys/stat.h>

#include <QTemporaryDir>
#include <QtTest>

#include "remote/ssh/ssh_hosts.h"
#include "support/registry.h"

namespace test_ssh_hosts {

using namespace stepvault;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class TestSshHosts : public QObject {
    Q_OBJECT

 private slots:
    void init();

    void namesOfHostLines_data();
    void namesOfHostLines();
    void includes();
    void includesEndSomewhere();
    void deepIncludesEndLikeInSsh();
    void hostileFiles();
    void homeOfTheUser();

 private:
    void write(const fs::path& name, const std::string& text) {
        fs::create_directories((home() / ".ssh" / name).parent_path());
        std::ofstream(home() / ".ssh" / name, std::ios::binary | std::ios::trunc) << text;
    }
    [[nodiscard]] fs::path home() const { return folder_->path().toStdString(); }
    [[nodiscard]] Names names() const { return ssh_host_names(home()); }

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestSshHosts::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    fs::create_directory(home() / ".ssh");
}

void TestSshHosts::namesOfHostLines_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<Names>("expected");
    QTest::newRow("empty") << std::string() << Names{};
    QTest::newRow("one") << std::string("Host box\n  HostName 10.0.0.1\n") << Names{"box"};
    QTest::newRow("several") << std::string("Host b a\nHost c\n") << Names{"b", "a", "c"};
    QTest::newRow("once each") << std::string("Host a b\nHost b c a\n") << Names{"a", "b", "c"};
    QTest::newRow("case of the keyword")
        << std::string("HOST a\nhost b\nHosts c\nHostName d\n") << Names{"a", "b"};
    QTest::newRow("equals sign") << std::string("Host=a\nHost = b\n\tHost\t=\tc\n") << Names{"a", "b", "c"};
    QTest::newRow("quotes") << std::string("Host \"a\" 'b' c\"d\"e\nHost \"x y\"\n")
                            << Names{"a", "b", "cde"};
    QTest::newRow("open quote") << std::string("Host a \"b\nHost c\n") << Names{"c"};
    QTest::newRow("wildcards") << std::string("Host * gpu-? web*.org box !bad\n") << Names{"box"};
    QTest::newRow("comments") << std::string("# Host a\nHost b # c\n #Host d\n") << Names{"b"};
    QTest::newRow("line ends") << std::string("Host a\r\nHost b\r\n\r\nHost c") << Names{"a", "b", "c"};
    QTest::newRow("matches") << std::string("Match host x exec \"Host y\"\nHost z\n") << Names{"z"};
    QTest::newRow("hostile names")
        << std::string(
               "Host -oProxyCommand=x a/b a:b $(x) a;b a\\b a\x1b[31m \xff ok gr\xc3\xbc\xc3\x9f"
               "e\n")
        << Names{"ok",
                 "gr\xc3\xbc\xc3\x9f"
                 "e"};
    QTest::newRow("zero bytes") << std::string("Host a\0b\nHost c\n", 16) << Names{"c"};
}

void TestSshHosts::namesOfHostLines() {
    QFETCH(std::string, text);
    QFETCH(Names, expected);
    write("config", text);
    QCOMPARE(names(), expected);
}

void TestSshHosts::includes() {
    write("config", "Include first conf.d/*.conf\nHost own\nInclude ~/.ssh/home \"" +
                        (home() / "with space").string() +
                        "\"\nInclude missing\nMatch all\nInclude in_match\n");
    write("first", "Host first\nInclude deeper\n");
    write("deeper", "Host deeper\n");
    write("conf.d/b.conf", "Host b\n");
    write("conf.d/a.conf", "Host a\n");
    write("conf.d/c.txt", "Host c\n");
    write("home", "Host home\n");
    write("../with space", "Host spaced\n");
    write("in_match", "Host matched\n");
    QCOMPARE(names(), (Names{"first", "deeper", "a", "b", "own", "home", "spaced", "matched"}));
}

void TestSshHosts::includesEndSomewhere() {
    write("config", "Host a\nInclude config config other\n");
    write("other", "Host b\nInclude config other *\n");
    QCOMPARE(names(), (Names{"a", "b"}));
}

void TestSshHosts::deepIncludesEndLikeInSsh() {
    write("config", "Include 1\n");
    for (int i = 1; i < 40; ++i)
        write(std::to_string(i), "Host h" + std::to_string(i) + "\nInclude " + std::to_string(i + 1) + "\n");
    QCOMPARE(names().size(), std::size_t{16});
}

void TestSshHosts::hostileFiles() {
    QCOMPARE(names(), Names{});
    // None of these may hang, or take much memory.
    write("large", "Host large\n" + std::string(2 << 20, '#'));
    QCOMPARE(::mkfifo((home() / ".ssh/pipe").c_str(), 0600), 0);
    fs::create_directory(home() / ".ssh/folder");
    fs::create_symlink("loop", home() / ".ssh/loop");
    write("long", "Host " + std::string(100000, ' ') + "long\n");
    write("config", "Include large pipe folder loop /dev/zero /proc/self/mem long\nHost a\n");
    QCOMPARE(names(), (Names{"long", "a"}));
    std::string many;
    for (int i = 0; i < 5000; ++i)
        many += "Host h" + std::to_string(i) + "\n";
    write("config", many);
    QCOMPARE(names().size(), std::size_t{2000});
    fs::remove(home() / ".ssh/config");
    fs::create_directory(home() / ".ssh/config");
    QCOMPARE(names(), Names{});
}

void TestSshHosts::homeOfTheUser() {
    QVERIFY(ssh_home().is_absolute());
    QCOMPARE(ssh_host_names({}), Names{});
}

STEPVAULT_TEST(TestSshHosts)

}  // namespace test_ssh_hosts

#include "test_ssh_hosts.moc"
