import type { Config } from '../../config/settings.js';
import { fail } from '../../errors/ApiError.js';
import type { RequestHead } from '../exchange/Exchange.js';

/**
 * Refuses the request of a page of another origin: it would make a browser work with the cookie or the token of
 * somebody else. Programs send no Origin; a proxy may have changed Host, so the names of API_HOSTS count, too.
 */
export const assertOwnOrigin = (
  { apiHosts, tlsCertFile }: Pick<Config, 'apiHosts' | 'tlsCertFile'>,
  { origin, host }: Pick<RequestHead, 'origin' | 'host'>,
  reason: string,
): void => {
  if (origin === '') return;
  const { protocol, host: originHost, hostname } = URL.canParse(origin) ? new URL(origin) : new URL('null:');
  const isOwnHost = [host.toLowerCase(), ...apiHosts].some(name => name === originHost || name === hostname);
  if (!isOwnHost || originHost === '' || (tlsCertFile !== '' && protocol !== 'https:'))
    throw fail('OriginNotAllowed', { origin: origin.slice(0, 200), reason });
};
