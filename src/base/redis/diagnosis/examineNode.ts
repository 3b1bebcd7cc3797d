import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { withTimeout } from '../../lifecycle/timeouts.js';
import { RedisFault, toRedisFault } from './RedisFault.js';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { RedisTls } from '../../config/redisTls.js';
import { redactPassword } from '../../config/redisUrl.js';
import type { SlotRange } from '../clusterNodes.js';
import { fieldOf } from '../serverChecks.js';
import { withTemporaryConnection } from '../withTemporaryConnection.js';

const answerMs = 500;

/** Resolves to the sign that `listen` waits for; false where the socket gives none in time. */
const awaitSign = (socket: Socket, listen: (resolve: (isGiven: boolean) => void) => void): Promise<boolean> => {
  const sign = new Promise<boolean>(resolve => {
    listen(resolve);
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  return withTimeout(sign, answerMs)
    .catch(() => false)
    .finally(() => socket.destroy());
};

const speaksTls = (host: string, port: number): Promise<boolean> => {
  // The certificate does not matter here: nothing is sent on this connection.
  const socket = connectTls({ host, port, rejectUnauthorized: false });
  return awaitSign(socket, resolve => socket.once('secureConnect', () => resolve(true)));
};

const speaksPlainText = (host: string, port: number): Promise<boolean> => {
  const socket = connectPlain({ host, port });
  return awaitSign(socket, resolve => {
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', data => resolve(/^[+-]/.test(data.toString('latin1'))));
  });
};

/**
 * Finds out whether the other scheme would be right, for a connection that was closed, or not answered. A plain Redis
 * waits for the end of a line where TLS begins, and one with TLS closes the connection.
 */
const findOtherProtocol = async (url: string, reason: string): Promise<RedisFault | undefined> => {
  if (!/ECONNRESET|EPIPE|ETIMEDOUT|Connection is closed|no answer within|socket hang up|disconnected/.test(reason))
    return undefined;
  if (!/^rediss?:/.test(url)) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const address = [hostname.replace(/^\[|\]$/g, ''), port === '' ? 6379 : Number(port)] as const;
  if (protocol === 'redis:')
    return (await speaksTls(...address))
      ? new RedisFault('configuration', 'which speaks TLS', reason, 'use rediss:// or rediss-cluster://')
      : undefined;
  return (await speaksPlainText(...address))
    ? new RedisFault('configuration', 'which does not speak TLS', reason, 'use redis:// or redis-cluster://')
    : undefined;
};

export interface ClusterView {
  readonly isDown: boolean;
  /** Ranges of slots, each with the `host:port` of the master that serves it. */
  readonly ranges: readonly (SlotRange & { readonly master: string })[];
}

/** INFO works while Redis loads its data; a user without the permission fails later, at the commands that matter. */
const readInfo = (redis: Redis): Promise<string> =>
  redis.info().catch((error: Error) => {
    if (!error.message.startsWith('NOPERM')) throw error;
    return '';
  });

const assertLoaded = (info: string): void => {
  if (fieldOf(info, 'loading') !== '1') return;
  const percent = fieldOf(info, 'loading_loaded_perc')?.replace('%', '');
  throw toRedisFault(new Error(percent === undefined ? 'LOADING' : `LOADING, ${Math.round(Number(percent))} %`));
};

type SlotsAnswer = readonly (readonly [
  from: number,
  to: number,
  master: readonly [host: string | null, port: number],
])[];

export const joinAddress = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const readCluster = async (redis: Redis): Promise<ClusterView> => {
  const [info, slots] = await Promise.all([redis.call('CLUSTER', 'INFO'), redis.call('CLUSTER', 'SLOTS')]);
  return {
    isDown: fieldOf(String(info), 'cluster_state') !== 'ok',
    ranges: (slots as SlotsAnswer).map(([from, to, [host, port]]) => ({
      from,
      to,
      // A node that does not know its own host name means the host that it was reached at.
      master: joinAddress(host === null || host === '' ? (redis.options.host ?? '') : host, port),
    })),
  };
};

/** A thread that is blocked loses one part of the limit at most: timers run before sockets are read. */
const limitParts = 4;

const withinLimit = async <T>(answer: Promise<T>, limitMs: number): Promise<T> => {
  const passed = Symbol('passed');
  for (let part = 0; part < limitParts; part++) {
    const result = await Promise.race([answer, setTimeout(limitMs / limitParts, passed, { ref: false })]);
    if (result !== passed) return result as T;
  }
  throw new Error(`no answer within ${limitMs} ms`);
};

export interface ExamineOptions {
  readonly tls: RedisTls;
  /** Time for which Redis may be silent. */
  readonly limitMs: number;
}

/** The TCP connection has less time than the answer, so that the two can be told apart. */
const connectShare = 0.8;

/** Runs `read` on a connection to one server. Rejects with a RedisFault within about `limitMs`. */
const examine = async <T>(
  url: string,
  { tls, limitMs }: ExamineOptions,
  read: (redis: Redis, info: string) => T,
): Promise<Awaited<T>> => {
  const end = new AbortController();
  const readWithInfo = async (redis: Redis): Promise<Awaited<T>> => {
    const info = await readInfo(redis);
    assertLoaded(info);
    return await read(redis, info);
  };
  try {
    return await withinLimit(
      withTemporaryConnection(url, limitMs * connectShare, readWithInfo, { tls, end: end.signal }),
      limitMs,
    );
  } catch (error) {
    // A connection without an answer would keep the process running.
    end.abort();
    const fault = toRedisFault(error);
    throw (await findOtherProtocol(url, fault.reason)) ?? fault;
  }
};

/** Examines the server of `redis://…`, `rediss://…` or `unix://…`. */
export const examineServer = (url: string, options: ExamineOptions): Promise<void> =>
  examine(url, options, (_, info) => {
    if (fieldOf(info, 'cluster_enabled') === '1')
      throw new RedisFault(
        'configuration',
        'which is a node of a cluster',
        'cluster_enabled:1',
        `use ${redactPassword(url).replace(/^(rediss?):/, '$1-cluster:')}`,
      );
  });

/** Asks the node at `redis://…` or `rediss://…` what it knows of its cluster. */
export const examineClusterNode = (url: string, options: ExamineOptions): Promise<ClusterView> =>
  examine(url, options, async (redis, info) => {
    if (fieldOf(info, 'cluster_enabled') === '0')
      throw new RedisFault(
        'configuration',
        'which is no node of a cluster',
        'cluster_enabled:0',
        `use ${redactPassword(url)}`,
      );
    return readCluster(redis);
  });
