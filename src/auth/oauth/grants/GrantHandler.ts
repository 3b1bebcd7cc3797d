/** Types and functions that all grant types share. */
import { limits } from '../../../base/config/limits.js';
import { grantedScopeNames, mayDelegateScope, scopeWords } from '../../../base/credentials/scopes.js';
import { fail } from '../../../base/errors/ApiError.js';
import type { ApiClientRecord } from '../../clients/ApiClientRegistry.js';
import type { Logins, PasswordGuesses } from '../../../commerce/resources/customer/logins.js';
import type { Form } from '../readForm.js';
import type { Session } from '../session.js';
import type { IssuedTokens, IssueFailure, IssueTerms, TokenStore } from '../TokenStore.js';

export interface GrantServices {
  readonly tokens: TokenStore;
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** A token request of an authenticated client. */
export interface GrantRequest {
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
export const requestedScope = ({ scope, projectKey }: ApiClientRecord, form: Form): string => {
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
export const sessionTerms = (client: ApiClientRecord, form: Form): ReturnType<typeof issueTerms> | NoRefreshTerms => {
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
      message: `The valid tokens of the client have ${limits.clientScopeListsMax} different lists of scopes; expected one of these lists, or no 'scope' for all scopes of the client.`,
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
