import type { Config } from '../../../config/settings.js';

const name = 'quayside-jobs';

const pathOf = (projectKey: string): string => `/${encodeURIComponent(projectKey)}/jobs`;

/** Scripts do not see it, no other site's page makes the browser send it, and it ends with the browser. */
const cookie = ({ tlsCertFile, behindTlsProxy }: Config, projectKey: string, value: string, more = ''): string =>
  `${name}=${value}; Path=${pathOf(projectKey)}; HttpOnly; SameSite=Strict${tlsCertFile !== '' || behindTlsProxy ? '; Secure' : ''}${more}`;

export const enter = (config: Config, projectKey: string, token: string): string => cookie(config, projectKey, token);
export const leave = (config: Config, projectKey: string): string => cookie(config, projectKey, '', '; Max-Age=0');

const pattern = new RegExp(`(?:^|; *)${name}=([A-Za-z0-9._~+/=-]+)`);

/** The token in a Cookie header. */
export const tokenInCookie = (header: string): string | undefined => pattern.exec(header)?.[1];
