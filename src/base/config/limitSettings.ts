/**
 * The settings that bound requests, queues, tokens and hashes; settings.ts has the others, and puts them in one table.
 */
import { limits } from './limits.js';
import { setting, valueKinds } from './valueKinds.js';

const { integer } = valueKinds;
const kibibyte = 1_024;
const mebibyte = 1_024 ** 2;

export const limitSettings = {
  bodyBytesMax: setting(
    'BODY_BYTES_MAX',
    integer(kibibyte, limits.resourceBytesMax),
    limits.resourceBytesMax,
    'longest request body; GraphQL and paths below /me take at most 1048576 bytes',
  ),
  headerBytesMax: setting(
    'HEADER_BYTES_MAX',
    integer(kibibyte, 64 * kibibyte),
    15 * kibibyte,
    'longest URL and headers together',
  ),
  connectionsMax: setting(
    'CONNECTIONS_MAX',
    integer(1, 1_000_000),
    20_000,
    'open connections of a port; a connection beyond that is closed at once',
  ),
  transferBytesMax: setting(
    'TRANSFER_BYTES_MAX',
    integer(mebibyte, Number.MAX_SAFE_INTEGER),
    256 * mebibyte,
    'bytes of request bodies and responses in transit together; beyond that the connections are closed that held ' +
      'the most bytes for the longest time',
  ),
  transferTimeoutMs: setting(
    'TRANSFER_TIMEOUT_MS',
    integer(100, 3_600_000),
    120_000,
    'milliseconds for a request body to arrive and for a response to be received; then the connection is closed',
  ),
  poolQueueMax: setting(
    'POOL_QUEUE_MAX',
    integer(1, 1_000_000),
    4_096,
    'calls that may wait for the workers, for each master of a cluster; a call beyond that gets a 503',
  ),
  queueWaitMs: setting(
    'QUEUE_WAIT_MS',
    integer(5, 60_000),
    60,
    'milliseconds that one step of a request may wait for a worker or for Redis; ' +
      'beyond that fewer requests are admitted and the others get a 503',
  ),
  readQueueMax: setting(
    'READ_QUEUE_MAX',
    integer(1, 1_000_000),
    8_192,
    'reads of single resources and simple queries that may wait for Redis, for each master of a cluster; ' +
      'one beyond that gets a 503',
  ),
  batchMax: setting('BATCH_MAX', integer(1, 1_024), 32, 'calls that are sent to a worker in one message'),
  queryTimeoutMs: setting(
    'QUERY_TIMEOUT_MS',
    integer(10, 600_000),
    10_000,
    'milliseconds after which a query fails with QueryTimedOut; the time for which it waits for Redis does not count',
  ),
  workTimeoutMs: setting(
    'WORK_TIMEOUT_MS',
    integer(1, 600_000),
    250,
    'milliseconds of processor time after which a step of a request is refused: ' +
      'an update with all its actions, or a predicate over one resource',
  ),
  workerSilenceMs: setting(
    'WORKER_SILENCE_MS',
    integer(100, 600_000),
    10_000,
    'milliseconds without a heartbeat after which a worker is replaced; the requests that it had begun get a 503',
  ),
  tokenCacheMax: setting('TOKEN_CACHE_MAX', integer(1, 10_000_000), 100_000, 'access tokens that a process caches'),
  accessTokensMax: setting(
    'ACCESS_TOKENS_MAX',
    integer(1, 10_000_000),
    200_000,
    'valid access tokens of one API client; those that expire first are deleted first',
  ),
  refreshTokensMax: setting(
    'REFRESH_TOKENS_MAX',
    integer(1, 10_000_000),
    10_000_000,
    'refresh tokens of one project; the least recently used are deleted first',
  ),
  clientRefreshTokensMax: setting(
    'CLIENT_REFRESH_TOKENS_MAX',
    integer(1, 10_000_000),
    10_000_000,
    'refresh tokens of one API client; the least recently used are deleted first; ' +
      'from REFRESH_TOKENS_MAX on, only the limit of the project applies',
  ),
  apiClientsMax: setting(
    'API_CLIENTS_MAX',
    integer(1, 1_000_000),
    10_000,
    'API clients of one project; a creation beyond that gets a 400 MaxResourceLimitExceeded',
  ),
  tokenRequestsPerSecond: setting(
    'TOKEN_REQUESTS_PER_SECOND',
    integer(0, 1_000_000),
    300,
    "tokens that one API client may request, with bursts of ten seconds' worth; " +
      'a request beyond that gets a 429; 0 means no limit',
  ),
  passwordMemoryKib: setting(
    'PASSWORD_MEMORY_KIB',
    integer(8, 4_194_304),
    19_456,
    'KiB of memory that the hashing of a password takes, as OWASP recommends for argon2id with two passes; ' +
      'hashes that exist keep theirs',
  ),
} as const;
