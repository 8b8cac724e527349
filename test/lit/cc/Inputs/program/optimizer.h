#ifndef OPTIMIZER_H
#define OPTIMIZER_H
#include "model.h"
void optimizer_update(struct model *m);
#endif
