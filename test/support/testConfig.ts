/** The settings of a server in tests. */
import { readConfig } from '../../src/base/config/readConfig.js';
import type { Config } from '../../src/base/config/settings.js';

const redisUrlOfRun = (): string => {
  const url = process.env.REDIS_URL;
  if (url === undefined || url === '') throw new Error('REDIS_URL is not set: run tests with npm test');
  return url;
};

/**
 * Requests wait and work as long as a busy machine needs: no test may fail because other programs use the processor.
 */
const patience = {
  QUEUE_WAIT_MS: '60000',
  REDIS_TIMEOUT_MS: '60000',
  WORK_TIMEOUT_MS: '60000',
  WORKER_SILENCE_MS: '300000',
};

/** Returns the environment variables of a server in tests. */
export const testEnvironment = (settings: Readonly<Record<string, string>> = {}) => ({
  NODE_ENV: 'test',
  HOST: '127.0.0.1',
  PORT: '0',
  WORKERS: '1',
  RETENTION_MINUTES: '0',
  DRAIN_MS: '0',
  ...patience,
  // Hashing a password with the settings of production takes much processor time.
  PASSWORD_MEMORY_KIB: '8',
  ENCRYPTION_KEY: 'a key of thirty-two characters, for tests',
  // Tests start extensions and OAuth servers on the same machine.
  PRIVATE_DESTINATIONS: 'loopback',
  ...settings,
  REDIS_URL: settings.REDIS_URL ?? redisUrlOfRun(),
});

/** Returns the configuration of a test; `settings` are environment variables. */
export const testConfig = (settings: Readonly<Record<string, string>> = {}): Config =>
  readConfig(testEnvironment(settings));
