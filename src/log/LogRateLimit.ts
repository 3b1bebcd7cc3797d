/** Lets so many lines of a kind pass each second: where everything is slow, a line for each would make it slower. */
export interface LogRateLimit {
  /** How many were held back since the last that passed; undefined for one that is held back itself. */
  pass(nowMs: number): number | undefined;
}

export const createBounded = (perSecondMax: number): LogRateLimit => {
  let sinceMs = -Infinity;
  let passed = 0;
  let held = 0;
  return {
    pass: nowMs => {
      if (nowMs - sinceMs >= 1_000) {
        sinceMs = nowMs;
        passed = 0;
      }
      if (passed >= perSecondMax) return void held++;
      passed++;
      const before = held;
      held = 0;
      return before;
    },
  };
};
