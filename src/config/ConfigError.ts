/** Tells what is wrong with the environment, one line a variable. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** No Redis answers at the address of the environment: the address is wrong, or Redis does not run. */
export class RedisUnreachableError extends ConfigError {}
