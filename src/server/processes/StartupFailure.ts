/** The reason why a server process does not serve, as it tells its parent. */
import type { Service } from '../main.js';
import { ConfigError, RedisUnreachableError } from '../../base/config/valueKinds.js';
import { isRedisUnavailable } from '../../base/redis/redisErrors.js';
import { StoredFormatError } from '../../store/storedFormat.js';

/** The report of a server process to its parent when it serves requests. */
export type StartupReport = Pick<
  Service,
  'address' | 'redisUrl' | 'searchProblems' | 'demo' | 'setupCode' | 'projectKey'
>;

export interface StartupFailure {
  /**
   * `configuration`: only an operator can change it (a setting, a port in use, the format of the data). `unreachable`:
   * no Redis answers at the address. `temporary`: another attempt may succeed. `defect`: an unexpected error.
   */
  readonly cause: 'configuration' | 'unreachable' | 'temporary' | 'defect';
  /** A sentence for the operator; a defect has its stack. */
  readonly reason: string;
}

/** The only message of a server process, at the end of its start. */
export type StartupMessage = { readonly report: StartupReport } | { readonly failure: StartupFailure };

const causeOf = (error: unknown): StartupFailure['cause'] => {
  if (error instanceof RedisUnreachableError) return error.kind;
  if (error instanceof ConfigError || error instanceof StoredFormatError) return 'configuration';
  return isRedisUnavailable(error) ? 'temporary' : 'defect';
};

export const describeFailure = (error: unknown): StartupFailure => {
  const cause = causeOf(error);
  const { message, stack } = error as Error;
  return { cause, reason: cause === 'defect' ? (stack ?? message) : message };
};

/** Describes a process that ended without a message. A signal comes from outside, as where memory is short. */
export const describeExit = (code: number | null, signal: NodeJS.Signals | null): StartupFailure => ({
  cause: signal === null ? 'defect' : 'temporary',
  reason: `A server process ended with ${signal ?? `the exit code ${code}`} before it served requests.`,
});

export class StartupError extends ConfigError {
  constructor(readonly failure: StartupFailure) {
    super([failure.reason]);
  }
}
