// A scale has no value where no case fits. Twin: it has one.
// OBSERVE: none
float Clip(float gradient, float limit, int mode);
float Clip(float gradient, float limit, int mode) {
  float scale;
  if (mode == 1)
    scale = limit / (gradient + 1e-6f);
  else if (mode == 2)
    scale = 0.5f;
    // twin: scale = 0.5f; else scale = 1;
  return gradient * scale;  // site: uninitialized warning state | twin: quiet
}
