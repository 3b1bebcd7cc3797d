/** Tells what is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** The Redis of the address cannot be used; the kinds are those of redis/diagnosis/RedisFault.ts. */
export class RedisUnreachableError extends ConfigError {
  constructor(
    problem: string,
    readonly kind: 'configuration' | 'unreachable' | 'temporary',
  ) {
    super([problem]);
  }
}
