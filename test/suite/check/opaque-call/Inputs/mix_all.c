void MixAll(float **all, int n) {
  for (int i = 0; i < n; i++) all[i][0] += 0.1f * (float)i;
}
struct Places {
  float **all;
};
void MixPlaces(struct Places *places, int n) { MixAll(places->all, n); }
