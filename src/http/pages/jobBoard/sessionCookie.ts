/**
 * The session of a browser at the job board. A browser that navigates sends no Authorization header, so a cookie for
 * this page alone holds the token. Scripts cannot read it, pages of other sites cannot make the browser send it, and it
 * is deleted when the browser is closed.
 */
import type { Config } from '../../../config/settings.js';

const cookieName = 'quayside-jobs';

const setCookie = (
  { tlsCertFile, behindTlsProxy }: Config,
  projectKey: string,
  value: string,
  attributes = '',
): string => {
  const secure = tlsCertFile !== '' || behindTlsProxy ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/${encodeURIComponent(projectKey)}/jobs; HttpOnly; SameSite=Strict${secure}${attributes}`;
};

/** Values of the Set-Cookie header. */
export const sessionStart = (config: Config, projectKey: string, token: string): string =>
  setCookie(config, projectKey, token);
export const sessionEnd = (config: Config, projectKey: string): string =>
  setCookie(config, projectKey, '', '; Max-Age=0');

const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=([A-Za-z0-9._~+/=-]+)`);

/** The token in a Cookie header. */
export const tokenInCookie = (header: string): string | undefined => cookiePattern.exec(header)?.[1];
