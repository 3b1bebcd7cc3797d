import { test } from '../../support/tap.js';
import { addCustomer, basic, post } from '../../support/oauth.js';
import { startQuayside } from '../../support/quayside.js';

/** Hashes take as long as in production. */
const quayside = await startQuayside({ PASSWORD_MEMORY_KIB: '19456' });
const [busy, quiet] = await Promise.all([quayside.project(), quayside.project()]);
const signUps = 100;

test('signs a customer in before the sign-ups of another project that came earlier', async t => {
  const { email, password } = await addCustomer(quayside, quiet.projectKey);
  const http = quayside.http.as(await quayside.token(busy));
  const statuses: number[] = [];
  const flood = Array.from({ length: signUps }, async (_, at) => {
    const body = { email: `customer-${at}@example.com`, password: 'secret-123' };
    statuses.push((await http.send('POST', `/${busy.projectKey}/customers`, { body })).status);
  });
  // With the first answer the others have arrived.
  await Promise.race(flood);
  const form = { grant_type: 'password', username: email, password };
  const { status } = await post(quayside, `${quiet.projectKey}/customers/token`, basic(quiet), form);
  const before = statuses.length;
  t.equal(status, 200);
  t.ok(before < signUps * 0.75, `${before} of ${signUps} sign-ups were answered earlier`);
  await Promise.all(flood);
  t.same(
    statuses,
    Array.from({ length: signUps }, () => 201),
  );
});
