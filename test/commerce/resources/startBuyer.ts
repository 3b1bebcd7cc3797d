/** Starts a shop with a signed-in customer, for requests at `/me`. */
import { startCarts } from './cart/startCarts.js';

export const startBuyer = async () => {
  const shop = await startCarts();
  const scopes = ['orders', 'profile', 'payments', 'quote_requests', 'quotes'].map(name => `manage_my_${name}`);
  const buyer = await shop.newBuyer(scopes.map(scope => `${scope}:${shop.projectKey}`).join(' '));
  /** Sends a request to a path below `/me`. */
  const send = (method: string, path: string, body?: object) =>
    buyer.http.send(method, `${shop.base}/me${path}`, body && { body });
  return { ...shop, buyer, send, post: (path: string, body: object) => send('POST', path, body) };
};
