const linearTicks = 5;
const niceSteps = [1, 2, 5, 10];

/** The smallest of 1, 2, 5 times a power of ten that is at least `value`. */
const niceStep = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value));
  return (niceSteps.find(step => step * power >= value) ?? 10) * power;
};

/** An axis from zero to at least `max`, in about five steps. */
export const linearAxis = (max: number): number[] => {
  const step = niceStep((max > 0 ? max : 1) / linearTicks);
  return Array.from({ length: Math.ceil((max > 0 ? max : 1) / step) + 1 }, (_, at) =>
    Number((at * step).toPrecision(12)),
  );
};

/** An axis of powers of ten around the values, which must be positive. */
export const logarithmicAxis = (min: number, max: number): number[] => {
  const from = Math.floor(Math.log10(min));
  const to = Math.max(from + 1, Math.ceil(Math.log10(max)));
  return Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
};
