/** Formats the kinds of a mix or the steps of a chain, and the rates that a core of Node and the Redis thread serve. */
import type { KindResult } from '../load/runLoad.js';
import { rangeOf, sumOf, type Value } from '../measure/figures.js';
import type { CaseResult } from '../measure/measureCase.js';
import { formatRange, formatTable } from './formatResults.js';

const rateOf = (result: CaseResult, micros: Value): string =>
  formatRange(
    rangeOf(
      result.figures.map(one => {
        const spent = micros(one);
        return spent === undefined ? undefined : 1_000_000 / spent;
      }),
    ),
  );

/** Returns the text; undefined for a case without kinds. */
export const formatMix = (result: CaseResult): string | undefined => {
  const rounds = result.figures.flatMap(({ kinds }) => (kinds === undefined ? [] : [kinds]));
  const requests = sumOf(result.figures, each => each.requests);
  if (rounds.length === 0) return undefined;
  const isChain = result.chain === true;
  const unit = isChain ? 1 : 1_000;
  const rows = [...new Set(rounds.flat().map(({ kind }) => kind))].map(kind => {
    const ofKind = rounds.flatMap(kinds => kinds.filter(each => each.kind === kind));
    const total = (value: (each: KindResult) => number): number => ofKind.reduce((sum, each) => sum + value(each), 0);
    const range = (value: (each: KindResult) => number): string => formatRange(rangeOf(ofKind.map(value)));
    return {
      count: total(each => each.requests),
      cells: [
        kind,
        ((total(each => each.requests) / requests) * unit).toFixed(0),
        range(each => each.p50Ms),
        range(each => each.p99Ms),
        String(total(each => each.failures) || ''),
      ],
    };
  });
  const columns = [`${result.name}, median (min..max)`, isChain ? 'each' : 'of 1,000', 'p50 ms', 'p99 ms', 'failed'];
  const table = formatTable(columns, isChain ? rows : rows.sort((one, other) => other.count - one.count));
  return [
    table,
    `${isChain ? 'whole chains' : 'mixed requests'} in a second: ${rateOf(result, each => each.nodeMicros)} for ` +
      'each core of Node, ' +
      `${rateOf(result, each => each.redisMainMicros)} for the thread of Redis`,
  ].join('\n');
};
