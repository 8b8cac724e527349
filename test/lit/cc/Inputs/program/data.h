#ifndef DATA_H
#define DATA_H
float data_next(float *x);
#endif
