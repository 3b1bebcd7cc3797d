import type { Redis } from 'ioredis';
import { UnavailableError } from '../../errors/UnavailableError.js';
import { toPairs } from '../../lists.js';
import { isRedisUnavailable, isReply } from '../redisErrors.js';

/**
 * Lists the modules of a server, as Redis answers. Some hosted servers forbid the command. A server that knows no
 * command of the search module counts as one without modules; otherwise they are unknown, and that is a 503.
 */
export const listModules = async (node: Redis): Promise<unknown[][]> => {
  try {
    return (await node.call('MODULE', 'LIST')) as unknown[][];
  } catch (error) {
    if (!isReply(error) || isRedisUnavailable(error)) throw error;
    const known = (await node.call('COMMAND', 'INFO', 'FT.SEARCH').catch(() => undefined)) as unknown[] | undefined;
    if (known !== undefined && known[0] == null) return [];
    const message =
      `Redis does not tell its modules (${(error as Error).message}), so it is not known whether orders can be ` +
      'searched.';
    throw new UnavailableError('search_unavailable', message, []);
  }
};

/**
 * Arguments with which RediSearch 1.x gives exact answers: no writes during a search (SAFEMODE), and no garbage
 * collection of data that a search reads (NOGC).
 */
const exactnessArguments = ['SAFEMODE', 'NOGC'];

/** All arguments of the module: in addition, a search that exceeds its time limit fails instead of being cut short. */
export const loadArguments = [
  ...exactnessArguments,
  'TIMEOUT',
  '10000',
  'ON_TIMEOUT',
  'FAIL',
  'MAXDOCTABLESIZE',
  '10000000',
];

export interface SearchModuleFacts {
  /** True for RediSearch 2 or later, or the search of Redis 8. */
  readonly isLater: boolean;
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
): SearchModuleFacts | undefined => {
  const module = answer.map(toPairs).find(fields => moduleNames.includes(String(fields.get('name'))));
  if (module === undefined) return undefined;
  if (Number(module.get('ver')) >= firstLaterVersion)
    return { isLater: true, timeoutMs: queryTimeoutMs, missingArguments: [] };
  const args = parseArguments(module.get('args'));
  return {
    isLater: false,
    timeoutMs: parseTimeout(args),
    missingArguments: exactnessArguments.filter(name => !args.includes(name)),
  };
};
