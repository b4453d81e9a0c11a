#include <QTest>

#include "container/tensor_role.h"
#include "support/registry.h"

namespace test_tensor_role {

using namespace stepvault;
using namespace std::string_literals;

class TestTensorRole : public QObject {
    Q_OBJECT

 private slots:
    void kinds_data() {
        QTest::addColumn<std::string>("file");
        QTest::addColumn<std::string>("tensor");
        QTest::addColumn<std::size_t>("dimensions");
        QTest::addColumn<Role>("role");
        QTest::addColumn<bool>("optimizer");
        QTest::addColumn<std::string>("group");
        const auto row = [](const char* file, const char* tensor, std::size_t dimensions, Role role,
                            bool optimizer, const char* group) {
            QTest::addRow("%s/%s/%zu", file, tensor, dimensions)
                << std::string(file) << std::string(tensor) << dimensions << role << optimizer
                << std::string(group);
        };
        using enum Role;
        row("", "model.blocks.0.qkv.weight", 2, weight, false, "weights");
        row("", "model.blocks.0.qkv.bias", 1, weight, false, "vectors");
        row("", "conv.weight", 4, weight, false, "weights");
        row("", "scale", 0, weight, false, "vectors");
        row("", "tensor", 2, weight, false, "weights");
        row("", "bn.running_mean", 1, norm_statistic, false, "norm");
        row("", "bn.running_var", 1, norm_statistic, false, "norm");
        row("", "bn.num_batches_tracked", 0, counter, false, "counters");

        row("", "transformer.wte.weight", 2, embedding, false, "embeddings");
        row("", "transformer.wpe.weight", 2, embedding, false, "embeddings");
        row("", "model.token.weight", 2, embedding, false, "embeddings");
        row("", "model.position.weight", 2, embedding, false, "embeddings");
        row("", "tok_embeddings.weight", 2, embedding, false, "embeddings");
        row("", "pos_embed", 2, embedding, false, "embeddings");
        row("", "pos_embed", 3, weight, false, "weights");
        row("", "embeddings.LayerNorm.weight", 1, weight, false, "vectors");
        row("", "token_mixer.fc.weight", 2, weight, false, "weights");
        row("", "embed.proj.weight", 2, weight, false, "weights");

        row("", "ema.fc.weight", 2, weight, false, "ema");
        row("", "model_ema.fc.bias", 1, weight, false, "ema");
        row("", "ema_model.wte.weight", 2, embedding, false, "ema");
        row("", "schema.weight", 2, weight, false, "weights");

        row("", "optimizer.state.3.exp_avg", 2, first_moment, true, "exp_avg");
        row("", "optimizer.state.3.exp_avg_sq", 2, second_moment, true, "exp_avg_sq");
        row("", "optimizer.state.3.max_exp_avg_sq", 2, second_moment, true, "max_exp_avg_sq");
        row("", "optimizer.state.3.step", 0, counter, true, "step");
        row("", "optimizer_states.0.state.0.momentum_buffer", 4, first_moment, true, "momentum_buffer");
        row("", "optimizer_state_dict.state.1.square_avg", 1, second_moment, true, "square_avg");
        row("", "optim.state.layer.weight.exp_avg", 2, first_moment, true, "exp_avg");
        row("", "optimizer.state.0.weight.exp_avg[128,0]", 2, first_moment, true, "exp_avg");
        row("", "optimizer.state.0.0.weight.exp_avg_sq", 2, second_moment, true, "exp_avg_sq");
        row("", "state.0.weight.exp_avg", 2, first_moment, true, "exp_avg");
        row("", "optimizer.state.0.exp_avg.3.codes", 2, first_moment, true, "exp_avg");
        row("", "opt.state.0.prev", 2, other, true, "prev");
        row("", "optimizers.0.state.0.acc_sqr", 2, second_moment, true, "acc_sqr");
        row("", "opt_g.state.0.exp_avg_sq", 2, second_moment, true, "exp_avg_sq");
        row("", "model.state.0.weight", 2, weight, false, "weights");
        row("", "optimizer.state.0.z", 2, weight, true, "z");
        row("", "optimizer.state.0.exp_avg_diff", 2, first_moment, true, "exp_avg_diff");
        row("", "optimizer.state.0.master_param", 2, weight, true, "master_param");
        row("", "optimizer_state_dict.single_partition_of_fp32_groups.0", 1, weight, true,
            "single_partition_of_fp32_groups");
        row("", "opt.m", 2, first_moment, true, "m");
        row("", "opt.v", 2, second_moment, true, "v");
        row("", "opt.mu.0", 2, first_moment, true, "mu");
        row("", "opt.nu.1", 2, second_moment, true, "nu");
        row("", "optimizer.fp32_flat_groups.0", 1, weight, true, "fp32_flat_groups");
        row("", "state.12.exp_avg", 2, first_moment, true, "exp_avg");
        row("", "state.12.exp_avg.0", 2, first_moment, true, "exp_avg");
        row("", "state.weight", 2, weight, false, "weights");
        row("", "model.state.0.weight", 2, weight, false, "weights");
        row("", "m", 2, weight, false, "weights");
        row("", "layer.v", 2, weight, false, "weights");
        row("", "optimizer_head.weight", 2, weight, false, "weights");

        row("", "layers.dense.vars.0", 2, weight, false, "weights");
        row("", "layers.dense.vars.1", 1, weight, false, "vectors");
        row("", "layers.embedding.vars.0", 2, embedding, false, "embeddings");
        row("", "layers.batch_normalization_1.vars.3", 1, norm_statistic, false, "norm");
        row("", "layers.block.bn.vars.2", 1, norm_statistic, false, "norm");
        row("", "layers.normed_dense.vars.0", 2, weight, false, "weights");
        row("", "metrics.auc.vars.0", 1, other, false, "metrics");
        row("", "metrics.head.weight", 2, weight, false, "weights");
        row("", "vars.0", 2, weight, false, "weights");
        row("", "optimizer.vars.0", 0, other, true, "vars");
        row("", "optimizer.vars.5", 2, other, true, "vars");
        row("", "optimizer.vars.4.m", 2, first_moment, true, "m");
        row("", "optimizer.vars.5.v", 2, second_moment, true, "v");
        row("", "model_weights.dense.dense.kernel:0", 2, weight, false, "weights");
        row("", "model_weights.embedding.embedding.embeddings:0", 2, embedding, false, "embeddings");
        row("", "model_weights.bn.bn.moving_variance:0", 1, norm_statistic, false, "norm");
        row("", "optimizer_weights.Adam.iter:0", 0, other, true, "iter");
        row("", "optimizer_weights.Adam.dense.kernel.m:0", 2, first_moment, true, "m");
        row("", "optimizer_weights.training.Adam.dense.kernel.v:0", 2, second_moment, true, "v");
        row("", "optimizer_weights.Adam.dense.kernel.vhat:0", 2, second_moment, true, "vhat");
        row("", "optimizer_weights.RMSprop.dense.kernel.rms:0", 2, second_moment, true, "rms");
        row("", "optimizer_weights.SGD.dense.kernel.momentum:0", 2, first_moment, true, "momentum");
        row("", "optimizer_weights.Adam.m.dense.kernel:0", 2, first_moment, true, "m");
        row("", "optimizer_weights.Adam.v.dense.kernel:0", 2, second_moment, true, "v");
        row("", "optimizer_weights.adam.dense_kernel_momentum", 2, first_moment, true, "m");
        row("", "optimizer_weights.adam.dense_kernel_velocity", 2, second_moment, true, "v");
        row("", "optimizer_weights.mine.dense_kernel_velocity", 2, other, true, "dense_kernel_velocity");
        row("", "optimizer_weights.mine.dense_kernel_momentum", 2, other, true, "dense_kernel_momentum");
        row("", "optimizer_weights.sgd.dense_kernel_momentum", 2, first_moment, true, "m");
        row("", "optimizer_weights.sgd.dense_kernel_velocity", 2, other, true, "dense_kernel_velocity");
        row("", "optimizer_weights.rmsprop.dense_kernel_velocity", 2, second_moment, true, "v");
        row("", "opt_state.0.mu.dense.kernel", 2, first_moment, true, "mu");
        row("", "opt_state.1.0.nu.w", 1, second_moment, true, "nu");
        row("", "opt_state.inner_state.0.trace.w", 1, first_moment, true, "trace");
        row("", "opt_state.inner_states.adam.inner_state.0.mu.w", 1, first_moment, true, "mu");
        row("", "opt_state.inner_states", 1, other, true, "inner_states");
        row("", "opt_state.0.count", 0, other, true, "count");
        row("", "opt_state.w.mu", 2, first_moment, true, "mu");
        row("", "batch_stats.BatchNorm_0.var", 1, norm_statistic, false, "norm");

        row("optimizer.pt", "state.0.exp_avg", 2, first_moment, true, "exp_avg");
        row("checkpoint-10/optimizer.bin", "layer.weight", 2, other, true, "weight");
        row("zero_pp_rank_0_mp_rank_00_optim_states.pt", "x.exp_avg_sq", 1, second_moment, true,
            "exp_avg_sq");
        row("model_optim_rng.pt", "model.fc.weight", 2, weight, false, "weights");
        row("model_optim_rng.pt", "optimizer.state.0.exp_avg", 2, first_moment, true, "exp_avg");
        row("model_optim_rng.pt", "rng_state.0", 1, other, false, "rng");
        row("optimizer/model.safetensors", "fc.weight", 2, weight, false, "weights");
        row("model.safetensors", "fc.weight", 2, weight, false, "weights");

        // Names flattened by torch.distributed.checkpoint: torchtitan, accelerate, Megatron, the user's own
        // objects.
        row("__0_0.distcp", "layers.0.attention.wq.weight[128,0]", 2, weight, false, "weights");
        row("__0_0.distcp", "tok_embeddings.weight[0,0]", 2, embedding, false, "embeddings");
        row("__0_0.distcp", "norm.weight[64]", 1, weight, false, "vectors");
        row("__0_0.distcp", "optimizer.state.layers.0.attention.wq.weight.exp_avg", 2, first_moment, true,
            "exp_avg");
        row("__1_0.distcp", "optimizer.state.layers.0.attention.wq.weight.exp_avg_sq[128,0]", 2,
            second_moment, true, "exp_avg_sq");
        row("__0_0.distcp", "optimizer.state.layers.0.attention.wq.weight.step", 0, counter, true, "step");
        row("optimizer_0/__0_0.distcp", "optimizer.state.model.layers.0.weight.exp_avg[0]", 1, first_moment,
            true, "exp_avg");
        row("__0_0.distcp", "optim.state.fc.weight.exp_avg_sq", 2, second_moment, true, "exp_avg_sq");
        row("__0_0.distcp", "app.optim.state.fc.weight.exp_avg_sq", 2, second_moment, true, "exp_avg_sq");
        row("__0_0.distcp", "app.model.fc.weight", 2, weight, false, "weights");
        row("__0_0.distcp", "optimizer.state.exp_avg.decoder.layers.self_attention.linear_qkv.weight", 2,
            first_moment, true, "exp_avg");
        row("__0_0.distcp", "optimizer.state.exp_avg_sq.decoder.final_layernorm.bias[0]", 1, second_moment,
            true, "exp_avg_sq");
        row("__0_0.distcp", "optimizer.state.fp32_param.decoder.layers.mlp.linear_fc1.weight", 2, weight,
            true, "fp32_param");
        row("__0_0.distcp", "chained_0.optimizer.state.exp_avg.output_layer.weight", 2, first_moment, true,
            "exp_avg");
        row("__0_0.distcp",
            "optimizer.distributed.dp_group_idx_0.gbuf_idx_0.dtype_(torch.bfloat16, "
            "torch.bfloat16).bucket_idx_0.exp_avg",
            1, first_moment, true, "exp_avg");
        row("", "m[0]", 2, weight, false, "weights");
        row("", "blocks[0].weight", 2, weight, false, "weights");
        row("", "optimizer.state.m[x]", 2, other, true, "m[x]");

        row("", "rng_state", 1, other, false, "rng");
        row("", "cuda_rng_state.0", 1, other, false, "rng");
        row("rng_state.pth", "cpu", 1, other, false, "rng");
        row("random_states_0.pkl", "torch_manual_seed", 1, other, false, "rng");
        row("", "string.weight", 2, weight, false, "weights");
    }
    void kinds() {
        QFETCH(std::string, file);
        QFETCH(std::string, tensor);
        QFETCH(std::size_t, dimensions);
        QFETCH(Role, role);
        QFETCH(bool, optimizer);
        QFETCH(std::string, group);
        for (const auto dtype : {DType::f32, DType::i64}) {
            const auto kind = tensor_kind(file, tensor, dimensions, dtype);
            QCOMPARE(QString::fromUtf8(role_name(kind.role).data()),
                     QString::fromUtf8(role_name(role).data()));
            QCOMPARE(kind.optimizer, optimizer);
            QCOMPARE(QString::fromStdString(kind.group), QString::fromStdString(group));
        }
    }

    void role_names_differ() {
        QSet<QString> names;
        for (int role = 0; role <= static_cast<int>(Role::other); ++role) {
            names << QString::fromUtf8(role_name(static_cast<Role>(role)).data());
        }
        QCOMPARE(names.size(), 7);
    }
};

STEPVAULT_TEST(TestTensorRole)

}  // namespace test_tensor_role

#include "test_tensor_role.moc"
