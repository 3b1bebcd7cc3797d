/**
 * Access of tests to the Redis servers that they start: here without a password, in tlsAccess.ts with one and over TLS.
 */
import type { RedisTls } from '../../src/base/config/redisTls.js';

export interface RedisAccess {
  /** Arguments of redis-server. */
  readonly listen: (port: number) => readonly string[];
  /** Scheme, user and password, such as `rediss://:password@`. */
  readonly scheme: string;
  readonly tls?: RedisTls;
}

export const plainAccess: RedisAccess = { listen: port => ['--port', String(port)], scheme: 'redis://' };
export const urlOfPort = ({ scheme }: RedisAccess, port: number): string => `${scheme}127.0.0.1:${port}`;
