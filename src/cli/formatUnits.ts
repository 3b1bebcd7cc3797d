/** Formats numbers with units. */
type Unit = readonly [size: number, name: string];

const format = (value: number, units: readonly Unit[], lastUnit: Unit): string => {
  const [size, name] = units.find(([least]) => value >= least) ?? lastUnit;
  const shown = value / size;
  return `${shown >= 100 || Number.isInteger(shown) ? Math.round(shown) : shown.toFixed(1)} ${name}`;
};

export const formatBytes = (value: number): string =>
  format(
    value,
    [
      [2 ** 30, 'GiB'],
      [2 ** 20, 'MiB'],
      [2 ** 10, 'KiB'],
    ],
    [1, 'bytes'],
  );

export const formatSeconds = (value: number): string =>
  format(
    value,
    [
      [86_400, 'd'],
      [3_600, 'h'],
      [60, 'min'],
    ],
    [1, 's'],
  );
