/** Tokens of a project's external OAuth server (AUTH057 to AUTH068): what it says of them becomes a grant of ours. */
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { limits } from '../../config/limits.js';
import { fail } from '../../errors/ApiError.js';
import { createOutbound } from '../../outbound/Outbound.js';
import type { Config } from '../../config/settings.js';
import type { Reads } from '../../overload/reads.js';
import type { ExternalOAuth } from '../../resources/project/externalOAuth.js';
import type { Services } from '../../services/services.js';
import type { GrantLookupResult, GrantLookup } from '../GrantCache.js';
import { grantedScopeNames, scopesOfProject, scopeWords } from '../../credentials/scopes.js';
import { hashSecret } from '../../credentials/secrets.js';
import { tokenSubjects } from '../../credentials/tokenSubjects.js';
import { introspectExternally, type Introspection, noAnswer } from './introspectExternally.js';

/** Introspections that may be under way for one project; its server is not flooded, nor are we. */
const underWayMax = 256;

/** What is not active now will not become so; asked about in a row it costs one call. */
const inactiveMs = 2_000;
const inactiveMax = 10_000;

const identities = {
  customerId: /^customer_id:([A-Za-z0-9_-]{1,256})$/,
  anonymousId: /^anonymous_id:([A-Za-z0-9_-]{1,256})$/,
} as const;

const identity = (words: readonly string[], pattern: RegExp): string | undefined => {
  for (const word of words) {
    const id = pattern.exec(word)?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
};

/** AUTH061 to AUTH063; without `exp` the grant is good for this request alone. */
const foundOf = (projectKey: string, { scope, exp }: Introspection): GrantLookupResult => {
  const nowMs = Date.now();
  const words = scopeWords(scope);
  const own = scopesOfProject(scope, projectKey).join(' ');
  const client = {
    customerId: identity(words, identities.customerId),
    anonymousId: identity(words, identities.anonymousId),
  };
  const expiresAtMs = exp === undefined ? nowMs : Math.min(exp * 1000, nowMs + limits.introspectionSecondsMax * 1000);
  return {
    grant: { client, scope: own, scopes: grantedScopeNames(own, projectKey), expiresAtMs },
    revokedBy: [tokenSubjects.external(projectKey)],
  };
};

/** Whether a token may still be used, going by its own time. */
const isCurrent = ({ exp }: Introspection): boolean => exp === undefined || exp * 1000 > Date.now();

export interface ExternalGrants {
  readonly find: GrantLookup;
  close(): Promise<void>;
}

export const createExternalGrants = (
  { store, engine }: Pick<Services, 'store' | 'engine'>,
  config: Config,
  log: Logger,
  reads: Pick<Reads, 'runOther'>,
): ExternalGrants => {
  const outbound = createOutbound(config);
  /** By project, then by server and token: requests that come with one token at once share a call. */
  const underWay = new Map<string, Map<string, Promise<GrantLookupResult | undefined>>>();
  const inactive = new LRUCache<string, true>({ max: inactiveMax, ttl: inactiveMs });

  /** Read anew each time: a token that is not ours is rare where there is no server, and remembered where there is one. */
  const serverOf = async (projectKey: string): Promise<ExternalOAuth | undefined> => {
    const place = { projectKey, typeId: 'project', id: projectKey };
    const sealed = await reads.runOther(() => store.hidden(projectKey, place.typeId, place.id));
    if (sealed === null) return undefined;
    try {
      return (engine.sealer.open(sealed, place) as { externalOAuth: ExternalOAuth }).externalOAuth;
    } catch (error) {
      log.error(
        { err: error, projectKey },
        'the header for the external OAuth server cannot be opened: it was sealed with another ENCRYPTION_KEY',
      );
      throw noAnswer();
    }
  };

  const ask = async (
    projectKey: string,
    server: ExternalOAuth,
    token: string,
    name: string,
    correlationId: string,
  ): Promise<GrantLookupResult | undefined> => {
    const answer = await introspectExternally({ outbound, log }, server, token, correlationId);
    if (answer !== undefined && isCurrent(answer)) return foundOf(projectKey, answer);
    inactive.set(name, true);
    return undefined;
  };

  const share = (
    projectKey: string,
    server: ExternalOAuth,
    token: string,
    correlationId: string,
  ): Promise<GrantLookupResult | undefined> | undefined => {
    const name = hashSecret(`${projectKey} ${server.url} ${server.authorizationHeader} ${token}`);
    if (inactive.has(name)) return undefined;
    const calls = underWay.get(projectKey) ?? new Map<string, Promise<GrantLookupResult | undefined>>();
    const known = calls.get(name);
    if (known !== undefined) return known;
    if (calls.size >= underWayMax)
      throw fail('ServiceUnavailable', {
        message: 'Too many tokens of the external OAuth server are being introspected. Try again in a second.',
      });
    const call = ask(projectKey, server, token, name, correlationId).finally(() => {
      calls.delete(name);
      if (calls.size === 0) underWay.delete(projectKey);
    });
    underWay.set(projectKey, calls.set(name, call));
    return call;
  };

  return {
    find: async (projectKey, token, correlationId) => {
      const server = await serverOf(projectKey);
      return server === undefined ? undefined : share(projectKey, server, token, correlationId);
    },
    close: () => outbound.close(),
  };
};
