/** Runs one round: load, a fault, recovery, and a comparison of the store with the ledger. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createProject } from '../src/projects/createProject.js';
import { checkRound, waitForSearch } from './checkRound.js';
import { createClient } from './createClient.js';
import type { Fault } from './Fault.js';
import { Ledger } from './Ledger.js';
import { startLoad } from './startLoad.js';
import { seededRandom } from './seededRandom.js';
import type { World } from './createWorld.js';

export interface RoundOptions {
  readonly seed: number;
  readonly writers: number;
  readonly loadMs: number;
  readonly search: boolean;
  readonly answerMsMax?: number;
  readonly restMs?: number;
}

export interface RoundResult {
  readonly seed: number;
  readonly acknowledged: number;
  readonly open: number;
  readonly slowestMs: number;
  readonly recoveryMs: number;
  readonly differences: number;
  readonly failures: readonly string[];
}

const recoveryMsMax = 30_000;
const backMsMaxDefault = 3_000;
const pollMs = 5;

const openProject = async ({ services, address }: World, search: boolean) => {
  const { projectKey, clientId, scope } = await createProject(services, { key: `f-${randomBytes(6).toString('hex')}` });
  const issued = await services.tokens.issue(projectKey, { clientId, scope }, { access: 86_400 });
  if (typeof issued === 'string') throw new Error(`no token: ${issued}`);
  if (search) {
    const body = { version: 1, actions: [{ action: 'changeOrderSearchStatus', status: 'Activated' }] };
    const client = createClient({ address, token: issued.accessToken, ledger: new Ledger(), allowed: [] });
    const answer = await client.send('POST', `/${projectKey}`, body);
    client.close();
    if (answer?.status !== 200) throw new Error(`order search was not activated: ${answer?.text}`);
    await waitForSearch({ services, projectKey });
  }
  return { projectKey, token: issued.accessToken };
};

/** Waits until the next change is acknowledged; resolves to the milliseconds. */
const waitForRecovery = async (ledger: Ledger): Promise<number> => {
  const startMs = performance.now();
  ledger.startRecovery();
  while (ledger.recoveredMs === undefined) {
    if (performance.now() - startMs > recoveryMsMax)
      throw new Error(`no change was acknowledged for ${recoveryMsMax} ms`);
    await setTimeout(pollMs);
  }
  return ledger.recoveredMs - startMs;
};

/** Runs the load once without a fault, since first runs are slow. */
export const warmUp = async (world: World, { writers, loadMs, seed, restMs }: RoundOptions): Promise<void> => {
  const ledger = new Ledger();
  const { projectKey, token } = await openProject(world, false);
  const client = createClient({
    address: world.address,
    token,
    ledger,
    allowed: [503],
    answerMsMax: Number.POSITIVE_INFINITY,
  });
  const load = startLoad({ client, projectKey, ledger, writers, random: seededRandom(seed), restMs });
  await setTimeout(loadMs);
  await load.stop();
  client.close();
};

export const runRound = async (
  world: World,
  fault: Fault,
  { seed, writers, loadMs, search, answerMsMax, restMs }: RoundOptions,
): Promise<RoundResult> => {
  const random = seededRandom(seed);
  const ledger = new Ledger();
  const { projectKey, token } = await openProject(world, search);
  const client = createClient({
    address: world.address,
    token,
    ledger,
    allowed: fault.allowedStatuses ?? [503],
    answerMsMax: fault.answerMsMax ?? answerMsMax,
  });
  const load = startLoad({ client, projectKey, ledger, writers, random, restMs });
  let recoveryMs = Number.POSITIVE_INFINITY;
  try {
    await setTimeout(loadMs * (0.5 + random()));
    await fault.inject(world, ledger, random, projectKey);
    recoveryMs = await waitForRecovery(ledger);
    await setTimeout(loadMs / 2);
  } catch (error) {
    ledger.addFailure((error as Error).message);
  }
  await load.stop();
  client.close();
  const backMsMax = fault.backMsMax ?? backMsMaxDefault;
  if (recoveryMs > backMsMax)
    ledger.addFailure(`the service recovered after ${Math.round(recoveryMs)} ms; at most ${backMsMax} ms are allowed`);
  const differences = await checkRound({ services: world.services, projectKey }, ledger, { search });
  const { acknowledged, open, slowestMs, failures } = ledger;
  return { seed, acknowledged, open, slowestMs, recoveryMs, differences, failures };
};
