import { fail } from '../../errors/ApiError.js';
import type { Exchange, OutgoingResponse } from '../exchange/Exchange.js';
import { isAccessError, jobBoardPath, signInPage } from '../pages/jobBoard/jobBoardPages.js';
import { sessionStart } from '../pages/jobBoard/sessionCookie.js';
import type { RouteMatch } from '../routing/Router.js';
import { authenticate } from './authenticate.js';
import { assertOwnOrigin } from './assertOwnOrigin.js';
import { assertAllowed } from './authorize.js';
import type { RequestContext } from './RequestContext.js';

const boardScopes = ['manage_project_settings'];

/** Sets the session cookie if the token of the form may see the job board; otherwise shows the form again. */
export const signInToJobBoard = async (
  context: RequestContext,
  exchange: Exchange,
  match: RouteMatch,
  body: Uint8Array,
): Promise<OutgoingResponse> => {
  assertOwnOrigin(context.config, exchange.head, 'this form is sent by pages of the server itself only');
  const token = (new URLSearchParams(Buffer.from(body).toString()).get('token') ?? '').trim();
  try {
    if (!/^[A-Za-z0-9._~+/=-]+$/.test(token)) throw fail('invalid_token', { message: 'This is no access token.' });
    const grant = await authenticate(context, exchange, match, token);
    assertAllowed(grant, { ...match, route: { ...match.route, scopes: boardScopes } }, token);
  } catch (error) {
    if (!isAccessError(error)) throw error;
    return signInPage(match, error, error.message);
  }
  return {
    status: 303,
    body: '',
    headers: [
      ['Location', jobBoardPath(match.projectKey)],
      ['Set-Cookie', sessionStart(context.config, match.projectKey, token)],
      ['Cache-Control', 'no-store'],
    ],
  };
};
