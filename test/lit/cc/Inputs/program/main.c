#include "data.h"
#include "model.h"
#include "optimizer.h"
#include "report.h"

int main(void) {
    struct model m;
    model_make(&m);
    for (int step = 0; step < 20; step++) {
        float x[kWeights];
        float target = data_next(x);
        float loss = model_step(&m, x, target);
        optimizer_update(&m);
        report(step, loss);
    }
    return 0;
}
