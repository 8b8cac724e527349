#ifndef REPORT_H
#define REPORT_H
void report(int step, float loss);
#endif
