#ifndef RANDOM_H
#define RANDOM_H
float random_unit(void);
#endif
