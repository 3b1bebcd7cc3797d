/**
 * Looks up grants of tokens that a project's external OAuth server issued (AUTH057 to AUTH068), by one call of RFC 7662
 * to that server.
 */
import type { Logger } from 'pino';
import { limits } from '../../../base/config/limits.js';
import { fail } from '../../../base/errors/ApiError.js';
import { type Outbound, type OutboundResponse, HttpOutbound } from '../../../base/net/HttpOutbound.js';
import type { ExternalOAuth } from '../../../commerce/resources/project/members.js';
import { schemaGuard } from '../../../engine/define/schemaErrors.js';
import { Type } from '../../../engine/schema/Type.js';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../base/config/settings.js';
import { UnavailableError } from '../../../base/errors/UnavailableError.js';
import { grantedScopeNames, scopesOfProject, scopeWords } from '../../../base/credentials/scopes.js';
import { hashSecret, tokenSubjects } from '../../../base/credentials/secrets.js';
import type { Sealer } from '../../../store/Sealer.js';
import type { DataStore } from '../../../store/DataStore.js';
import type { GrantLookup, GrantLookupResult, ReadSlots } from '../Grant.js';
import { entryLimit } from '../../../base/memory/ReadCache.js';

/** The members of the response that are read; servers may send more, and null for an absent member. */
const ActiveToken = Type.Object({
  active: Type.Literal(true),
  scope: Type.Optional(Type.Union([Type.String({ maxLength: limits.scopeLengthMax }), Type.Null()])),
  exp: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
/** Nothing else is read of an inactive token. */
const InactiveToken = Type.Object({ active: Type.Literal(false) });

const isActive = schemaGuard(ActiveToken);
const isInactive = schemaGuard(InactiveToken);

/** The introspection of an active token. */
interface Introspection {
  readonly scope: string;
  readonly exp?: number;
}

/**
 * Every failure has the same text, since any sender of a token gets it and must not learn what listens at an address.
 * The log tells the operator the reason.
 */
const message =
  'The external OAuth server gave no answer that can be used: expected status 200 and JSON as in RFC 7662 within ' +
  `${limits.introspectionMs} ms.`;

/** The 504 for a server that was not reached or did not answer in time (AUTH067). */
const externalOAuthUnavailable = () => fail('ExternalOAuthFailed', { message }, 504);

/** A response that is not an introspection; the message says what was received. */
class InvalidIntrospection extends Error {}

/** The 502 for a response that is not an introspection (AUTH068), or the 504 for a missing one. */
const toIntrospectionError = (error: unknown) =>
  error instanceof InvalidIntrospection ? fail('ExternalOAuthFailed', { message }, 502) : externalOAuthUnavailable();

const parseIntrospection = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidIntrospection('text that is no JSON');
  }
};

interface IntrospectionServices {
  readonly outbound: Outbound;
  readonly log: Logger;
}

const readIntrospection = ({ status, text }: OutboundResponse): Introspection | undefined => {
  if (status !== 200) throw new InvalidIntrospection(`status ${status}`);
  const response = parseIntrospection(text);
  if (isInactive(response)) return undefined;
  if (!isActive(response))
    throw new InvalidIntrospection(
      `JSON without a Boolean 'active', or with a 'scope' or 'exp' of another type or length`,
    );
  return { scope: response.scope ?? '', exp: response.exp ?? undefined };
};

/** Calls the server once, without a retry (AUTH066); resolves to undefined for a token that is not active. */
const introspectExternally = async (
  { outbound, log }: IntrospectionServices,
  { url, authorizationHeader }: ExternalOAuth,
  token: string,
  correlationId: string,
): Promise<Introspection | undefined> => {
  const headers = {
    authorization: authorizationHeader,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'x-correlation-id': correlationId,
  };
  const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString();
  try {
    return readIntrospection(await outbound.post(url, headers, body, limits.introspectionMs));
  } catch (error) {
    // The rest of the URL may contain a secret.
    const context = { host: new URL(url).host, correlationId };
    log.warn(
      { ...context, reason: (error as Error).message },
      'the external OAuth server gave no answer that can be used',
    );
    throw toIntrospectionError(error);
  }
};

/** Bounds the concurrent introspections per project, so that neither server is flooded. */
const concurrentIntrospectionsMax = 256;

/** An inactive token does not become active; repeated requests with it cost one call in this time. */
const inactiveMs = 2_000;
const inactiveMax = 10_000;

const customerIdWord = /^customer_id:([A-Za-z0-9_-]{1,256})$/;
const anonymousIdWord = /^anonymous_id:([A-Za-z0-9_-]{1,256})$/;

const firstMatch = (words: readonly string[], pattern: RegExp): string | undefined => {
  for (const word of words) {
    const id = pattern.exec(word)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
};

/** Turns an introspection into a grant (AUTH061 to AUTH063); without `exp` the grant holds for this request only. */
const toGrantLookupResult = (projectKey: string, { scope, exp }: Introspection): GrantLookupResult => {
  const words = scopeWords(scope);
  const projectScope = scopesOfProject(scope, projectKey).join(' ');
  const client = { customerId: firstMatch(words, customerIdWord), anonymousId: firstMatch(words, anonymousIdWord) };
  const validMs = exp === undefined ? 0 : Math.min(exp * 1000 - Date.now(), limits.introspectionSecondsMax * 1000);
  return {
    grant: { client, scope: projectScope, scopes: grantedScopeNames(projectScope, projectKey) },
    validMs,
    revokedBy: [tokenSubjects.external(projectKey)],
  };
};

const isUnexpired = ({ exp }: Introspection): boolean => exp === undefined || exp * 1000 > Date.now();

interface ExternalGrantServices {
  readonly store: Pick<DataStore, 'hidden'>;
  readonly engine: { readonly sealer: Sealer };
}

interface IntrospectionRequest {
  readonly projectKey: string;
  readonly server: ExternalOAuth;
  readonly token: string;
  readonly correlationId: string;
}

type Lookup = Promise<GrantLookupResult | undefined>;

export class ExternalGrants {
  readonly #outbound: Outbound;
  /** Running calls by project, then by server and token: concurrent requests with one token share a call. */
  readonly #running = new Map<string, Map<string, Lookup>>();
  readonly #inactive = new LRUCache<string, true>({ ...entryLimit(inactiveMax), ttl: inactiveMs });

  constructor(
    private readonly services: ExternalGrantServices,
    config: Config,
    private readonly log: Logger,
    private readonly reads: ReadSlots,
  ) {
    this.#outbound = new HttpOutbound(config);
  }

  readonly find: GrantLookup = async (projectKey, token, correlationId) => {
    const server = await this.#readServer(projectKey);
    return server === undefined ? undefined : this.#introspectOnce({ projectKey, server, token, correlationId });
  };

  close(): Promise<void> {
    return this.#outbound.close();
  }

  /** Reads Redis each time: foreign tokens are rare in a project without a server, and cached in a project with one. */
  async #readServer(projectKey: string): Promise<ExternalOAuth | undefined> {
    const place = { projectKey, typeId: 'project', id: projectKey };
    const { store, engine } = this.services;
    const sealed = await this.reads.runUnmeasured(projectKey, () => store.hidden(projectKey, place.typeId, place.id));
    if (sealed === null) return undefined;
    try {
      return (engine.sealer.open(sealed, place) as { externalOAuth: ExternalOAuth }).externalOAuth;
    } catch (error) {
      this.log.error(
        { err: error, projectKey },
        'the header for the external OAuth server cannot be opened: it was sealed with another ENCRYPTION_KEY',
      );
      throw externalOAuthUnavailable();
    }
  }

  /**
   * Shares one call among concurrent requests with one token, and makes none for a token that was inactive just now.
   */
  #introspectOnce(request: IntrospectionRequest): Lookup | undefined {
    const { projectKey, server, token } = request;
    const key = hashSecret(`${projectKey} ${server.url} ${server.authorizationHeader} ${token}`);
    if (this.#inactive.has(key)) return undefined;
    const calls = this.#running.get(projectKey) ?? new Map<string, Lookup>();
    const running = calls.get(key);
    if (running !== undefined) return running;
    if (calls.size >= concurrentIntrospectionsMax)
      throw new UnavailableError(
        'overload',
        'Too many tokens of the external OAuth server are being introspected. Try again in a second.',
      );
    const call = this.#introspect(request, key).finally(() => {
      calls.delete(key);
      if (calls.size === 0) this.#running.delete(projectKey);
    });
    this.#running.set(projectKey, calls.set(key, call));
    return call;
  }

  async #introspect({ projectKey, server, token, correlationId }: IntrospectionRequest, key: string): Lookup {
    const services = { outbound: this.#outbound, log: this.log };
    const introspection = await introspectExternally(services, server, token, correlationId);
    if (introspection !== undefined && isUnexpired(introspection))
      return toGrantLookupResult(projectKey, introspection);
    this.#inactive.set(key, true);
    return undefined;
  }
}
