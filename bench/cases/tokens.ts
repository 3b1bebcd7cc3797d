import { keys } from '../../src/store/keys.js';
import type { World } from '../world.js';
import type { Case } from './case.js';

export const clientCredentials: Case = {
  name: 'token: client credentials',
  about: "the client's record, its secret, a token in Redis",
  as: 'client',
  reference: 'bareWrite',
  requests: async () => [{ method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials' }],
};

export const introspection: Case = {
  name: 'token: introspection',
  about: "the client's record, its secret, the token's record",
  as: 'client',
  reference: 'bareRead',
  requests: async ({ token }) => [{ method: 'POST', path: '/oauth/introspect', body: `token=${token}` }],
};

/** Refresh tokens that the load uses; all others only lie there. */
const usedCount = 1_000;
const batchSize = 2_000;
/** Their access tokens are not what is looked at. */
const accessSeconds = 1;

const used: string[] = [];

const issue = async ({ services, projectKey, clientId }: World): Promise<string> => {
  const session = { clientId, scope: `manage_my_profile:${projectKey} manage_my_orders:${projectKey}` };
  const issued = await services.tokens.issue(projectKey, session, { access: accessSeconds, refresh: 200 * 86_400 });
  if (typeof issued === 'string') throw new Error(`no token: ${issued}`);
  return issued.refreshToken!;
};

const memoryOf = (world: World, key: string): Promise<number> =>
  world.services.redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '1000') as Promise<number>;

/** Issues refresh tokens until so many live; tells the bytes that each takes. */
const fillTo =
  (count: number) =>
  async (world: World): Promise<string> => {
    const [records, byUse] = [keys.refreshRecords(world.projectKey), keys.refreshUsed(world.projectKey)];
    while (used.length < usedCount) used.push(await issue(world));
    for (let live = await world.services.redis.zcard(byUse); live < count; live += batchSize)
      await Promise.all(Array.from({ length: Math.min(batchSize, count - live) }, () => issue(world)));
    const live = await world.services.redis.zcard(byUse);
    const bytes = ((await memoryOf(world, records)) + (await memoryOf(world, byUse))) / live;
    return `${live} live refresh tokens, ${Math.round(bytes)} bytes each`;
  };

const refresh = (count: number): Case => ({
  name: `token: refresh among ${count}`,
  about: 'a new access token, and the refresh token counts as used now',
  as: 'client',
  prepare: fillTo(count),
  requests: async () =>
    used.map(token => ({
      method: 'POST',
      path: '/oauth/token',
      body: `grant_type=refresh_token&refresh_token=${token}`,
    })),
});

export const refreshAmongFew = refresh(1_000);
export const refreshAmongMany = refresh(1_000_000);
