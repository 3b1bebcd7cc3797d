import type { Redis } from 'ioredis';
import { required } from '../../src/errors/required.js';
import { keys } from '../../src/store/keys.js';
import type { BenchWorld } from '../world/BenchWorld.js';
import { oncePer } from '../world/once.js';
import type { BenchCase } from './BenchCase.js';
import { emptyData } from './caseData.js';

export const clientCredentials: BenchCase = {
  name: 'token: client credentials',
  description: 'reads the client, verifies its secret, stores a token',
  credentials: 'client',
  data: emptyData,
  reference: 'bareWrite',
  requests: async () => [{ method: 'POST', path: '/oauth/token', body: 'grant_type=client_credentials' }],
};

export const introspection: BenchCase = {
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

/** The refresh tokens that the load of a project uses. */
const usedTokens = oncePer(async (world: BenchWorld) => {
  const used: string[] = [];
  while (used.length < usedCount) used.push(await issue(world));
  return used;
});

const redisOf = ({ redisNodes }: BenchWorld): Redis => required(redisNodes[0], 'the Redis of the run').redis;

const memoryOf = (world: BenchWorld, key: string): Promise<number> =>
  redisOf(world).call('MEMORY', 'USAGE', key, 'SAMPLES', '1000') as Promise<number>;

/** Issues refresh tokens up to a number; returns the bytes per token. */
const fillTo =
  (count: number) =>
  async (world: BenchWorld): Promise<string> => {
    const [records, byUse] = [keys.refreshRecords(world.projectKey), keys.refreshUsed(world.projectKey)];
    await usedTokens(world);
    for (let live = await redisOf(world).zcard(byUse); live < count; live += batchSize)
      await Promise.all(Array.from({ length: Math.min(batchSize, count - live) }, () => issue(world)));
    const live = await redisOf(world).zcard(byUse);
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

export const refreshAmongFew = refresh(1_000);
export const refreshAmongMany = refresh(1_000_000);
