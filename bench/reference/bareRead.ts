/**
 * The bare read: one route that sends the result of one `getBuffer`, without token, routing, limits and correlation id.
 */
import { bareBodyKey, connectBare, serveBare } from './bare.js';

const redis = connectBare(process.env.REDIS_URL);

serveBare('get', '/orders/:id', (id, send) => {
  void redis.getBuffer(bareBodyKey(id)).then(body => send(body ?? ''));
});
