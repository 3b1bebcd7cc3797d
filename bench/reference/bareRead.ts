/**
 * The bare read: one route that sends the result of one `getBuffer`, without token, routing, limits and correlation id.
 * It shares no code with the server.
 */
import { bareBodyKey } from './bareKeys.js';
import { connectBare } from './connectBare.js';
import { serveBare } from './serveBare.js';

const redis = connectBare(process.env.REDIS_URL);

serveBare('get', '/orders/:id', (id, send) => {
  void redis.getBuffer(bareBodyKey(id)).then(body => send(body ?? ''));
});
