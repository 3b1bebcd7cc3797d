import { Presets, SingleBar } from 'cli-progress';

/**
 * A line of a list, with tabs between its cells. Names have any character, and a terminal obeys control characters. The
 * lists are for terminals and scripts, which run no formulas; files for spreadsheets come from the console.
 */
export const tabLine = (...cells: readonly (string | number)[]): string =>
  cells.map(cell => String(cell).replace(/\p{Cc}/gu, ' ')).join('\t');

/** Prints a list as one JSON text, or a line for each element. */
export const printList = <T>(list: readonly T[], json: boolean, lineOf: (element: T) => string): void => {
  if (json) console.log(JSON.stringify(list));
  else for (const element of list) console.log(lineOf(element));
};

export interface Progress {
  readonly update: (done: number, total: number) => void;
  readonly stop: () => void;
}

/**
 * Shows progress on standard error, so that standard output has only results: a bar on a terminal, otherwise some
 * lines.
 */
export const createProgress = (unit: string): Progress =>
  process.stderr.isTTY === true ? createBar() : createLines(unit);

const lineMs = 5_000;

const createBar = (): Progress => {
  const shown = new SingleBar(
    { format: '{bar} {percentage}% | {value}/{total} | {eta_formatted} left', hideCursor: true },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: (done, total) => {
      if (!isStarted) shown.start(total, done);
      isStarted = true;
      shown.setTotal(total);
      shown.update(done);
    },
    stop: () => {
      if (isStarted) shown.stop();
    },
  };
};

const createLines = (unit: string): Progress => {
  let nextMs = performance.now() + lineMs;
  return {
    update: (done, total) => {
      if (performance.now() < nextMs) return;
      nextMs = performance.now() + lineMs;
      console.error(`${done} of ${total} ${unit}`);
    },
    stop: () => undefined,
  };
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

/** Formats numbers with units. */
type Unit = readonly [size: number, name: string];

const format = (value: number, units: readonly Unit[], lastUnit: Unit): string => {
  const [size, name] = units.find(([least]) => value >= least) ?? lastUnit;
  const shown = value / size;
  return `${shown >= 100 || Number.isInteger(shown) ? Math.round(shown) : shown.toFixed(1)} ${name}`;
};
