/** Prints the measurements of bodies as tables of Markdown. */
import type { BodyResult } from './measureBody.js';
import type { Waits } from './measureWaits.js';
import type { LoadResult } from '../load/runLoad.js';

const ms = (value: number): string => value.toFixed(0);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const columns: Readonly<Record<string, (result: BodyResult) => string>> = {
  body: ({ name }) => name,
  MB: ({ bytes }) => (bytes / 1e6).toFixed(2),
  status: ({ status }) => String(status),
  'worker, ms': ({ workerMs }) => ms(workerMs),
  'heavy, ms': ({ heavyMs }) => ms(heavyMs),
  'front, ms': ({ frontMs }) => ms(frontMs),
  'Redis, ms': ({ redisMs }) => ms(redisMs),
  'background, ms': ({ backgroundMs }) => ms(backgroundMs),
  'answer, ms': ({ tookMs }) => ms(tookMs),
  "other's write, ms": ({ waitMs }) => ms(waitMs),
};

export const formatBodies = (results: readonly BodyResult[]): string => {
  const names = Object.keys(columns);
  return [
    ...(results.length === 1 ? [] : [row(names), row(names.map((_, at) => (at === 0 ? '---' : '---:')))]),
    ...results.map(result => row(Object.values(columns).map(cell => cell(result)))),
  ].join('\n');
};

const loadRow = (name: string, { requests, failures, unsent, p50Ms, p99Ms, maxMs }: LoadResult): string =>
  row([name, String(requests), String(failures + unsent), ms(p50Ms), ms(p99Ms), ms(maxMs)]);

export const formatWaits = ({ alone, beside, statuses, burstMs, holds }: Waits): string =>
  [
    row(["another project's updates", 'sent', 'failed', 'p50, ms', 'p99, ms', 'longest, ms']),
    row(['---', '---:', '---:', '---:', '---:', '---:']),
    loadRow('alone', alone),
    loadRow('with forty of the worst bodies at once', beside),
    '',
    `The forty took ${burstMs.map(ms).join(', ')} ms; answers: ` +
      `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}.`,
    `Longest holds meanwhile, ms: ${Object.entries(holds)
      .map(([name, longest]) => `${name} ${ms(longest)}`)
      .join(', ')}.`,
  ].join('\n');
