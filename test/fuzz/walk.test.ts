/**
 * After random commands and update actions of every resource type, at all of their paths, the verification of the
 * stored data finds no difference, and no action has dropped a member: some hundred requests here, any number with
 * `npm run test:fuzz -- --walk 15000`.
 */
import { createSampleShop } from '../../src/server/sampleShop.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { startExternalServer } from '../support/externalServer.js';
import { startQuaysideAlone } from '../support/quayside.js';
import { test } from '../support/tap.js';
import { Walk } from './Walk.js';
import { goals } from './walkGoals.js';

const isShort = process.env.FUZZ_WALK === undefined;
const steps = Number(process.env.FUZZ_WALK ?? 150);
/** The same seed gives nearly the same walk: the server chooses the ids. */
const seed = Number(process.env.FUZZ_SEED ?? 1);
/** Steps between two verifications, so that a difference is found near the request that made it. */
const stepsPerVerification = 500;
const untilMs = Date.UTC(2026, 0, 1);
/** The share of commands and actions that a long walk reaches with success. */
const reachedMin = 0.95;
/** The number of steps in which a walk reaches them. */
const longSteps = 15_000;
/** A member that comes back in none of so many successful requests is dropped. */
const sentMin = 5;
const shownCharacters = 1_000;
const shownRequests = 8;
const quayside = await startQuaysideAlone();

/** The requests that name what differs, which explain how it came about. */
const requestsAbout = ({ requests }: Walk, subject: string): string[] => {
  const id = subject.slice(subject.indexOf('/') + 1);
  return requests
    .map(({ goal, path, body, status, text }) => `${status} ${goal} ${path} ${JSON.stringify(body)} ${text}`)
    .filter(each => each.includes(id))
    .slice(-shownRequests)
    .map(each => each.slice(0, shownCharacters));
};

test(`verify finds no difference after ${steps} random commands and actions`, { timeout: 0 }, async t => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  await createSampleShop(quayside.services, { projectKey, seed, untilMs, orders: 12 });
  const external = await startExternalServer();
  external.say({ active: false });
  const walk = new Walk(quayside, credentials, external.url, seed);
  await walk.open();
  for (let step = 1; step <= steps; step++) {
    await walk.step();
    if (step % stepsPerVerification !== 0 && step !== steps) continue;
    const { differences } = await verifyStoredData(quayside.services, projectKey);
    t.same(differences, [], `seed ${seed}, step ${step}`);
    for (const { subject } of differences.slice(0, 3)) t.comment(requestsAbout(walk, subject).join('\n'));
    if (differences.length > 0) break;
  }
  t.same(
    walk.requests.filter(({ status }) => status === 0 || status >= 500).map(each => JSON.stringify(each)),
    [],
    `seed ${seed}: no response with a 5xx, or otherwise than described`,
  );
  const { missed } = walk;
  t.comment(`seed ${seed}: ${goals.size - missed.length} of ${goals.size} commands and actions succeeded`);
  if (!isShort) t.comment(`not: ${missed.join(', ')}`);
  if (steps < longSteps) return;
  t.ok(missed.length <= (1 - reachedMin) * goals.size, `${missed.length} never succeeded`);
  t.same(walk.kept.lost(sentMin), [], `of ${walk.kept.size} members of update actions none is dropped`);
});
