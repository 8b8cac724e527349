// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// chargpt: a small GPT that learns to write one character at a time. Plain C, float32, CPU, OpenMP where the compiler
// has it. Every layer is a pair of functions, forward and backward, with the shapes in comments: B = batch,
// T = sequence length, N = B*T positions, C = channels, H = heads, V = vocabulary, L = layers.
#define _POSIX_C_SOURCE 199309L  // clock_gettime

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef RANKS
#include <mpi.h>
#endif

#include "corpus.h"

#ifndef _OPENMP
#pragma GCC diagnostic ignored "-Wunknown-pragmas"  // one thread, then
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Small things: memory, time, random numbers

static void die(const char *what, const char *detail) {
    fprintf(stderr, "chargpt: %s: %s\n", what, detail);
    exit(EXIT_FAILURE);
}

static void *alloc_or_die(size_t count, size_t size) {
    void *block = calloc(count, size);
    if (block == NULL) die("out of memory", "calloc");
    return block;
}

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// PCG32 (O'Neill 2014): picks the training positions and the first weights.
static uint32_t pcg32(uint64_t *state) {
    uint64_t old = *state;
    *state = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (shifted >> turn) | (shifted << ((32 - turn) & 31));
}

// xorshift64* (Vigna 2016): samples the text that the model writes.
static float xorshift_uniform(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (float)((*state * 0x2545F4914F6CDD1DULL) >> 40) / 16777216.0f;
}

// A normal deviate with mean 0 and variance 1 (Box and Muller 1958).
static float normal(uint64_t *state) {
    float u = ((float)(pcg32(state) >> 8) + 1.0f) / 16777217.0f;  // in (0, 1)
    float v = (float)(pcg32(state) >> 8) / 16777216.0f;           // in [0, 1)
    return sqrtf(-2.0f * logf(u)) * cosf(6.28318531f * v);
}

// ---------------------------------------------------------------------------------------------------------------------
// Ranks: each has rows of its own in every batch, and all have the same weights. One rank, but for -DRANKS.

typedef struct {
    int rank, size;
} Ranks;

static Ranks join_ranks(int *argc, char ***argv) {
    Ranks ranks = {.rank = 0, .size = 1};
#ifdef RANKS
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks.size);
#else
    (void)argc, (void)argv;
#endif
    return ranks;
}

static void leave_ranks(void) {
#ifdef RANKS
    MPI_Finalize();
#endif
}

// x: (n), becomes the mean over the ranks
static void mean_over_ranks(float *x, size_t n, Ranks ranks) {
#ifdef RANKS
    MPI_Allreduce(MPI_IN_PLACE, x, (int)n, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    for (size_t i = 0; i < n; i++) x[i] /= (float)ranks.size;
#else
    (void)x, (void)n, (void)ranks;
#endif
}

// ---------------------------------------------------------------------------------------------------------------------
// Layers

// out: (N, C), tokens: (N), wte: (V, C), wpe: (T, C)
static void embed_forward(float *out, const int *tokens, const float *wte, const float *wpe, int B, int T, int C) {
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            const float *token = wte + tokens[b * T + t] * C;
            const float *place = wpe + t * C;
            float *row = out + (b * T + t) * C;
            for (int i = 0; i < C; i++) row[i] = token[i] + place[i];
        }
    }
}

static void embed_backward(float *dwte, float *dwpe, const float *dout, const int *tokens, int B, int T, int C) {
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *dtoken = dwte + tokens[b * T + t] * C;
            float *dplace = dwpe + t * C;
            const float *drow = dout + (b * T + t) * C;
            for (int i = 0; i < C; i++) {
                dtoken[i] += drow[i];
                dplace[i] += drow[i];
            }
        }
    }
}

// out = in / rms(in) * w. out, in: (N, C), w: (C), scale: (N) keeps 1 / rms for the way back
static void rmsnorm_forward(float *out, float *scale, const float *in, const float *w, int N, int C) {
    for (int n = 0; n < N; n++) {
        const float *x = in + n * C;
        float squares = 0.0f;
        for (int i = 0; i < C; i++) squares += x[i] * x[i];
        float s = 1.0f / sqrtf(squares / (float)C + 1e-5f);
        for (int i = 0; i < C; i++) out[n * C + i] = x[i] * s * w[i];
        scale[n] = s;
    }
}

static void rmsnorm_backward(float *din, float *dw, const float *dout, const float *in, const float *w,
                             const float *scale, int N, int C) {
    for (int n = 0; n < N; n++) {
        const float *x = in + n * C;
        const float *dy = dout + n * C;
        float s = scale[n];
        float dot = 0.0f;
        for (int i = 0; i < C; i++) dot += dy[i] * w[i] * x[i];
        for (int i = 0; i < C; i++) {
            dw[i] += dy[i] * x[i] * s;
            din[n * C + i] += dy[i] * w[i] * s - x[i] * dot * s * s * s / (float)C;
        }
    }
}

// out = in w'. out: (N, O), in: (N, I), w: (O, I)
static void linear_forward(float *out, const float *in, const float *w, int N, int I, int O) {
#pragma omp parallel for
    for (int n = 0; n < N; n++) {
        const float *x = in + n * I;
        for (int o = 0; o < O; o++) {
            float sum = 0.0f;
            for (int i = 0; i < I; i++) sum += x[i] * w[o * I + i];
            out[n * O + o] = sum;
        }
    }
}

// One loop over positions and one over outputs, so that no two threads add to the same element.
static void linear_backward(float *din, float *dw, const float *dout, const float *in, const float *w, int N, int I,
                            int O) {
#pragma omp parallel for
    for (int n = 0; n < N; n++) {
        for (int o = 0; o < O; o++) {
            float d = dout[n * O + o];
            for (int i = 0; i < I; i++) din[n * I + i] += w[o * I + i] * d;
        }
    }
#pragma omp parallel for
    for (int o = 0; o < O; o++) {
        for (int n = 0; n < N; n++) {
            float d = dout[n * O + o];
            for (int i = 0; i < I; i++) dw[o * I + i] += in[n * I + i] * d;
        }
    }
}

// x becomes softmax(x), in place. x: (n)
static void softmax(float *x, int n) {
    float max = -INFINITY;
    for (int i = 0; i < n; i++) max = x[i] > max ? x[i] : max;
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        x[i] = expf(x[i] - max);
        sum += x[i];
    }
    for (int i = 0; i < n; i++) x[i] /= sum;
}

// Causal attention. out: (N, C), qkv: (N, 3C), att: (B, H, T, T), of which the triangle u <= t is used
static void attention_forward(float *out, float *att, const float *qkv, int B, int T, int C, int H) {
    int size = C / H;
    float scale = 1.0f / sqrtf((float)size);
#pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int h = 0; h < H; h++) {
            for (int t = 0; t < T; t++) {
                const float *query = qkv + (b * T + t) * 3 * C + h * size;
                float *weight = att + ((b * H + h) * T + t) * T;
                for (int u = 0; u <= t; u++) {
                    const float *key = qkv + (b * T + u) * 3 * C + C + h * size;
                    float dot = 0.0f;
                    for (int i = 0; i < size; i++) dot += query[i] * key[i];
                    weight[u] = dot * scale;
                }
                softmax(weight, t + 1);
                float *row = out + (b * T + t) * C + h * size;
                for (int i = 0; i < size; i++) row[i] = 0.0f;
                for (int u = 0; u <= t; u++) {
                    const float *value = qkv + (b * T + u) * 3 * C + 2 * C + h * size;
                    for (int i = 0; i < size; i++) row[i] += weight[u] * value[i];
                }
            }
        }
    }
}

static void attention_backward(float *dqkv, float *datt, const float *dout, const float *qkv, const float *att, int B,
                               int T, int C, int H) {
    int size = C / H;
    float scale = 1.0f / sqrtf((float)size);
#pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int h = 0; h < H; h++) {
            for (int t = 0; t < T; t++) {
                int from = (b * T + t) * 3 * C + h * size;  // of query t in qkv
                const float *weight = att + ((b * H + h) * T + t) * T;
                float *dweight = datt + ((b * H + h) * T + t) * T;
                const float *drow = dout + (b * T + t) * C + h * size;
                float mean = 0.0f;  // of dweight under weight: what softmax takes off on the way back
                for (int u = 0; u <= t; u++) {
                    int value = (b * T + u) * 3 * C + 2 * C + h * size;
                    for (int i = 0; i < size; i++) {
                        dweight[u] += qkv[value + i] * drow[i];
                        dqkv[value + i] += weight[u] * drow[i];
                    }
                    mean += weight[u] * dweight[u];
                }
                for (int u = 0; u <= t; u++) {
                    int key = (b * T + u) * 3 * C + C + h * size;
                    float d = weight[u] * (dweight[u] - mean) * scale;
                    for (int i = 0; i < size; i++) {
                        dqkv[from + i] += d * qkv[key + i];
                        dqkv[key + i] += d * qkv[from + i];
                    }
                }
            }
        }
    }
}

// The tanh form of GELU (Hendrycks and Gimpel 2016). out, in: (n)
#define GELU_SCALE 0.797884561f  // sqrt(2 / pi)
static void gelu_forward(float *out, const float *in, int n) {
    for (int i = 0; i < n; i++) {
        float x = in[i];
        out[i] = 0.5f * x * (1.0f + tanhf(GELU_SCALE * (x + 0.044715f * x * x * x)));
    }
}

static void gelu_backward(float *din, const float *dout, const float *in, int n) {
    for (int i = 0; i < n; i++) {
        float x = in[i];
        float t = tanhf(GELU_SCALE * (x + 0.044715f * x * x * x));
        float slope = GELU_SCALE * (1.0f + 3.0f * 0.044715f * x * x);
        din[i] += dout[i] * (0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * slope);
    }
}

// out = a + b. All (n)
static void add_forward(float *out, const float *a, const float *b, int n) {
    for (int i = 0; i < n; i++) out[i] = a[i] + b[i];
}

static void add_backward(float *da, float *db, const float *dout, int n) {
    for (int i = 0; i < n; i++) {
        da[i] += dout[i];
        db[i] += dout[i];
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// The model

typedef struct {
    int max_seq_len;
    int vocab_size;
    int layers;
    int heads;
    int channels;
} Config;

#define NUM_PARAMS 9
typedef struct {
    float *wte;     // (V, C), also the output layer
    float *wpe;     // (T, C)
    float *norm1;   // (L, C)
    float *qkv_w;   // (L, 3C, C)
    float *proj_w;  // (L, C, C)
    float *norm2;   // (L, C)
    float *up_w;    // (L, 4C, C)
    float *down_w;  // (L, C, 4C)
    float *normf;   // (C)
} Params;

#define NUM_ACTS 18
typedef struct {
    float *encoded;      // (N, C)
    float *norm1;        // (L, N, C)
    float *norm1_scale;  // (L, N)
    float *qkv;          // (L, N, 3C)
    float *att;          // (L, B, H, T, T)
    float *heads;        // (L, N, C)
    float *proj;         // (L, N, C)
    float *mid;          // (L, N, C), the residual stream after attention
    float *norm2;        // (L, N, C)
    float *norm2_scale;  // (L, N)
    float *up;           // (L, N, 4C)
    float *gelu;         // (L, N, 4C)
    float *down;         // (L, N, C)
    float *out;          // (L, N, C), the residual stream after the block
    float *normf;        // (N, C)
    float *normf_scale;  // (N)
    float *probs;        // (N, V)
    float *losses;       // (N)
} Acts;

typedef struct {
    Config config;
    Params params;  // the weights: tensors carved from one allocation
    size_t param_sizes[NUM_PARAMS];
    float *params_memory;
    size_t num_params;
    Params grads;
    float *grads_memory;
    float *m_memory;  // AdamW's moments
    float *v_memory;
    Acts acts;
    float *acts_memory;
    size_t num_acts;
    Acts grads_acts;
    float *grads_acts_memory;
    int batch_size;  // B and T of the forward pass that allocated the activations
    int seq_len;
    int *inputs;      // (N) tokens of the last forward pass
    int *targets;     // (N)
    float mean_loss;  // of the last forward pass with targets, else -1
} GPT;

static size_t sum_sizes(const size_t *sizes, int n) {
    size_t total = 0;
    for (int i = 0; i < n; i++) total += sizes[i];
    return total;
}

// Allocates n tensors in one piece and points each slot at its own.
static float *carve(float **slots[], const size_t *sizes, int n) {
    float *memory = alloc_or_die(sum_sizes(sizes, n), sizeof(float));
    float *next = memory;
    for (int i = 0; i < n; i++) {
        *slots[i] = next;
        next += sizes[i];
    }
    return memory;
}

static void fill_param_sizes(size_t *sizes, Config config) {
    size_t T = (size_t)config.max_seq_len, V = (size_t)config.vocab_size;
    size_t L = (size_t)config.layers, C = (size_t)config.channels;
    sizes[0] = V * C;          // wte
    sizes[1] = T * C;          // wpe
    sizes[2] = L * C;          // norm1
    sizes[3] = L * 3 * C * C;  // qkv_w
    sizes[4] = L * C * C;      // proj_w
    sizes[5] = L * C;          // norm2
    sizes[6] = L * 4 * C * C;  // up_w
    sizes[7] = L * C * 4 * C;  // down_w
    sizes[8] = C;              // normf
}

static void fill_act_sizes(size_t *sizes, Config config, size_t B, size_t T) {
    size_t N = B * T, V = (size_t)config.vocab_size, H = (size_t)config.heads;
    size_t L = (size_t)config.layers, C = (size_t)config.channels;
    sizes[0] = N * C;              // encoded
    sizes[1] = L * N * C;          // norm1
    sizes[2] = L * N;              // norm1_scale
    sizes[3] = L * N * 3 * C;      // qkv
    sizes[4] = L * B * H * T * T;  // att
    sizes[5] = L * N * C;          // heads
    sizes[6] = L * N * C;          // proj
    sizes[7] = L * N * C;          // mid
    sizes[8] = L * N * C;          // norm2
    sizes[9] = L * N;              // norm2_scale
    sizes[10] = L * N * 4 * C;     // up
    sizes[11] = L * N * 4 * C;     // gelu
    sizes[12] = L * N * C;         // down
    sizes[13] = L * N * C;         // out
    sizes[14] = N * C;             // normf
    sizes[15] = N;                 // normf_scale
    sizes[16] = N * V;             // probs
    sizes[17] = N;                 // losses
}

static float *carve_params(Params *p, const size_t *sizes) {
    float **slots[] = {&p->wte, &p->wpe, &p->norm1, &p->qkv_w, &p->proj_w, &p->norm2, &p->up_w, &p->down_w, &p->normf};
    return carve(slots, sizes, NUM_PARAMS);
}

static float *carve_acts(Acts *a, const size_t *sizes) {
    float **slots[] = {&a->encoded, &a->norm1, &a->norm1_scale, &a->qkv,         &a->att,   &a->heads,
                       &a->proj,    &a->mid,   &a->norm2,       &a->norm2_scale, &a->up,    &a->gelu,
                       &a->down,    &a->out,   &a->normf,       &a->normf_scale, &a->probs, &a->losses};
    return carve(slots, sizes, NUM_ACTS);
}

static void fill_normal(float *x, size_t n, float deviation, uint64_t *rng) {
    for (size_t i = 0; i < n; i++) x[i] = deviation * normal(rng);
}

static void fill_ones(float *x, size_t n) {
    for (size_t i = 0; i < n; i++) x[i] = 1.0f;
}

static void gpt_init(GPT *model, Config config, uint64_t seed) {
    *model = (GPT){.config = config, .mean_loss = -1.0f};
    fill_param_sizes(model->param_sizes, config);
    model->num_params = sum_sizes(model->param_sizes, NUM_PARAMS);
    model->params_memory = carve_params(&model->params, model->param_sizes);
    uint64_t rng = seed;
    fill_normal(model->params_memory, model->num_params, 0.08f, &rng);
    fill_ones(model->params.norm1, model->param_sizes[2]);  // the scales of the norms start at 1
    fill_ones(model->params.norm2, model->param_sizes[5]);
    fill_ones(model->params.normf, model->param_sizes[8]);
}

// Activations are allocated by the first forward pass; later ones must have the same shape.
static void prepare_acts(GPT *model, int B, int T) {
    if (model->acts_memory == NULL) {
        model->batch_size = B;
        model->seq_len = T;
        size_t sizes[NUM_ACTS];
        fill_act_sizes(sizes, model->config, (size_t)B, (size_t)T);
        model->num_acts = sum_sizes(sizes, NUM_ACTS);
        model->acts_memory = carve_acts(&model->acts, sizes);
        model->inputs = alloc_or_die((size_t)(B * T), sizeof(int));
        model->targets = alloc_or_die((size_t)(B * T), sizeof(int));
        printf("allocated %zu activations\n", model->num_acts);
    } else if (B != model->batch_size || T != model->seq_len) {
        die("forward pass", "the shape of the batch has changed");
    }
}

// One transformer block. in: (N, C), the residual stream
static void block_forward(GPT *model, int l, const float *in, int B, int T) {
    Params p = model->params;
    Acts a = model->acts;
    int C = model->config.channels, H = model->config.heads, N = B * T;
    float *norm1 = a.norm1 + l * N * C, *qkv = a.qkv + l * N * 3 * C, *att = a.att + l * B * H * T * T;
    float *heads = a.heads + l * N * C, *proj = a.proj + l * N * C, *mid = a.mid + l * N * C;
    float *norm2 = a.norm2 + l * N * C, *up = a.up + l * N * 4 * C, *gelu = a.gelu + l * N * 4 * C;
    float *down = a.down + l * N * C, *out = a.out + l * N * C;
    rmsnorm_forward(norm1, a.norm1_scale + l * N, in, p.norm1 + l * C, N, C);
    linear_forward(qkv, norm1, p.qkv_w + l * 3 * C * C, N, C, 3 * C);
    attention_forward(heads, att, qkv, B, T, C, H);
    linear_forward(proj, heads, p.proj_w + l * C * C, N, C, C);
    add_forward(mid, in, proj, N * C);
    rmsnorm_forward(norm2, a.norm2_scale + l * N, mid, p.norm2 + l * C, N, C);
    linear_forward(up, norm2, p.up_w + l * 4 * C * C, N, C, 4 * C);
    gelu_forward(gelu, up, N * 4 * C);
    linear_forward(down, gelu, p.down_w + l * C * 4 * C, N, 4 * C, C);
    add_forward(out, mid, down, N * C);
}

// Fills acts.losses, (N), and the mean of them.
static void loss_forward(GPT *model, const int *targets, int N) {
    int V = model->config.vocab_size;
    float sum = 0.0f;
    for (int n = 0; n < N; n++) {
        int target = targets[n];
        if (target < 0 || target >= V) die("loss", "a token outside the vocabulary");
        model->acts.losses[n] = -logf(model->acts.probs[n * V + target]);
        sum += model->acts.losses[n];
    }
    model->mean_loss = sum / (float)N;
}

// inputs, targets: (B, T). Without targets (NULL) there are probabilities but no loss.
static void gpt_forward(GPT *model, const int *inputs, const int *targets, int B, int T) {
    prepare_acts(model, B, T);
    int C = model->config.channels, V = model->config.vocab_size, N = B * T;
    Params p = model->params;
    Acts a = model->acts;
    memcpy(model->inputs, inputs, (size_t)N * sizeof(int));
    if (targets != NULL) memcpy(model->targets, targets, (size_t)N * sizeof(int));
    embed_forward(a.encoded, inputs, p.wte, p.wpe, B, T, C);
    const float *residual = a.encoded;
    for (int l = 0; l < model->config.layers; l++) {
        block_forward(model, l, residual, B, T);
        residual = a.out + l * N * C;
    }
    rmsnorm_forward(a.normf, a.normf_scale, residual, p.normf, N, C);
    linear_forward(a.probs, a.normf, p.wte, N, C, V);
    for (int n = 0; n < N; n++) softmax(a.probs + n * V, V);
    model->mean_loss = -1.0f;
    if (targets != NULL) loss_forward(model, targets, N);
}

// Gradients are allocated the first time that they are cleared.
static void gpt_zero_grad(GPT *model) {
    if (model->grads_memory == NULL) {
        size_t sizes[NUM_ACTS];
        fill_act_sizes(sizes, model->config, (size_t)model->batch_size, (size_t)model->seq_len);
        model->grads_memory = carve_params(&model->grads, model->param_sizes);
        model->grads_acts_memory = carve_acts(&model->grads_acts, sizes);
    }
    memset(model->grads_memory, 0, model->num_params * sizeof(float));
    memset(model->grads_acts_memory, 0, model->num_acts * sizeof(float));
}

// in, din: (N, C), the residual stream that entered the block
static void block_backward(GPT *model, int l, const float *in, float *din) {
    Params p = model->params, dp = model->grads;
    Acts a = model->acts, da = model->grads_acts;
    int B = model->batch_size, T = model->seq_len, N = B * T;
    int C = model->config.channels, H = model->config.heads;
    int c = l * N * C;            // where this layer begins in (L, N, C)
    int att = l * B * H * T * T;  // and in (L, B, H, T, T)
    add_backward(da.mid + c, da.down + c, da.out + c, N * C);
    linear_backward(da.gelu + 4 * c, dp.down_w + l * C * 4 * C, da.down + c, a.gelu + 4 * c, p.down_w + l * C * 4 * C,
                    N, 4 * C, C);
    gelu_backward(da.up + 4 * c, da.gelu + 4 * c, a.up + 4 * c, N * 4 * C);
    linear_backward(da.norm2 + c, dp.up_w + l * 4 * C * C, da.up + 4 * c, a.norm2 + c, p.up_w + l * 4 * C * C, N, C,
                    4 * C);
    rmsnorm_backward(da.mid + c, dp.norm2 + l * C, da.norm2 + c, a.mid + c, p.norm2 + l * C, a.norm2_scale + l * N, N,
                     C);
    add_backward(din, da.proj + c, da.mid + c, N * C);
    linear_backward(da.heads + c, dp.proj_w + l * C * C, da.proj + c, a.heads + c, p.proj_w + l * C * C, N, C, C);
    attention_backward(da.qkv + 3 * c, da.att + att, da.heads + c, a.qkv + 3 * c, a.att + att, B, T, C, H);
    linear_backward(da.norm1 + c, dp.qkv_w + l * 3 * C * C, da.qkv + 3 * c, a.norm1 + c, p.qkv_w + l * 3 * C * C, N, C,
                    3 * C);
    rmsnorm_backward(din, dp.norm1 + l * C, da.norm1 + c, in, p.norm1 + l * C, a.norm1_scale + l * N, N, C);
}

// Leaves the gradient by the logits in the place of the gradient by the probabilities. Both (N, V)
static void loss_backward(GPT *model, int N) {
    int V = model->config.vocab_size;
    for (int n = 0; n < N; n++) {
        for (int i = 0; i < V; i++) {
            float hit = i == model->targets[n] ? 1.0f : 0.0f;
            model->grads_acts.probs[n * V + i] = (model->acts.probs[n * V + i] - hit) / (float)N;
        }
    }
}

static void gpt_backward(GPT *model) {
    Params p = model->params, dp = model->grads;
    Acts a = model->acts, da = model->grads_acts;
    int B = model->batch_size, T = model->seq_len, N = B * T;
    int C = model->config.channels, V = model->config.vocab_size, L = model->config.layers;
    int last = (L - 1) * N * C;
    loss_backward(model, N);
    linear_backward(da.normf, dp.wte, da.probs, a.normf, p.wte, N, C, V);
    rmsnorm_backward(da.out + last, dp.normf, da.normf, a.out + last, p.normf, a.normf_scale, N, C);
    for (int l = L - 1; l >= 0; l--) {
        const float *in = l == 0 ? a.encoded : a.out + (l - 1) * N * C;
        float *din = l == 0 ? da.encoded : da.out + (l - 1) * N * C;
        block_backward(model, l, in, din);
    }
    embed_backward(dp.wte, dp.wpe, da.encoded, model->inputs, B, T, C);
}

// AdamW (Loshchilov and Hutter 2019). t counts updates from 1; the moments are allocated by the first.
static void gpt_update(GPT *model, float rate, float beta1, float beta2, float decay, int t) {
    if (model->m_memory == NULL) {
        model->m_memory = alloc_or_die(model->num_params, sizeof(float));
        model->v_memory = alloc_or_die(model->num_params, sizeof(float));
    }
    float correct1 = 1.0f - powf(beta1, (float)t);
    float correct2 = 1.0f - powf(beta2, (float)t);
    for (size_t i = 0; i < model->num_params; i++) {
        float g = model->grads_memory[i];
        float m = beta1 * model->m_memory[i] + (1.0f - beta1) * g;
        float v = beta2 * model->v_memory[i] + (1.0f - beta2) * g * g;
        model->m_memory[i] = m;
        model->v_memory[i] = v;
        float adam = (m / correct1) / (sqrtf(v / correct2) + 1e-8f);
        model->params_memory[i] -= rate * (adam + decay * model->params_memory[i]);
    }
}

static void gpt_free(GPT *model) {
    free(model->params_memory);
    free(model->grads_memory);
    free(model->m_memory);
    free(model->v_memory);
    free(model->acts_memory);
    free(model->grads_acts_memory);
    free(model->inputs);
    free(model->targets);
}

// ---------------------------------------------------------------------------------------------------------------------
// Data

typedef struct {
    int size;
    int id_of[256];  // by byte
    char char_of[256];
} Vocab;

// A Loader cuts batches out of a run of tokens, at random places or one after the other.
typedef struct {
    const int *tokens;  // (num_tokens)
    int num_tokens;
    int B, T;
    int position;  // of the next sequential batch
    int *inputs;   // (B, T)
    int *targets;  // (B, T), inputs shifted by one
} Loader;

// Reads a whole file. *length is in bytes; the caller frees the result.
static char *read_file(const char *path, int *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) die("cannot open", path);
    if (fseek(file, 0, SEEK_END) != 0 || (*length = (int)ftell(file)) <= 0 || fseek(file, 0, SEEK_SET) != 0) {
        die("cannot measure, or empty", path);
    }
    char *text = alloc_or_die((size_t)*length, 1);
    if (fread(text, 1, (size_t)*length, file) != (size_t)*length) die("cannot read", path);
    if (fclose(file) != 0) die("cannot close", path);
    return text;
}

// Gives every byte that occurs in the text a number, in the order of bytes.
static void vocab_init(Vocab *vocab, const char *text, int length) {
    *vocab = (Vocab){0};
    int seen[256] = {0};
    for (int i = 0; i < length; i++) seen[(unsigned char)text[i]] = 1;
    for (int c = 0; c < 256; c++) {
        if (seen[c]) {
            vocab->id_of[c] = vocab->size;
            vocab->char_of[vocab->size++] = (char)c;
        }
    }
}

static int *encode(const Vocab *vocab, const char *text, int length) {
    int *tokens = alloc_or_die((size_t)length, sizeof(int));
    for (int i = 0; i < length; i++) tokens[i] = vocab->id_of[(unsigned char)text[i]];
    return tokens;
}

static void loader_init(Loader *loader, const int *tokens, int num_tokens, int B, int T) {
    if (num_tokens < B * T + 1) die("not enough text", "a batch needs more characters");
    *loader = (Loader){.tokens = tokens, .num_tokens = num_tokens, .B = B, .T = T};
    loader->inputs = alloc_or_die((size_t)(B * T), sizeof(int));
    loader->targets = alloc_or_die((size_t)(B * T), sizeof(int));
}

// Copies row b of the batch from the tokens at start.
static void loader_copy_row(Loader *loader, int b, int start) {
    for (int t = 0; t < loader->T; t++) {
        loader->inputs[b * loader->T + t] = loader->tokens[start + t];
        loader->targets[b * loader->T + t] = loader->tokens[start + t + 1];
    }
}

static void loader_draw(Loader *loader, uint64_t *rng) {
    uint32_t places = (uint32_t)(loader->num_tokens - loader->T);
    for (int b = 0; b < loader->B; b++) {
        int start = (int)(pcg32(rng) % places);
        loader_copy_row(loader, b, start);
    }
}

// Leaves out the places of rows that other ranks hold.
static void skip_rows(uint64_t *rng, int rows) {
    for (int b = 0; b < rows; b++) pcg32(rng);
}

static void loader_reset(Loader *loader) {
    loader->position = 0;
}

static void loader_next(Loader *loader) {
    if (loader->position + loader->B * loader->T + 1 > loader->num_tokens) loader->position = 0;
    for (int b = 0; b < loader->B; b++) loader_copy_row(loader, b, loader->position + b * loader->T);
    loader->position += loader->B * loader->T;
}

static void loader_free(Loader *loader) {
    free(loader->inputs);
    free(loader->targets);
}

// ---------------------------------------------------------------------------------------------------------------------
// Training

#define SAMPLE_LENGTH 64

typedef struct {
    int steps;
    int eval_every;
    int sample_every;
    uint64_t seed;
    const char *data;  // a text file, or NULL for the text that is built in
} Options;

// The mean loss over the first batches of the loader.
static float evaluate(GPT *model, Loader *loader, int batches) {
    float sum = 0.0f;
    loader_reset(loader);
    for (int i = 0; i < batches; i++) {
        loader_next(loader);
        gpt_forward(model, loader->inputs, loader->targets, loader->B, loader->T);
        sum += model->mean_loss;
    }
    return sum / (float)batches;
}

// Draws an index from probs: (n), which sum to 1. coin is in [0, 1).
static int sample_index(const float *probs, int n, float coin) {
    float below = 0.0f;
    for (int i = 0; i < n; i++) {
        below += probs[i];
        if (coin < below) return i;
    }
    return n - 1;  // rounding
}

// Lets the model write, page by page, each from an empty one. Of tokens, (B, T), only row 0 is written on.
static void write_sample(GPT *model, const Vocab *vocab, int *tokens, int B, int T, uint64_t *rng) {
    for (int i = 0; i < B * T; i++) tokens[i] = vocab->id_of['\n'];
    printf("---\n");
    for (int n = 0; n < SAMPLE_LENGTH; n++) {
        int last = n % T;
        gpt_forward(model, tokens, NULL, B, T);
        const float *probs = model->acts.probs + last * vocab->size;
        int next = sample_index(probs, vocab->size, xorshift_uniform(rng));
        if (last + 1 < T) tokens[last + 1] = next;
        putchar(vocab->char_of[next]);
    }
    printf("\n---\n");
}

// Rises over the first twentieth of the run and then falls to a tenth along a cosine.
static float learning_rate(int step, int steps) {
    const float top = 3e-3f;
    int warmup = steps / 20 + 1;
    if (step < warmup) return top * (float)(step + 1) / (float)warmup;
    float done = (float)(step - warmup) / (float)(steps - warmup);
    return top * (0.1f + 0.45f * (1.0f + cosf(3.14159265f * done)));
}

static Options parse_options(int argc, char **argv) {
    Options options = {.steps = 300, .eval_every = 50, .sample_every = 150, .seed = 1337, .data = NULL};
    for (int i = 1; i < argc; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--steps") == 0) {
            options.steps = atoi(value);
        } else if (strcmp(argv[i], "--eval") == 0) {
            options.eval_every = atoi(value);
        } else if (strcmp(argv[i], "--sample") == 0) {
            options.sample_every = atoi(value);
        } else if (strcmp(argv[i], "--seed") == 0) {
            options.seed = strtoull(value, NULL, 10);
        } else if (strcmp(argv[i], "--data") == 0 && *value != '\0') {
            options.data = value;
        } else {
            die("usage", "chargpt [--steps N] [--eval N] [--sample N] [--seed N] [--data FILE]");
        }
    }
    if (options.steps < 1 || options.eval_every < 1 || options.sample_every < 1) {
        die("usage", "--steps, --eval and --sample take a number above 0");
    }
    return options;
}

int main(int argc, char **argv) {
    Ranks ranks = join_ranks(&argc, &argv);
    Options options = parse_options(argc, argv);
    const int B = 4, T = 32, val_batches = 4;

    // the last tenth of the text is kept back for validation
    int length = (int)sizeof(corpus) - 1;
    char *text = options.data != NULL ? read_file(options.data, &length) : NULL;
    Vocab vocab;
    vocab_init(&vocab, text != NULL ? text : corpus, length);
    int *tokens = encode(&vocab, text != NULL ? text : corpus, length);
    free(text);
    int num_train = length - length / 10;
    Loader train_loader, val_loader;
    loader_init(&train_loader, tokens, num_train, B, T);
    loader_init(&val_loader, tokens + num_train, length - num_train, B, T);

    GPT model;
    Config config = {.max_seq_len = T, .vocab_size = vocab.size, .layers = 2, .heads = 4, .channels = 32};
    gpt_init(&model, config, options.seed);
    if (ranks.rank == 0)
        printf("%d characters, %d of them different; %zu parameters\n", length, vocab.size, model.num_params);

    uint64_t batch_rng = options.seed ^ 0x9E3779B97F4A7C15ULL;
    uint64_t sample_rng = options.seed * 2 + 1;  // xorshift must not start at 0
    int *sample_tokens = alloc_or_die((size_t)(B * T), sizeof(int));
    float first_loss = 0.0f;   // on validation, before training
    float smooth_loss = 0.0f;  // a running average of the training loss
    double total_ms = 0.0;

    for (int step = 0; step < options.steps; step++) {
        if (step % options.eval_every == 0) {
            float val_loss = evaluate(&model, &val_loader, val_batches);
            if (step == 0) first_loss = val_loss;
            if (ranks.rank == 0) printf("val loss %.4f\n", val_loss);
        }
        if (ranks.rank == 0 && step > 0 && step % options.sample_every == 0) {
            write_sample(&model, &vocab, sample_tokens, B, T, &sample_rng);
        }

        double start_ms = now_ms();
        skip_rows(&batch_rng, ranks.rank * B);
        loader_draw(&train_loader, &batch_rng);
        skip_rows(&batch_rng, (ranks.size - 1 - ranks.rank) * B);
        gpt_forward(&model, train_loader.inputs, train_loader.targets, B, T);
        gpt_zero_grad(&model);
        gpt_backward(&model);
        mean_over_ranks(model.grads_memory, model.num_params, ranks);
        mean_over_ranks(&model.mean_loss, 1, ranks);
        float rate = learning_rate(step, options.steps);
        gpt_update(&model, rate, 0.9f, 0.99f, 0.01f, step + 1);
        double elapsed_ms = now_ms() - start_ms;

        total_ms += elapsed_ms;
        smooth_loss = step == 0 ? model.mean_loss : 0.9f * smooth_loss + 0.1f * model.mean_loss;
        if (ranks.rank == 0) {
            printf("step %d: loss %.4f, smoothed %.4f (%.2f ms)\n", step, model.mean_loss, smooth_loss, elapsed_ms);
        }
    }

    float last_loss = evaluate(&model, &val_loader, val_batches);
    if (ranks.rank == 0) {
        write_sample(&model, &vocab, sample_tokens, B, T, &sample_rng);
        printf("%.2f ms per step\n", total_ms / options.steps);
        printf("val loss %.4f -> %.4f\n", first_loss, last_loss);
    }
    leave_ranks();

    gpt_free(&model);
    loader_free(&train_loader);
    loader_free(&val_loader);
    free(tokens);
    free(sample_tokens);
    return 0;
}
