/** What the grants have in common. */
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import type { ApiClientRecord } from '../../registry/ApiClientRegistry.js';
import type { Form } from '../readForm.js';
import type { Logins } from '../../resources/customer/logins.js';
import { mayDelegateScope, grantedScopeNames, scopeWords } from '../../credentials/scopes.js';
import type { PasswordGuesses } from '../../resources/customer/passwordGuesses.js';
import type { IssuedTokens, Lifetimes, IssueFailure, TokenStore } from '../TokenStore.js';

/** The services that grants work with. */
export interface GrantServices {
  readonly tokens: TokenStore;
  readonly logins: Logins;
  readonly passwordGuesses: PasswordGuesses;
}

/** A request for a token; the client has proven itself. */
export interface GrantRequest {
  readonly client: ApiClientRecord;
  readonly form: Form;
  /** Set on a store's paths. */
  readonly storeKey?: string;
}

/** AUTH023 to AUTH026 */
export interface TokenResponse {
  readonly access_token: string;
  readonly expires_in: number;
  readonly scope: string;
  readonly token_type: 'Bearer';
  readonly refresh_token?: string;
}

export type GrantHandler = (services: GrantServices, request: GrantRequest) => Promise<TokenResponse>;

/** Longer ones are no list that anybody needs, and every use of the token would read it. */
const scopeLengthMax = 8_192;

/** The requested scopes if the client has them all; no request means all of the client's (AUTH011). */
export const requestedScope = ({ scope, projectKey }: ApiClientRecord, form: Form): string => {
  const text = form.get('scope') ?? '';
  if (text.length > scopeLengthMax)
    throw fail('invalid_scope', {
      message: `The scope is ${text.length} characters long; expected at most ${scopeLengthMax}.`,
    });
  const requested = [...new Set(scopeWords(text))];
  const granted = grantedScopeNames(scope, projectKey);
  const refused = requested.find(word => !mayDelegateScope(granted, projectKey, word));
  if (refused !== undefined)
    throw fail('invalid_scope', { message: `The client may not request the scope '${refused.slice(0, 200)}'.` });
  return requested.length === 0 ? scope : requested.join(' ');
};

/** How long a client's tokens live from now. Access tokens never outlive the client; a refresh token is of no use without it. */
export const tokenLifetimes = ({
  accessTokenValiditySeconds,
  refreshTokenValiditySeconds,
  deleteAt,
}: ApiClientRecord): Lifetimes => {
  const left = deleteAt === undefined ? Infinity : Math.max(1, Math.floor((Date.parse(deleteAt) - Date.now()) / 1000));
  return {
    access: Math.min(accessTokenValiditySeconds ?? limits.accessTokenSeconds, left),
    refresh: refreshTokenValiditySeconds ?? limits.refreshTokenSeconds,
  };
};

/** The token response, or the error that a refusal of the token store means. */
export const toTokenResponse = (
  outcome: IssuedTokens | IssueFailure,
  scope: string,
  { access }: Lifetimes,
  anonymousId?: string,
): TokenResponse => {
  if (outcome === 'IN_USE') throw fail('AnonymousIdAlreadyInUse', { anonymousId });
  if (typeof outcome === 'string')
    throw fail('invalid_grant', {
      message: 'The refresh token is unknown, expired or revoked, or what it was issued for has ended.',
    });
  const { accessToken, refreshToken } = outcome;
  return {
    access_token: accessToken,
    expires_in: access,
    scope,
    token_type: 'Bearer',
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  };
};
