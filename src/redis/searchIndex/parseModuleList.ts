import { firstGeneration } from './firstGeneration.js';
import type { Generation } from './Generation.js';
import { laterGeneration } from './laterGeneration.js';
import { exactnessArguments } from './moduleArguments.js';
import { toPairs } from './toPairs.js';

export interface SearchModule {
  readonly generation: Generation;
  /** After this time a query fails, or is cut short. */
  readonly timeoutMs: number;
  /** Arguments that the module should have been loaded with. */
  readonly missingArguments: readonly string[];
}

/** The module's name in MODULE LIST; it differs between generations. */
const moduleNames = ['ft', 'search'];
const firstLaterVersion = 20_000;
const defaultTimeoutMs = 500;

const parseArguments = (args: unknown): string[] =>
  Array.isArray(args) ? args.map(each => String(each).toUpperCase()) : [];

const parseTimeout = (args: readonly string[]): number => {
  const at = args.indexOf('TIMEOUT');
  const timeoutMs = at < 0 ? defaultTimeoutMs : Number(args[at + 1]);
  return timeoutMs === 0 ? Infinity : timeoutMs;
};

/**
 * Finds the search module in an answer to MODULE LIST. Later generations accept a time limit in each query;
 * `queryTimeoutMs` is that limit.
 */
export const parseModuleList = (
  answer: readonly (readonly unknown[])[],
  queryTimeoutMs: number,
): SearchModule | undefined => {
  const module = answer.map(toPairs).find(fields => moduleNames.includes(String(fields.get('name'))));
  if (module === undefined) return undefined;
  if (Number(module.get('ver')) >= firstLaterVersion)
    return { generation: laterGeneration, timeoutMs: queryTimeoutMs, missingArguments: [] };
  const args = parseArguments(module.get('args'));
  return {
    generation: firstGeneration,
    timeoutMs: parseTimeout(args),
    missingArguments: exactnessArguments.filter(name => !args.includes(name)),
  };
};
