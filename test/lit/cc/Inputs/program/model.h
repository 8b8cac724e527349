#ifndef MODEL_H
#define MODEL_H
enum { kWeights = 4 };
struct model {
    float *weights;
    float *gradient;
};
void model_make(struct model *m);
float model_step(struct model *m, const float *x, float target);
#endif
