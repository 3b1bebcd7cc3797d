import { hashSecret, newSecret, tokenSubjects } from '../../base/credentials/secrets.js';
import { limits } from '../../base/config/limits.js';
import { UnavailableError } from '../../base/errors/UnavailableError.js';
import { defineScript } from '../../base/redis/Script.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { getMany } from '../../base/redis/batchReads.js';
import { retryOnce } from '../../base/redis/redisErrors.js';
import { millisecondsOf, sendToKeyNode } from '../../base/redis/sendToKeyNode.js';
import { keys } from '../../store/keys.js';
import {
  type FoundToken,
  type IssuePlan,
  type IssueStatus,
  KeyList,
  refreshKeys,
  withoutUndefined,
  readAccessToken,
  readRefreshToken,
  type RefreshRecord,
  revocationKey,
  scopeListKey,
  storedScope,
  tokenCodec,
  type TokenRecord,
} from './tokenRecords.js';
import { planScopeList, type Session } from './session.js';
import { TokenRevoker } from './TokenRevoker.js';

const secretLength = 32;
const markLength = 3;

const markOf = (text: string): string => hashSecret(text).slice(0, markLength);
const projectMarkOf = (secret: string, projectKey: string): string => markOf(`${secret} ${projectKey}`);

/**
 * Makes an access token:
 *
 *     secret          32 characters
 *     check mark      3 characters: tells a token of this service from any other text, such as one with a typing error
 *     project mark    3 characters: shows whether the token was issued for a given project
 *
 * The marks protect nothing: Redis decides whether a token is valid.
 */
const newAccessToken = (projectKey: string): string => {
  const secret = newSecret();
  return `${secret}${markOf(secret)}${projectMarkOf(secret, projectKey)}`;
};

/** Tells whether a token that Redis does not know for the project is one of this service for another project. */
export const isMarkedForOtherProject = (token: string, projectKey: string): boolean => {
  const secret = token.slice(0, secretLength);
  const marks = token.slice(secretLength);
  return (
    marks.length === 2 * markLength &&
    marks.startsWith(markOf(secret)) &&
    !marks.endsWith(projectMarkOf(secret, projectKey))
  );
};

/** The terms on which tokens of a client are issued. Lifetimes are in seconds. */
export interface IssueTerms {
  readonly access: number;
  /** Counts from the last use (AUTH053); without it there is no refresh token. */
  readonly refresh?: number;
  /** True if an anonymous session has no refresh token: its id is in use as long as its access token is valid. */
  readonly isWithoutRefresh?: boolean;
  /** The scope of the client itself, whose list is never refused as one too many. */
  readonly ownScope?: string;
  /** Hash of the session of the console whose end revokes the access token; only without a refresh token. */
  readonly sessionHash?: string;
}

export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
}

/** The reason why no token was issued. */
export type IssueFailure = Exclude<IssueStatus, 'OK' | 'TOO_MANY_ACCESS_TOKENS'>;

interface TokenStoreOptions {
  /** Bounds the refresh tokens of one project; the least recently used ones are deleted first (AUTH055). */
  readonly refreshTokensMax: number;
  /** Bounds the refresh tokens of one client; the least recently used ones are deleted first. */
  readonly clientRefreshTokensMax: number;
  /** Bounds the valid access tokens of one client; those that expire first are deleted first. */
  readonly accessTokensMax: number;
}

/** Bounds the expired or surplus refresh tokens that one request deletes; it adds one. */
const deletedPerRequest = 8;

/** Access tokens that one request may delete, and how many it deletes at once so that the next ones find a place. */
const oldestPerRequest = 16;
const deletionsAtOnce = (accessTokensMax: number): number =>
  Math.min(oldestPerRequest, Math.max(1, Math.floor(accessTokensMax / 1000)));

/** Requests of one moment may find the same tokens to be deleted: some of them succeed each time. */
const issueTriesMax = 20;

interface TokenScripts {
  issueToken(keyCount: number, ...keysAndPlan: (string | Buffer)[]): Promise<IssueStatus>;
  deleteExpiredTokens(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<number>;
  releaseAnonymousId(keyCount: number, ...keysAndArgs: (string | number)[]): Promise<number>;
}

/** A session as it is stored: its list of scopes has a key of its own. */
const withScopeList = ({ clientId, anonymousId, customerId, account, isAudited }: Session, scopeList: string) =>
  withoutUndefined({ clientId, anonymousId, customerId, account, isAudited, scopeList });

const holderPrefix = 'access:';

/** The holder of the anonymous id of a session without a refresh token; no token has this text as its hash. */
const holderOf = (accessHash: string): string => `${holderPrefix}${accessHash}`;
const accessHashOf = (holder: string): string | undefined =>
  holder.startsWith(holderPrefix) ? holder.slice(holderPrefix.length) : undefined;

/** The keys with the times at which the tokens of a session's client and customer were revoked. */
const revocationKeys = (projectKey: string, { clientId, customerId }: Pick<Session, 'clientId' | 'customerId'>) => [
  revocationKey(projectKey, 'client', clientId),
  ...(customerId === undefined ? [] : [revocationKey(projectKey, 'customer', customerId)]),
];

/**
 * Issues and finds access and refresh tokens. A token is opaque random text; Redis holds a record under its hash. All
 * tokens of a client, a customer or a refresh token are revoked by one key that holds the time of the revocation.
 */
export class TokenStore extends TokenRevoker {
  readonly #redis: RedisClient & TokenScripts;
  readonly #refreshTokensMax: number;
  /** Undefined where the limit of the project is reached first, so that nothing needs to be counted. */
  readonly #clientRefreshTokensMax: number | undefined;
  readonly #accessTokensMax: number;

  constructor(
    redis: RedisClient,
    private readonly anonymousIdLists: (projectKey: string, anonymousId: string) => string[],
    { refreshTokensMax, clientRefreshTokensMax, accessTokensMax }: TokenStoreOptions,
  ) {
    super(redis);
    defineScript(redis, 'issueToken');
    defineScript(redis, 'deleteExpiredTokens');
    defineScript(redis, 'releaseAnonymousId');
    this.#redis = redis as RedisClient & TokenScripts;
    this.#refreshTokensMax = refreshTokensMax;
    this.#clientRefreshTokensMax = clientRefreshTokensMax < refreshTokensMax ? clientRefreshTokensMax : undefined;
    this.#accessTokensMax = accessTokensMax;
  }

  /**
   * Issues an access token, with a refresh token where `terms` has one (AUTH014, AUTH020). `sinceMs` is the time of
   * Redis at which a customer's password was read: a later revocation of the customer's tokens includes this one.
   */
  async issue(
    projectKey: string,
    session: Session,
    terms: IssueTerms,
    sinceMs = 0,
  ): Promise<IssuedTokens | IssueFailure> {
    const keyList = new KeyList();
    const { anonymousId } = session;
    const { access, refresh, isWithoutRefresh = false, ownScope, sessionHash } = terms;
    const refreshToken = refresh === undefined || isWithoutRefresh ? undefined : newSecret();
    const family = refreshToken === undefined ? sessionHash : hashSecret(refreshToken);
    const list = planScopeList(projectKey, session, ownScope, Math.max(access, refresh ?? 0));
    const record = withScopeList(session, list.member);
    const accessToken = newAccessToken(projectKey);
    const member = isWithoutRefresh ? holderOf(hashSecret(accessToken)) : family;
    const outcome = await this.#runIssueToken(projectKey, keyList, {
      ...this.#accessPlan(keyList, projectKey, session.clientId, accessToken, access),
      session: withoutUndefined({ ...record, family }),
      scopes: [{ ...list, key: keyList.position(list.key) }],
      revocationKeys: [
        ...revocationKeys(projectKey, session),
        ...(sessionHash === undefined ? [] : [revocationKey(projectKey, 'refresh', sessionHash)]),
      ].map(keyList.position),
      sinceMs,
      ...(anonymousId !== undefined && {
        anonymousId,
        anonymousIdKeys: this.anonymousIdLists(projectKey, anonymousId).map(keyList.position),
      }),
      ...(member !== undefined &&
        refresh !== undefined && {
          refresh: { ...this.#refreshPlan(keyList, projectKey, session.clientId, member, refresh), record },
        }),
    });
    if (outcome === 'ANONYMOUS_ID_IN_USE' && (await this.#releaseAnonymousId(projectKey, anonymousId ?? '')))
      return this.issue(projectKey, session, terms, sinceMs);
    return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
  }

  /**
   * Finds the session of a client's refresh token; resolves to undefined for an unknown one or one of another client.
   */
  async findRefreshSession(
    projectKey: string,
    clientId: string,
    refreshToken: string,
  ): Promise<RefreshRecord | undefined> {
    const stored = await readRefreshToken(this.#redis, projectKey, hashSecret(refreshToken));
    if (stored?.clientId !== clientId) return undefined;
    const list = await retryOnce(() => this.#redis.get(scopeListKey(projectKey, stored)));
    const scope = storedScope(stored, list);
    return scope === undefined ? undefined : { ...stored, scope };
  }

  /**
   * Issues an access token for a refresh token, which stays the same and whose lifetime restarts (AUTH021, AUTH022).
   */
  async issueFromRefreshToken(
    projectKey: string,
    { issuedAtMs, scopeList, ...session }: RefreshRecord,
    refreshToken: string,
    { access, refresh, ownScope }: IssueTerms & { readonly refresh: number },
  ): Promise<IssuedTokens | IssueFailure> {
    const keyList = new KeyList();
    const { clientId } = session;
    const family = hashSecret(refreshToken);
    const list = planScopeList(projectKey, session, ownScope, access);
    const accessToken = newAccessToken(projectKey);
    const outcome = await this.#runIssueToken(projectKey, keyList, {
      ...this.#accessPlan(keyList, projectKey, clientId, accessToken, access),
      session: { ...withScopeList(session, list.member), family },
      scopes: [
        // The list of the refresh token, which is the longer one where the client narrows the scope.
        {
          key: keyList.position(keys.scopeList(projectKey, clientId, scopeList)),
          member: scopeList,
          validityMs: refresh * 1000,
        },
        { ...list, key: keyList.position(list.key) },
      ],
      revocationKeys: [...revocationKeys(projectKey, session), revocationKey(projectKey, 'refresh', family)].map(
        keyList.position,
      ),
      sinceMs: issuedAtMs,
      refresh: this.#refreshPlan(keyList, projectKey, clientId, family, refresh),
    });
    return outcome === 'OK' ? { accessToken, refreshToken } : outcome;
  }

  /**
   * Finds an access token that was not revoked, and its remaining validity. Redis, which issued it, deletes it at its
   * end; the clock of this process may differ.
   */
  async findAccessToken(projectKey: string, token: string): Promise<FoundToken | undefined> {
    const hash = hashSecret(token);
    const [record, validMs] = await Promise.all([
      this.#findByHash(projectKey, hash),
      retryOnce(() => this.#redis.pttl(keys.token(projectKey, hash))),
    ]);
    return record && { ...record, validMs };
  }

  async #findByHash(projectKey: string, hash: string): Promise<TokenRecord | undefined> {
    const stored = await readAccessToken(this.#redis, projectKey, hash);
    if (stored === undefined || stored.revoked === true) return undefined;
    // The list of scopes comes with the times of revocations: it costs no command of its own.
    const [list = null, ...revokedAtMs] = await getMany(this.#redis, [
      scopeListKey(projectKey, stored),
      ...revocationKeys(projectKey, stored),
      ...(stored.family === undefined ? [] : [revocationKey(projectKey, 'refresh', stored.family)]),
    ]);
    const scope = storedScope(stored, list);
    if (scope === undefined || revokedAtMs.some(ms => ms !== null && Number(ms) >= stored.issuedAtMs)) return undefined;
    return { ...stored, scope };
  }

  /**
   * Releases an anonymous id whose session has ended: its tokens have expired, or were revoked, alone or with all
   * tokens of their client. Resolves to true if such a session held the id.
   */
  async #releaseAnonymousId(projectKey: string, anonymousId: string): Promise<boolean> {
    const holder = await this.#redis.hget(keys.anonymous(projectKey), anonymousId);
    if (holder === null) return false;
    const released = await this.#redis.releaseAnonymousId(
      refreshKeys.length,
      ...refreshKeys.map(key => key(projectKey)),
      anonymousId,
      holder,
      (await this.#isHolderRevoked(projectKey, holder)) ? 1 : 0,
      limits.refreshTokenSeconds * 1000,
    );
    return released === 1;
  }

  async #isHolderRevoked(projectKey: string, holder: string): Promise<boolean> {
    const accessHash = accessHashOf(holder);
    if (accessHash !== undefined) return (await this.#findByHash(projectKey, accessHash)) === undefined;
    const stored = await readRefreshToken(this.#redis, projectKey, holder);
    if (stored === undefined) return true;
    const revokedAtMs = await getMany(this.#redis, revocationKeys(projectKey, stored));
    return revokedAtMs.some(ms => ms !== null && Number(ms) >= stored.issuedAtMs);
  }

  /**
   * Deletes refresh tokens that expired or exceed the limit, at most `countMax` of each, as every token request does
   * too. Resolves to the number of deleted tokens.
   */
  deleteExpiredRefreshTokens(projectKey: string, countMax: number): Promise<number> {
    return this.#redis.deleteExpiredTokens(
      refreshKeys.length,
      ...refreshKeys.map(key => key(projectKey)),
      limits.refreshTokenSeconds * 1000,
      this.#refreshTokensMax,
      countMax,
    );
  }

  /** Runs the script, which names the access tokens that it may delete as soon as the client has too many. */
  async #runIssueToken(projectKey: string, keyList: KeyList, plan: IssuePlan): Promise<'OK' | IssueFailure> {
    const { clientTokens } = plan;
    for (let tries = 0, members: string[] = []; tries < issueTriesMax; tries++) {
      const oldest = members.map(member => ({ key: keyList.position(keys.token(projectKey, member)), member }));
      const tried = { ...plan, clientTokens: { ...clientTokens, oldest } };
      const status = await this.#redis.issueToken(keyList.keys.length, ...keyList.keys, tokenCodec.pack(tried));
      if (status !== 'TOO_MANY_ACCESS_TOKENS') {
        // Otherwise a process that has a deleted token in its cache would accept it longer than the others.
        await Promise.all(members.map(member => this.announceRevocation(tokenSubjects.token(member))));
        return status;
      }
      members = await this.#oldestTokens(keyList.keys[clientTokens.key - 1] ?? '');
    }
    throw new UnavailableError('overload', 'Too many tokens are being issued at the moment. Try again in a second.');
  }

  /** The valid tokens of a client that expire first, by the clock that gave them their expiry. */
  async #oldestTokens(setKey: string): Promise<string[]> {
    const nowMs = millisecondsOf(await retryOnce(() => sendToKeyNode(this.#redis, setKey, ['TIME'])));
    return retryOnce(() => this.#redis.zrangebyscore(setKey, `(${nowMs}`, '+inf', 'LIMIT', 0, oldestPerRequest));
  }

  #accessPlan(keyList: KeyList, projectKey: string, clientId: string, accessToken: string, validitySeconds: number) {
    const member = hashSecret(accessToken);
    return {
      access: keyList.position(keys.token(projectKey, member)),
      accessMs: validitySeconds * 1000,
      clientTokens: {
        key: keyList.position(keys.clientTokens(projectKey, clientId)),
        member,
        tokensMax: this.#accessTokensMax,
        deletionsMin: deletionsAtOnce(this.#accessTokensMax),
      },
      clientScopes: {
        key: keyList.position(keys.clientScopes(projectKey, clientId)),
        scopesMax: limits.clientScopeListsMax,
      },
    };
  }

  #refreshPlan(keyList: KeyList, projectKey: string, clientId: string, hash: string, validitySeconds: number) {
    return {
      member: hash,
      validityMs: validitySeconds * 1000,
      defaultValidityMs: limits.refreshTokenSeconds * 1000,
      tokensMax: this.#refreshTokensMax,
      deletionsMax: deletedPerRequest,
      client: withoutUndefined({
        key: keyList.position(keys.clientRefreshTokens(projectKey, clientId)),
        tokensMax: this.#clientRefreshTokensMax,
      }),
      keys: refreshKeys.map(key => keyList.position(key(projectKey))),
    };
  }
}
