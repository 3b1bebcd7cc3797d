import { required } from '../../src/base/errors/ApiError.js';
import { keys } from '../../src/store/keys.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/prepare.js';
import { type BenchCase, emptyData } from './BenchCase.js';

const clientCredentials: BenchCase = {
  name: 'token: client credentials',
  description: 'reads the client, verifies its secret, stores a token',
  credentials: 'client',
  data: emptyData,
  reference: 'bareWrite',
  requests: async () => [{ method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials' }],
};

const introspection: BenchCase = {
  name: 'token: introspection',
  description: 'reads the client, verifies its secret, reads the token',
  credentials: 'client',
  data: emptyData,
  reference: 'bareRead',
  requests: async ({ token }) => [{ method: 'POST', path: '/oauth/introspect', body: `token=${token}` }],
};

/** Refresh tokens that the load uses, among all stored ones. */
const usedCount = 1_000;
const batchSize = 2_000;
/** Lifetime of the access tokens, which are not measured. */
const accessSeconds = 1;

const issue = async ({ services, projectKey, clientId }: BenchWorld): Promise<string> => {
  const session = { clientId, scope: `manage_my_profile:${projectKey} manage_my_orders:${projectKey}` };
  const { tokens } = await services();
  const issued = await tokens.issue(projectKey, session, { access: accessSeconds, refresh: 200 * 86_400 });
  if (typeof issued === 'string') throw new Error(`no token: ${issued}`);
  return required(issued.refreshToken, 'the refresh token');
};

const usedTokens = oncePer(async (world: BenchWorld) => {
  const used: string[] = [];
  while (used.length < usedCount) used.push(await issue(world));
  return used;
});

const memoryOf = ({ redisNode: { redis } }: BenchWorld, key: string): Promise<number> =>
  redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '1000') as Promise<number>;

/** Issues refresh tokens up to a number; returns the bytes per token. */
const fillTo =
  (count: number) =>
  async (world: BenchWorld): Promise<string> => {
    const [records, byUse] = [keys.refreshRecords(world.projectKey), keys.refreshUsed(world.projectKey)];
    const { redis } = world.redisNode;
    await usedTokens(world);
    for (let live = await redis.zcard(byUse); live < count; live += batchSize)
      await Promise.all(Array.from({ length: Math.min(batchSize, count - live) }, () => issue(world)));
    const live = await redis.zcard(byUse);
    const bytes = ((await memoryOf(world, records)) + (await memoryOf(world, byUse))) / live;
    return `${live} live refresh tokens, ${Math.round(bytes)} bytes each`;
  };

const refresh = (count: number): BenchCase => ({
  name: `token: refresh among ${count}`,
  description: 'a new access token; the use of the refresh token is recorded',
  credentials: 'client',
  data: emptyData,
  setup: fillTo(count),
  requests: async world =>
    (await usedTokens(world)).map(token => ({
      method: 'POST',
      path: '/oauth/token',
      body: `grant_type=refresh_token&refresh_token=${token}`,
    })),
});

export const tokenCases: readonly BenchCase[] = [clientCredentials, introspection, refresh(1_000), refresh(1_000_000)];
