/** Bare read: one route that sends the result of one `getBuffer`, without token, routing, limits and correlation id. */
import { required } from '../../src/errors/required.js';
import { Redis } from 'ioredis';
import { keys } from '../../src/store/keys.js';
import { parseRedisUrl } from '../../src/config/redisUrl.js';
import { serveBare } from './serveBare.js';

const { kind, path, href } = parseRedisUrl(required(process.env.REDIS_URL, 'REDIS_URL'));
const redis =
  kind === 'unix' ? new Redis({ path, enableAutoPipelining: true }) : new Redis(href, { enableAutoPipelining: true });

serveBare('get', '/:projectKey/orders/:id', (parameter, send) => {
  void redis.getBuffer(keys.body(parameter(0), 'order', parameter(1))).then(body => send(body ?? ''));
});
