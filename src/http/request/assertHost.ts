import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import type { RequestHead } from '../exchange/Exchange.js';
import type { Route } from '../routing/routes.js';

/** With host names set, the API and the authorization service are found only under their own (GEN009, GEN010). */
export const assertHost = ({ apiHosts, authHosts }: Config, { service }: Route, { host, path }: RequestHead): void => {
  const known = service === 'api' ? apiHosts : service === 'auth' ? authHosts : [];
  if (known.length === 0) return;
  const name = host.toLowerCase();
  if (!known.includes(name) && !known.includes(name.replace(/:\d+$/, '')))
    throw fail('ResourceNotFound', {
      message: `The path '${path.slice(0, 200)}' does not exist on the host '${host.slice(0, 200)}'.`,
    });
};
