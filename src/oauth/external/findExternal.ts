/** Tokens of a project's external OAuth server (AUTH057 to AUTH068): what it says of them becomes a grant of ours. */
import type { Logger } from 'pino';
import { limits } from '../../config.js';
import { fail } from '../../errors.js';
import { createOutbound } from '../../outbound/outbound.js';
import type { Config } from '../../config.js';
import type { ExternalOAuth } from '../../resources/project/externalOAuth.js';
import type { Services } from '../../services.js';
import type { Found, FindGrant } from '../grantCache.js';
import { namesOf, ownScopes, wordsOf } from '../scopes.js';
import { subjects } from '../tokens.js';
import { introspectExternally, type Introspection } from './introspection.js';

/** Introspections that may be under way for one project; its server is not flooded, nor are we. */
const underWayMax = 256;

const identity = (words: readonly string[], name: string): string | undefined =>
  words.map(word => new RegExp(`^${name}:([A-Za-z0-9_-]{1,256})$`).exec(word)?.[1]).find(id => id !== undefined);

/** AUTH061 to AUTH063; without `exp` the grant is good for this request alone. */
const foundOf = (projectKey: string, { scope = '', exp }: Introspection): Found => {
  const nowMs = Date.now();
  const words = wordsOf(scope);
  const own = ownScopes(scope, projectKey).join(' ');
  const client = { customerId: identity(words, 'customer_id'), anonymousId: identity(words, 'anonymous_id') };
  const expiresAtMs = exp === undefined ? nowMs : Math.min(exp * 1000, nowMs + limits.introspectionSecondsMax * 1000);
  return { grant: { client, scope: own, scopes: namesOf(own, projectKey), expiresAtMs }, endsWith: [subjects.external(projectKey)] };
};

/** Whether a token may still be used, going by its own time. */
const isCurrent = ({ active, exp }: Introspection): boolean => active && (exp === undefined || exp * 1000 > Date.now());

export interface FindExternal { readonly find: FindGrant; close(): Promise<void> }

export const createFindExternal = ({ store, engine }: Pick<Services, 'store' | 'engine'>, config: Config, log: Logger): FindExternal => {
  const outbound = createOutbound(config);
  /** By project, then by token: requests that come with one token at once share a call. */
  const underWay = new Map<string, Map<string, Promise<Found | undefined>>>();

  /** Read anew each time: a token that is not ours is rare where there is none, and remembered where there is one. */
  const destination = async (projectKey: string): Promise<ExternalOAuth | undefined> => {
    const place = { projectKey, typeId: 'project', id: projectKey };
    const sealed = await store.hidden(projectKey, place.typeId, place.id);
    return sealed === null ? undefined : (engine.sealer.open(sealed, place) as { externalOAuth: ExternalOAuth }).externalOAuth;
  };

  const ask = async (projectKey: string, token: string, correlationId: string): Promise<Found | undefined> => {
    const server = await destination(projectKey);
    if (server === undefined) return undefined;
    const answer = await introspectExternally({ outbound, log }, server, token, correlationId);
    return isCurrent(answer) ? foundOf(projectKey, answer) : undefined;
  };

  const share = (projectKey: string, token: string, correlationId: string): Promise<Found | undefined> => {
    const calls = underWay.get(projectKey) ?? new Map<string, Promise<Found | undefined>>();
    const known = calls.get(token);
    if (known !== undefined) return known;
    if (calls.size >= underWayMax) throw fail('ServiceUnavailable', { message: 'Too many tokens of the external OAuth server are being introspected. Try again in a second.' });
    const call = ask(projectKey, token, correlationId).finally(() => {
      calls.delete(token);
      if (calls.size === 0) underWay.delete(projectKey);
    });
    underWay.set(projectKey, calls.set(token, call));
    return call;
  };

  return {
    find: share,
    close: () => outbound.close(),
  };
};
