/**
 * The cookie of a browser at the job board. A browser that navigates sends no Authorization header, so a cookie for
 * this page alone holds a token of the console's session, which ends with that session. Scripts cannot read it, pages
 * of other sites cannot make the browser send it, and it is deleted when the browser is closed.
 */
import type { Config } from '../../../config/settings.js';

const cookieName = 'quayside-jobs';

/** The value of the Set-Cookie header. */
export const sessionStart = ({ tlsCertFile, behindTlsProxy }: Config, projectKey: string, token: string): string => {
  const secure = tlsCertFile !== '' || behindTlsProxy ? '; Secure' : '';
  return `${cookieName}=${token}; Path=/${encodeURIComponent(projectKey)}/jobs; HttpOnly; SameSite=Strict${secure}`;
};

const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=([A-Za-z0-9._~+/=-]+)`);

/** The token in a Cookie header. */
export const tokenInCookie = (header: string): string | undefined => cookiePattern.exec(header)?.[1];
