/** The bare read: one route that sends what one `getBuffer` returns. No token, no routing, no limits, no correlation id. */
import { Redis } from 'ioredis';
import { keys } from '../../src/store/keys.js';
import { parseRedisUrl } from '../../src/config/redisUrl.js';
import { serveBare } from './serveBare.js';

const { kind, path, href } = parseRedisUrl(process.env.REDIS_URL!);
const redis =
  kind === 'unix' ? new Redis({ path, enableAutoPipelining: true }) : new Redis(href, { enableAutoPipelining: true });

serveBare('get', '/:projectKey/orders/:id', (parameter, send) => {
  void redis.getBuffer(keys.body(parameter(0), 'order', parameter(1))).then(body => send(body ?? ''));
});
