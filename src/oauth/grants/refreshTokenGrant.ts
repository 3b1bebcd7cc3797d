import { scopeWords } from '../../credentials/scopes.js';
import { fail } from '../../errors/ApiError.js';
import { type Form, requiredParameters } from '../readForm.js';
import { type GrantHandler, issueTerms, toTokenResponse } from './GrantHandler.js';

/** Tells the words that name the customer or anonymous session; they stay whatever scopes are requested. */
const isIdentityWord = (word: string): boolean => /^(customer|anonymous)(_id)?[:=]/.test(word);

/** Returns the session's scopes, or those of them that are requested (RFC 6749 section 6). */
const narrowScope = (scope: string, form: Form): string => {
  const requested = scopeWords(form.get('scope') ?? '');
  if (requested.length === 0) return scope;
  const granted = scopeWords(scope);
  const refused = requested.find(word => !granted.includes(word));
  if (refused !== undefined)
    throw fail('invalid_scope', {
      message: `The refresh token was not issued for the scope '${refused.slice(0, 200)}'.`,
    });
  return granted.filter(word => requested.includes(word) || isIdentityWord(word)).join(' ');
};

/**
 * Issues an access token of the same scope; the refresh token stays and its lifetime restarts (AUTH021, AUTH022,
 * AUTH048).
 */
export const refreshTokenGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const [token] = requiredParameters(form, 'refresh_token');
  const session = await tokens.findRefreshSession(client.projectKey, client.id, token);
  if (session === undefined)
    throw fail('invalid_grant', { message: "The refresh token is unknown, expired or revoked, or another client's." });
  const scope = narrowScope(session.scope, form);
  const terms = issueTerms(client);
  return toTokenResponse(
    await tokens.issueFromRefreshToken(client.projectKey, { ...session, scope }, token, terms),
    scope,
    terms,
  );
};
