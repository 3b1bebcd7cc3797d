/** The grant types, each as a handler of token requests. */
import { limits } from '../../../base/config/limits.js';
import { grantedScopeNames, mayDelegateScope, scopeWords, allowsScope } from '../../../base/credentials/scopes.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { ApiClientRecord } from '../../clients/ApiClientRegistry.js';
import { type Logins, type PasswordGuesses, checkLogin } from '../../../commerce/resources/customer/logins.js';
import { type Form, requiredParameters } from '../readForm.js';
import { type Session, sessionScope } from '../session.js';
import type { IssuedTokens, IssueFailure, IssueTerms, TokenStore } from '../TokenStore.js';
import { randomUUID } from 'node:crypto';

export interface GrantServices {
  readonly tokens: TokenStore;
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** A token request of an authenticated client. */
interface GrantRequest {
  readonly client: ApiClientRecord;
  readonly form: Form;
  /** The store of the path; set on a store's paths. */
  readonly storeKey?: string;
}

/** The body of a token response (AUTH023 to AUTH026). */
export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: 'Bearer';
  readonly refresh_token?: string;
}

/** Handles the token requests of one grant type. */
export type GrantHandler = (services: GrantServices, request: GrantRequest) => Promise<TokenResponse>;

/**
 * Returns the requested scopes if the client has them all; a request without scopes gets all of the client's (AUTH011).
 */
const requestedScope = ({ scope, projectKey }: ApiClientRecord, form: Form): string => {
  const text = form.get('scope') ?? '';
  if (text.length > limits.scopeLengthMax)
    throw fail('invalid_scope', {
      message: `The scope is ${text.length} characters long; expected at most ${limits.scopeLengthMax}.`,
    });
  const requested = [...new Set(scopeWords(text))];
  const granted = grantedScopeNames(scope, projectKey);
  const refused = requested.find(word => !mayDelegateScope(granted, projectKey, word));
  if (refused !== undefined)
    throw fail('invalid_scope', { message: `The client may not request the scope '${refused.slice(0, 200)}'.` });
  return requested.length === 0 ? scope : requested.join(' ');
};

/** The client of a new session. */
export const issuedTo = ({ id, isAudited }: ApiClientRecord): Pick<Session, 'clientId' | 'isAudited'> => ({
  clientId: id,
  isAudited,
});

/**
 * Returns the terms for a client's new tokens. An access token never outlives the client; a refresh token is useless
 * without it.
 */
export const issueTerms = ({
  scope,
  accessTokenValiditySeconds,
  refreshTokenValiditySeconds,
  deleteAt,
}: ApiClientRecord): Required<Omit<IssueTerms, 'sessionHash' | 'isWithoutRefresh'>> => {
  const clientSeconds =
    deleteAt === undefined ? Infinity : Math.max(1, Math.floor((Date.parse(deleteAt) - Date.now()) / 1000));
  return {
    access: Math.min(accessTokenValiditySeconds ?? limits.accessTokenSeconds, clientSeconds),
    refresh: refreshTokenValiditySeconds ?? limits.refreshTokenSeconds,
    ownScope: scope,
  };
};

/** Returns the terms for the tokens of a session, without a refresh token where the form says `refresh_token=false`. */
const sessionTerms = (client: ApiClientRecord, form: Form): ReturnType<typeof issueTerms> | NoRefreshTerms => {
  const wanted = form.get('refresh_token') ?? 'true';
  if (wanted !== 'true' && wanted !== 'false')
    throw fail('invalid_request', {
      message: `The form parameter 'refresh_token' is '${wanted.slice(0, 100)}'; expected true or false.`,
    });
  const terms = issueTerms(client);
  return wanted === 'true' ? terms : { ...terms, refresh: undefined };
};

type NoRefreshTerms = Omit<ReturnType<typeof issueTerms>, 'refresh'> & { readonly refresh: undefined };

/** Returns the token response, or throws the error of an issue failure. */
export const toTokenResponse = (
  outcome: IssuedTokens | IssueFailure,
  scope: string,
  { access, refresh }: Pick<IssueTerms, 'access' | 'refresh'>,
  anonymousId?: string,
): TokenResponse => {
  if (outcome === 'ANONYMOUS_ID_IN_USE') throw fail('AnonymousIdAlreadyInUse', { anonymousId });
  if (outcome === 'TOO_MANY_SCOPES')
    throw fail('invalid_scope', {
      message:
        `The valid tokens of the client have ${limits.clientScopeListsMax} different lists of scopes; ` +
        "expected one of these lists, or no 'scope' for all scopes of the client.",
    });
  if (typeof outcome === 'string')
    throw fail('invalid_grant', {
      message: 'The refresh token is unknown, expired or revoked.',
    });
  const { accessToken, refreshToken } = outcome;
  return {
    access_token: accessToken,
    expires_in: access,
    scope,
    token_type: 'Bearer',
    ...(refresh !== undefined && refreshToken !== undefined && { refresh_token: refreshToken }),
  };
};

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
      message:
        `The form parameter 'anonymous_id' is '${id.slice(0, 100)}'; ` +
        "expected 2 to 256 letters, digits, '_' and '-'.",
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
