// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a small GPT in fp32. N = B * T rows of C numbers; a thread makes one number, or one row, of what it
// writes. Two of them scatter with atomicAdd, as trainers do: their sums hang on the order in which threads come.
#pragma once

// out[b, t] = wte[token] + wpe[t]
__global__ void embed(float *out, const int *tokens, const float *wte, const float *wpe, int n, int t_max, int c_max) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * c_max) {
        int row = i / c_max, c = i % c_max;
        out[i] = wte[tokens[row] * c_max + c] + wpe[row % t_max * c_max + c];
    }
}

// A token may stand in many rows, a position stands in every sequence.
__global__ void embed_backward(float *d_wte, float *d_wpe, const float *d_out, const int *tokens, int n, int t_max,
                               int c_max) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * c_max) {
        int row = i / c_max, c = i % c_max;
        atomicAdd(&d_wte[tokens[row] * c_max + c], d_out[i]);
        atomicAdd(&d_wpe[row % t_max * c_max + c], d_out[i]);
    }
}

// A row has mean 0 and variance 1, then w and b.
__global__ void layer_norm(float *out, float *mean, float *rstd, const float *in, const float *w, const float *b, int n,
                           int c_max) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        const float *x = in + row * c_max;
        float sum = 0, squares = 0;
        for (int c = 0; c < c_max; c++) sum += x[c];
        float m = sum / c_max;
        for (int c = 0; c < c_max; c++) squares += (x[c] - m) * (x[c] - m);
        float s = rsqrtf(squares / c_max + 1e-5f);
        for (int c = 0; c < c_max; c++) out[row * c_max + c] = (x[c] - m) * s * w[c] + b[c];
        mean[row] = m;
        rstd[row] = s;
    }
}

// The gradients of w and b are summed within a block in shared memory, then over the blocks. d_in is added to.
__global__ void layer_norm_backward(float *d_in, float *d_w, float *d_b, const float *d_out, const float *in,
                                    const float *w, const float *mean, const float *rstd, int n, int c_max) {
    extern __shared__ float sums[];
    float *sum_w = sums;
    float *sum_b = sums + c_max;
    for (int c = threadIdx.x; c < c_max; c += blockDim.x) {
        sum_w[c] = 0;
        sum_b[c] = 0;
    }
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        const float *d = d_out + row * c_max;
        const float *x = in + row * c_max;
        float of_mean = 0, of_norm = 0;
        for (int c = 0; c < c_max; c++) {
            float norm = (x[c] - mean[row]) * rstd[row];
            of_mean += w[c] * d[c];
            of_norm += w[c] * d[c] * norm;
        }
        for (int c = 0; c < c_max; c++) {
            float norm = (x[c] - mean[row]) * rstd[row];
            atomicAdd(&sum_w[c], norm * d[c]);
            atomicAdd(&sum_b[c], d[c]);
            d_in[row * c_max + c] += (w[c] * d[c] - of_mean / c_max - norm * of_norm / c_max) * rstd[row];
        }
    }
    __syncthreads();
    for (int c = threadIdx.x; c < c_max; c += blockDim.x) {
        atomicAdd(&d_w[c], sum_w[c]);
        atomicAdd(&d_b[c], sum_b[c]);
    }
}

// out[row, o] = b[o] + sum over c of in[row, c] w[o, c]
__global__ void linear(float *out, const float *in, const float *w, const float *b, int n, int c_max, int o_max) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * o_max) {
        int row = i / o_max, o = i % o_max;
        float sum = b[o];
        for (int c = 0; c < c_max; c++) sum += in[row * c_max + c] * w[o * c_max + c];
        out[i] = sum;
    }
}

__global__ void linear_backward_input(float *d_in, const float *d_out, const float *w, int n, int c_max, int o_max) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n * c_max) {
        int row = i / c_max, c = i % c_max;
        float sum = 0;
        for (int o = 0; o < o_max; o++) sum += d_out[row * o_max + o] * w[o * c_max + c];
        d_in[i] = sum;
    }
}

__global__ void linear_backward_weight(float *d_w, float *d_b, const float *d_out, const float *in, int n, int c_max,
                                       int o_max) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < o_max * c_max) {
        int o = i / c_max, c = i % c_max;
        float sum = 0, bias = 0;
        for (int row = 0; row < n; row++) {
            sum += d_out[row * o_max + o] * in[row * c_max + c];
            bias += d_out[row * o_max + o];
        }
        d_w[i] += sum;
        if (c == 0) d_b[o] += bias;
    }
}

// A thread takes one query: weights[b, h, t, .] over the positions up to t, then the weighted values.
__global__ void attention(float *out, float *weights, const float *qkv, int batch, int t_max, int c_max, int heads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * heads * t_max) {
        int t = i % t_max, h = i / t_max % heads, b = i / t_max / heads, size = c_max / heads;
        const float *q = qkv + (b * t_max + t) * 3 * c_max + h * size;
        float *p = weights + i * t_max;
        float most = -1e30f, sum = 0;
        for (int u = 0; u < t_max; u++) {
            const float *k = qkv + (b * t_max + u) * 3 * c_max + c_max + h * size;
            float score = 0;
            for (int c = 0; c < size; c++) score += q[c] * k[c];
            p[u] = u <= t ? score * rsqrtf((float)size) : -1e30f;
            most = fmaxf(most, p[u]);
        }
        for (int u = 0; u < t_max; u++) {
            p[u] = u <= t ? expf(p[u] - most) : 0;
            sum += p[u];
        }
        for (int u = 0; u < t_max; u++) p[u] /= sum;
        for (int c = 0; c < size; c++) {
            float value = 0;
            for (int u = 0; u <= t; u++) value += p[u] * qkv[(b * t_max + u) * 3 * c_max + 2 * c_max + h * size + c];
            out[(b * t_max + t) * c_max + h * size + c] = value;
        }
    }
}

// A thread takes one head of one sequence, all of whose gradients are its own; d_qkv is zero before.
__global__ void attention_backward(float *d_qkv, const float *d_out, const float *weights, const float *qkv, int batch,
                                   int t_max, int c_max, int heads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < batch * heads) {
        int h = i % heads, b = i / heads, size = c_max / heads;
        for (int t = 0; t < t_max; t++) {
            const float *p = weights + (i * t_max + t) * t_max;
            const float *d = d_out + (b * t_max + t) * c_max + h * size;
            float dot = 0;
            for (int u = 0; u <= t; u++)
                for (int c = 0; c < size; c++)
                    dot += p[u] * d[c] * qkv[(b * t_max + u) * 3 * c_max + 2 * c_max + h * size + c];
            for (int u = 0; u <= t; u++) {
                int at = (b * t_max + t) * 3 * c_max + h * size, from = (b * t_max + u) * 3 * c_max + h * size;
                float d_weight = 0;
                for (int c = 0; c < size; c++) {
                    d_weight += d[c] * qkv[from + 2 * c_max + c];
                    d_qkv[from + 2 * c_max + c] += p[u] * d[c];
                }
                float d_score = p[u] * (d_weight - dot) * rsqrtf((float)size);
                for (int c = 0; c < size; c++) {
                    d_qkv[at + c] += d_score * qkv[from + c_max + c];
                    d_qkv[from + c_max + c] += d_score * qkv[at + c];
                }
            }
        }
    }
}

__global__ void add(float *out, const float *a, const float *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a[i] + b[i];
}

__global__ void relu(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = fmaxf(in[i], 0);
}

__global__ void relu_backward(float *d, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] <= 0) d[i] = 0;
}

// Cross-entropy of a row and its gradient by the logits, of which there are v_max.
__global__ void classify(float *losses, float *d_logits, const float *logits, const int *targets, int n, int v_max) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float most = -1e30f, sum = 0;
        for (int v = 0; v < v_max; v++) most = fmaxf(most, logits[row * v_max + v]);
        for (int v = 0; v < v_max; v++) sum += expf(logits[row * v_max + v] - most);
        for (int v = 0; v < v_max; v++)
            d_logits[row * v_max + v] = (expf(logits[row * v_max + v] - most) / sum - (v == targets[row] ? 1 : 0)) / n;
        losses[row] = logf(sum) + most - logits[row * v_max + targets[row]];
    }
}

// One number of AdamW.
__global__ void adamw(float *w, float *m, float *v, const float *g, int n, float rate, float scale_m, float scale_v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.99f * v[i] + 0.01f * g[i] * g[i];
        w[i] -= rate * (m[i] * scale_m / (sqrtf(v[i] * scale_v) + 1e-8f) + 0.01f * w[i]);
    }
}
