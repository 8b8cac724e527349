#include "optimizer.h"

static float momentum[kWeights];
static float rate = 0.05f;

void optimizer_update(struct model *m) {
    for (int i = 0; i < kWeights; i++) {
        momentum[i] = 0.9f * momentum[i] + m->gradient[i];
        m->weights[i] -= rate * momentum[i];
    }
    rate *= 0.99f;
}
