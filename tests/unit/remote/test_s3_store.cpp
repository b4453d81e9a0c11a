// Copies to an S3 server that fails and lies.
#include <QtTest>

#include "copied_vault.h"
#include "notify/http_post.h"
#include "remote/copy/s3_listing.h"
#include "remote/copy/s3_store.h"
#include "remote/fetch/fetched_vault.h"
#include "support/registry.h"
#include "support/s3_server.h"

namespace test_s3_store {

using namespace stepvault;
using namespace stepvault::test;
using Trouble = S3Server::Trouble;

namespace {

constexpr const char* secret = "top+secret/key";

Environment variables(const std::string& endpoint, std::map<std::string, std::string> more = {}) {
    return [=](const char* name) -> std::optional<std::string> {
        std::map<std::string, std::string> all = more;
        all.insert({{"AWS_ACCESS_KEY_ID", "AKID"}, {"AWS_SECRET_ACCESS_KEY", secret}});
        if (!endpoint.empty()) all.emplace("AWS_ENDPOINT_URL", endpoint);
        const auto found = all.find(name);
        return found == all.end() || found->second.empty() ? std::nullopt : std::optional(found->second);
    };
}

S3Store::Options impatient() {
    return {.patience = {.connect = std::chrono::seconds(2), .stalled = std::chrono::seconds(1)},
            .attempts = 3,
            .first_pause = std::chrono::milliseconds(1)};
}

std::unique_ptr<S3Store> store_at(const S3Server& server, std::map<std::string, std::string> more = {}) {
    auto place = parse_s3_place("s3://bucket/pre fix/", variables(server.endpoint(), std::move(more)));
    if (!place) return nullptr;
    auto store = S3Store::open(std::move(*place), impatient());
    return store ? std::move(*store) : nullptr;
}

}  // namespace

class TestS3Store : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        if (!can_post()) QSKIP("this build lacks libcurl");
    }

    void places_and_their_servers() {
        const auto url = [](const std::string& place, const std::string& endpoint,
                            std::map<std::string, std::string> more = {}) {
            const auto parsed = parse_s3_place(place, variables(endpoint, std::move(more)));
            return parsed ? parsed->url_of("k") : "error: " + parsed.error().message;
        };
        QCOMPARE(url("s3://bucket/a/b", ""), "https://bucket.s3.us-east-1.amazonaws.com/a/b/k");
        QCOMPARE(url("s3://bucket", "", {{"AWS_REGION", "eu-west-1"}}),
                 "https://bucket.s3.eu-west-1.amazonaws.com/k");
        QCOMPARE(url("s3://buck.et/", "", {{"AWS_DEFAULT_REGION", "eu-west-1"}}),
                 "https://s3.eu-west-1.amazonaws.com/buck.et/k");
        QCOMPARE(url("s3://bucket/a", "https://minio.lan:9000/"), "https://minio.lan:9000/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "minio.lan:9000"), "https://minio.lan:9000/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "localhost:9000"), "http://localhost:9000/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "127.0.0.1:9000"), "http://127.0.0.1:9000/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "127.example.com"), "https://127.example.com/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "http://minio.lan"), "http://minio.lan/bucket/a/k");
        QCOMPARE(url("s3://bucket/a", "x", {{"AWS_ENDPOINT_URL_S3", "https://y"}}), "https://y/bucket/a/k");
        QCOMPARE(url("s3://bucket/a b+c", "https://y"), "https://y/bucket/a%20b%2Bc/k");
        for (const auto* wrong : {"s3://", "s3://b", "s3:///a", "s3://bucket//a", "s3://bucket/../a",
                                  "s3://bu cket/a", "s3://bucket/a\nb", "folder"})
            QVERIFY2(url(wrong, "").starts_with("error: "), wrong);
        for (const auto* wrong : {"ftp://x", "https://user:pw@x", "https://x?y", "https://"})
            QVERIFY2(url("s3://bucket/a", wrong).starts_with("error: "), wrong);
        QVERIFY(url("s3://bucket/a", "https://user:pw@x").find("pw") == std::string::npos);
        QVERIFY(url("s3://bucket/a", "", {{"AWS_SECRET_ACCESS_KEY", ""}}).find("AWS_ACCESS_KEY_ID") !=
                std::string::npos);
    }

    void a_vault_is_copied_and_restored() {
        S3Server server;
        server.page = 3;
        const auto store = store_at(server, {{"AWS_SESSION_TOKEN", "token"}});
        CopiedVault v({"run"});
        const auto vault = Vault::open(v.vault(), false);
        const auto first = copy_runs(*vault, {}, *store, {});
        VERIFY_OK(first);
        QVERIFY(first->runs[0].sent_files >= 5);
        QCOMPARE(server.headers()["x-amz-security-token"], "token");
        const auto puts = server.count("PUT");
        const auto second = copy_runs(*vault, {}, *store, {});
        VERIFY_OK(second);
        QCOMPARE(second->runs[0].sent_files, std::uint64_t{0});
        QCOMPARE(server.count("PUT"), puts);
        VERIFY_OK(verify_copy(*store, {}));
        QVERIFY(verify_copy(*store, {})->damage.empty());
        const auto objects = server.objects();
        QVERIFY(std::ranges::all_of(objects, [](const auto& o) { return o.first.starts_with("pre fix/"); }));
        const auto restored = restored_from(*store, v, 30);
        VERIFY_OK(restored);
        QVERIFY(*restored == *v.restored("run", 30, false));
        // No file of the vault and of the copy holds the secret.
        for (const auto& entry : std::filesystem::recursive_directory_iterator(v.root())) {
            if (entry.is_regular_file()) QVERIFY(read_text(entry.path()).find(secret) == std::string::npos);
        }
    }

    void failures_that_pass_are_tried_again_data() {
        QTest::addColumn<int>("trouble");
        QTest::addColumn<QString>("method");
        for (const auto* method : {"PUT", "GET"}) {
            QTest::addRow("%s fails", method) << int(Trouble::fail) << method;
            QTest::addRow("%s is slowed down", method) << int(Trouble::slow) << method;
            QTest::addRow("%s is cut", method) << int(Trouble::cut) << method;
            QTest::addRow("%s hangs", method) << int(Trouble::hang) << method;
        }
    }
    void failures_that_pass_are_tried_again() {
        QFETCH(int, trouble);
        QFETCH(QString, method);
        S3Server server;
        const auto store = store_at(server);
        CopiedVault v({"run"});
        const auto vault = Vault::open(v.vault(), false);
        server.trouble(Trouble(trouble), method.toStdString(), "objects/", method == "PUT" ? 2 : 0);
        VERIFY_OK(copy_runs(*vault, {}, *store, {}));
        server.trouble(Trouble(trouble), method.toStdString(), "objects/", method == "GET" ? 2 : 0);
        const auto restored = restored_from(*store, v, 30);
        VERIFY_OK(restored);
        QVERIFY(*restored == *v.restored("run", 30, false));
        QVERIFY(verify_copy(*store, {})->damage.empty());
    }

    void failures_that_last_are_one_line() {
        S3Server server;
        const auto store = store_at(server);
        CopiedVault v({"run"});
        const auto vault = Vault::open(v.vault(), false);
        for (const auto kind : {Trouble::fail, Trouble::cut, Trouble::refuse}) {
            server.trouble(kind, "PUT", "objects/", 100);
            const auto copied = copy_runs(*vault, {}, *store, {});
            QVERIFY(!copied);
            const auto& message = copied.error().message;
            QVERIFY2(message.find("s3://bucket/pre fix") != std::string::npos &&
                         message.find("; ") != std::string::npos && message.find('\n') == std::string::npos &&
                         message.find(secret) == std::string::npos,
                     message.c_str());
        }
        // Nothing that names the run is there, and copying goes on.
        const auto objects = server.objects();
        QVERIFY(std::ranges::none_of(objects,
                                     [](const auto& o) { return o.first.starts_with("pre fix/runs/"); }));
        server.trouble(Trouble::none, "", "", 0);
        VERIFY_OK(copy_runs(*vault, {}, *store, {}));
        QVERIFY(verify_copy(*store, {})->damage.empty());
    }

    void lies_are_found() {
        S3Server server;
        const auto store = store_at(server);
        CopiedVault v({"run"});
        const auto vault = Vault::open(v.vault(), false);
        VERIFY_OK(copy_runs(*vault, {}, *store, {}));
        for (const auto kind : {Trouble::damage, Trouble::shorten}) {
            server.trouble(kind, "GET", "objects/", 1);
            QCOMPARE(verify_copy(*store, {})->damage.size(), std::size_t{1});
            server.trouble(kind, "GET", "objects/", 100);
            VERIFY_ERROR(restored_from(*store, v, 20 + int(kind == Trouble::damage) * 10),
                         ErrorCode::corrupt);
        }
        server.trouble(Trouble::cut, "GET", "objects/", 1);
        VERIFY_OK(restored_from(*store, v, 10));
        server.trouble(Trouble::damage, "GET", "runs/", 1);
        QCOMPARE(verify_copy(*store, {})->damage.size(), std::size_t{1});
    }

    void a_get_goes_on_where_it_was_cut() {
        S3Server server;
        const auto store = store_at(server);
        const std::string text(100000, 'a');
        VERIFY_OK(store->put_bytes("objects/x", text + "end", {}));
        for (const auto kind : {Trouble::cut, Trouble::no_range}) {
            server.trouble(kind, "GET", "objects/x", kind == Trouble::cut ? 2 : 100);
            std::string got;
            VERIFY_OK(store->get("objects/x", 50,
                                 [&](ByteView bytes) {
                                     got += as_text(bytes);
                                     return Status();
                                 },
                                 {}));
            QVERIFY(got == (text + "end").substr(50));
        }
        VERIFY_ERROR(get_text(*store, "objects/x", 10, {}), ErrorCode::limit);
        VERIFY_ERROR(get_text(*store, "objects/y", 10, {}), ErrorCode::not_found);
        VERIFY_OK(store->remove("objects/x", {}));
        VERIFY_OK(store->remove("objects/x", {}));
    }

    void a_large_file_is_sent_in_parts() {
        S3Server server;
        auto options = impatient();
        options.part_bytes = 1000;
        auto place = parse_s3_place("s3://bucket/p", variables(server.endpoint()));
        const auto store = S3Store::open(std::move(*place), options);
        VERIFY_OK(store);
        std::string text;
        for (int i = 0; i < 1100; ++i)
            text += std::to_string(i);
        auto file = File::in_memory("large", 0);
        VERIFY_OK(file->write_all(0, as_view(text)));
        const auto put = [&] { return (*store)->put("objects/x", *file, text.size(), {}); };
        server.trouble(Trouble::fail, "PUT", "objects/x", 2);
        VERIFY_OK(put());
        QVERIFY(server.objects()["p/objects/x"] == text);
        QCOMPARE(server.count("PUT"), text.size() / 1000 + 1 + 2);
        // The server puts the parts together, but its answer is lost.
        VERIFY_OK((*store)->remove("objects/x", {}));
        server.trouble(Trouble::none, "", "", 0);
        VERIFY_OK(put_with_lost_answer(server, **store, *file, text.size()));
        QVERIFY(server.objects()["p/objects/x"] == text);
        // A failure that lasts leaves neither an object nor parts.
        server.change("p/objects/x", [](std::string& bytes) { bytes = "before"; });
        server.trouble(Trouble::fail, "PUT", "objects/x", 100);
        VERIFY_ERROR(put(), ErrorCode::io);
        QCOMPARE(server.objects()["p/objects/x"], "before");
        QCOMPARE(server.open_uploads(), std::size_t{0});
    }

    void a_stop_ends_it_at_once() {
        S3Server server;
        const auto store = store_at(server);
        server.trouble(Trouble::hang, "LIST", "", 100);
        std::stop_source stop;
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            stop.request_stop();
        });
        VERIFY_ERROR(store->list("", {stop.get_token(), nullptr}), ErrorCode::cancelled);
    }

    void hostile_lists_are_refused() {
        for (const auto* xml :
             {"", "<html>", "<ListBucketResult>",
              "<ListBucketResult><Contents></Contents></ListBucketResult>",
              "<ListBucketResult><Contents><Key>k</Key><Size>-1</Size><LastModified>2026-01-01T00:00:00.000Z"
              "</LastModified></Contents></ListBucketResult>",
              "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>"})
            VERIFY_ERROR(S3Listing::parse(xml), ErrorCode::corrupt);
        const auto page = S3Listing::parse(
            "<ListBucketResult><Contents><Key>a&amp;b</Key><LastModified>1970-01-02T00:00:00Z"
            "</LastModified><Size>7</Size></Contents></ListBucketResult>");
        VERIFY_OK(page);
        QCOMPARE(page->objects[0].key, "a&b");
        QCOMPARE(page->objects[0].modified, 86400.0);
    }

    void a_large_file_is_refused_before_it_is_sent() {
        S3Server server;
        const auto store = store_at(server);
        const auto file = File::in_memory("large", 0);
        VERIFY_ERROR(store->put("objects/x", *file, (std::uint64_t{5} << 40) + 1, {}), ErrorCode::limit);
        QVERIFY(server.requests().empty());
    }

 private:
    /// Cuts the answer to the request that finishes the upload: the first POST after a part.
    static Status put_with_lost_answer(S3Server& server, CopyStore& store, const File& file,
                                       std::uint64_t bytes) {
        struct Sink : ProgressSink {
            explicit Sink(S3Server& s) : server(s) {}
            void on_progress(const Progress&) override {
                server.trouble(Trouble::cut, "POST", "objects/x", 1);
            }
            S3Server& server;
        } sink(server);
        return store.put("objects/x", file, bytes, {{}, &sink});
    }
    static Result<std::string> restored_from(CopyStore& store, const CopiedVault& v, std::int64_t step) {
        RestoreRequest request;
        request.run = "run";
        request.step = step;
        request.output = v.root() / "from-s3.safetensors";
        std::error_code ec;
        std::filesystem::remove(request.output, ec);
        std::filesystem::remove_all(FetchedVault::folder_for(store.name()), ec);
        ThreadPool pool(2);
        STEPVAULT_TRY(restore_from_copy(store, request, pool, {}));
        return read_text(request.output);
    }
};

STEPVAULT_TEST(TestS3Store)

}  // namespace test_s3_store

#include "test_s3_store.moc"
