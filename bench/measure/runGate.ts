/** npm run bench -- --gate FILE: measures the hot paths, and compares or writes their figures. */
import { readFileSync } from 'node:fs';
import type { BenchCase } from '../cases/BenchCase.js';
import { cases } from '../cases/index.js';
import { machine, type Options } from '../options.js';
import { formatResults } from '../report/formatResults.js';
import { compareGate, gateRatios, gateFaults, type GateRun } from '../report/gate.js';
import { commitOf, saveRun } from '../report/saveRun.js';
import type { BenchEnvironment } from '../world/BenchWorld.js';
import { type CaseResult, measureCase } from './measureCase.js';

/** The cases of what a shop sends most, and of what a change of the program easily makes slower. */
const hotPaths: ReadonlySet<string> = new Set([
  'order by id',
  'order update',
  'query by orderNumber',
  'product by id',
  'projection by id, with price',
  'token: client credentials',
  'cart creation',
  'cart, one more line item',
  'order from cart',
  'graphql, 20 customers',
]);

/** The gate compares with a bare reference alone; the read by turns would only take time. */
const asHotPath = (one: BenchCase): BenchCase => ({
  ...one,
  reference: one.reference ?? 'bareRead',
  timesOfReadMax: undefined,
  redisTimesOfReadMax: undefined,
});

export const gateSubjects = cases.filter(({ name }) => hotPaths.has(name)).map(asHotPath);

const measureHotPaths = async (environment: BenchEnvironment, options: Options): Promise<GateRun> => {
  const results: CaseResult[] = [];
  for (const one of gateSubjects) {
    console.error(`measuring ${one.name}: ${one.description}`);
    const result = await measureCase(environment, one, options);
    console.error(formatResults([result]));
    results.push(result);
  }
  const { orders, seconds, rounds, workers } = options;
  return {
    at: new Date().toISOString(),
    build: commitOf(environment.build.root),
    machine,
    options: { orders, seconds, rounds, workers },
    ...gateRatios(results),
  };
};

/** Ends with exit code 1 if a hot path is slower than the tolerance allows. */
export const runGate = async (environment: BenchEnvironment, options: Options): Promise<void> => {
  const { gate, gateWrite, tolerance } = options;
  const earlier = gate === undefined ? undefined : (JSON.parse(readFileSync(gate, 'utf8')) as GateRun);
  const faults = earlier === undefined ? [] : gateFaults(earlier.options, options);
  if (faults.length > 0) throw new Error(faults.join(' '));
  const now = await measureHotPaths(environment, options);
  if (gateWrite !== undefined) saveRun(gateWrite, now);
  if (earlier === undefined) return;
  const { text, isPassed } = compareGate(earlier, now, tolerance / 100);
  console.log(`\n${text}`);
  if (!isPassed) process.exitCode = 1;
};
