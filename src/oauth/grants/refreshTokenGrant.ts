import { fail } from '../../errors/ApiError.js';
import { requiredParameters, type Form } from '../readForm.js';
import { scopeWords } from '../../credentials/scopes.js';
import { tokenLifetimes, toTokenResponse, type GrantHandler } from './GrantHandler.js';

/** Words that say whom the session is of; they stay whatever scopes are asked for. */
const isIdentity = (word: string): boolean => /^(customer|anonymous)(_id)?[:=]/.test(word);

/** The session's scopes, or those of them that are asked for (RFC 6749 section 6). */
const narrowed = (scope: string, form: Form): string => {
  const requested = scopeWords(form.get('scope') ?? '');
  if (requested.length === 0) return scope;
  const granted = scopeWords(scope);
  const refused = requested.find(word => !granted.includes(word));
  if (refused !== undefined)
    throw fail('invalid_scope', {
      message: `The refresh token was not issued for the scope '${refused.slice(0, 200)}'.`,
    });
  return granted.filter(word => requested.includes(word) || isIdentity(word)).join(' ');
};

/** A new access token of the same scope; the refresh token stays and lives anew (AUTH021, AUTH022, AUTH048). */
export const refreshTokenGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const [token] = requiredParameters(form, 'refresh_token');
  const session = await tokens.session(client.projectKey, client.id, token);
  if (session === undefined)
    throw fail('invalid_grant', { message: "The refresh token is unknown, expired or revoked, or another client's." });
  const scope = narrowed(session.scope, form);
  const lifetimes = tokenLifetimes(client);
  return toTokenResponse(
    await tokens.issueFromRefreshToken(client.projectKey, { ...session, scope }, token, lifetimes),
    scope,
    lifetimes,
  );
};
