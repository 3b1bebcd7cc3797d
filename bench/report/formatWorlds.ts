import type { Measurements } from '../measure/Measurements.js';
import type { WorldsResult } from '../measure/measureWorlds.js';
import { ratiosOf } from '../measure/ratiosOf.js';
import { figureCells, figureColumns, slowScriptsText } from './formatResults.js';
import { formatRange } from './formatRange.js';
import { formatTable } from './formatTable.js';

const compared = [
  ['req/s', (one: Measurements) => one.perSecond],
  ['node', (one: Measurements) => one.nodeMicros],
  ['redis', (one: Measurements) => one.redisMicros],
  ['redis main', (one: Measurements) => one.redisMainMicros],
] as const;

const failuresText = (figures: readonly Measurements[]): string | undefined => {
  const failures = figures.reduce((sum, one) => sum + one.failures, 0);
  return failures > 0 ? `${failures} FAILED` : undefined;
};

/** Formats the results with the shares of the first environment. */
export const formatWorlds = (results: readonly WorldsResult[]): string =>
  formatTable(
    [
      'scenario, median (min..max)',
      ...figureColumns,
      ...compared.map(([name]) => `${name} of first %`),
      'of reference %',
      '',
    ],
    results.flatMap(({ name, reference, worlds }) => [
      ...(reference === undefined
        ? []
        : [[`${name}: reference`, ...figureCells(reference), ...compared.map(() => ''), '', '']]),
      ...worlds.map(({ world, figures }, at) => [
        `${name}: ${world}`,
        ...figureCells(figures),
        ...compared.map(([, value]) =>
          at === 0 ? '' : formatRange(ratiosOf(figures, worlds[0]?.figures ?? [], value), 0, 100),
        ),
        reference === undefined
          ? ''
          : formatRange(
              ratiosOf(figures, reference, one => one.perSecond),
              0,
              100,
            ),
        [failuresText(figures), slowScriptsText(figures)].filter(Boolean).join('; '),
      ]),
    ]),
  );
