import { randomUUID } from 'node:crypto';
import { allowsScope, grantedScopeNames, scopeWords } from '../../../base/credentials/scopes.js';
import { fail } from '../../../base/errors/ApiError.js';
import { checkLogin } from '../../../commerce/resources/customer/logins.js';
import { type Form, requiredParameters } from '../readForm.js';
import { sessionScope } from '../session.js';
import {
  type GrantHandler,
  issuedTo,
  issueTerms,
  requestedScope,
  sessionTerms,
  toTokenResponse,
} from './GrantHandler.js';

/** Issues a token for the client itself, without a refresh token (AUTH009 to AUTH011, AUTH044). */
export const clientCredentialsGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  const scope = requestedScope(client, form);
  const terms = { ...issueTerms(client), refresh: undefined };
  return toTokenResponse(await tokens.issue(client.projectKey, { ...issuedTo(client), scope }, terms), scope, terms);
};

/**
 * Issues a token for a customer, of the project or of the path's store, by email and password (AUTH012 to AUTH015,
 * AUTH027, AUTH045).
 */
export const passwordGrant: GrantHandler = async (services, { client, form, storeKey }) => {
  const [email, password] = requiredParameters(form, 'username', 'password');
  const { projectKey } = client;
  const words = requestedScope(client, form);
  const login = await checkLogin(services, projectKey, storeKey, email, password);
  if (login === undefined) throw fail('invalid_customer_account_credentials', {});
  const { customerId, atMs } = login;
  const scope = sessionScope(words, { customerId });
  const terms = sessionTerms(client, form);
  return toTokenResponse(
    await services.tokens.issue(projectKey, { ...issuedTo(client), scope, customerId }, terms, atMs),
    scope,
    terms,
  );
};

/**
 * Issues a token for an anonymous session, whose id is given and unused or generated here (AUTH016 to AUTH020, AUTH028,
 * AUTH046, AUTH047).
 */
export const anonymousGrant: GrantHandler = async ({ tokens }, { client, form }) => {
  if (!allowsScope(grantedScopeNames(client.scope, client.projectKey), ['create_anonymous_token']))
    throw fail('invalid_scope', {
      message: `The client needs the scope create_anonymous_token:${client.projectKey} for anonymous sessions.`,
    });
  const words = requestedScope(client, form);
  const anonymousId = readAnonymousId(form);
  const scope = sessionScope(words, { anonymousId });
  const terms = sessionTerms(client, form);
  // A refresh token keeps the id in use. Where none is requested, the id ends with the access token.
  const isWithoutRefresh = terms.refresh === undefined;
  const idTerms = { ...terms, refresh: terms.refresh ?? terms.access, isWithoutRefresh };
  return toTokenResponse(
    await tokens.issue(client.projectKey, { ...issuedTo(client), scope, anonymousId }, idTerms),
    scope,
    terms,
    anonymousId,
  );
};

/** The id is part of the token's scope, where a space would start the next word. */
const idPattern = /^[A-Za-z0-9_-]{2,256}$/;

const readAnonymousId = (form: Form): string => {
  const id = form.get('anonymous_id') ?? randomUUID();
  if (!idPattern.test(id))
    throw fail('invalid_request', {
      message: `The form parameter 'anonymous_id' is '${id.slice(0, 100)}'; expected 2 to 256 letters, digits, '_' and '-'.`,
    });
  return id;
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
