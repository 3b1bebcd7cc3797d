/** A server is killed several times while orders change; when no marks are left, the index equals the orders. */
import { test } from '../support/tap.js';
import { changeSearch } from '../../src/projects/updateProject.js';
import { startReindexing } from '../../src/search/indexingControl.js';
import { verifySearchIndex } from '../../src/jobs/verification/search/verifySearchIndex.js';
import { orderDraft } from '../support/drafts.js';
import { waitUntil } from '../support/waitUntil.js';
import { matchWhole } from '../support/matchWhole.js';
import { type KillableServer, startKillable } from './killableServer.js';

const { services, projectKey, base, startServer } = await startKillable();
const { states } = services.search;

const rounds = 2;
const writers = 6;
const changesOfRound = 70;

interface Order {
  readonly id: string;
  readonly version: number;
}

const importOne = async ({ http }: KillableServer): Promise<Order> =>
  (await http.send('POST', `${base}/orders/import`, { body: orderDraft() })).json as Order;

/** Creates, changes and deletes orders until the server has ended; calls `answered` for each response. */
const write = async (server: KillableServer, answered: () => void): Promise<void> => {
  try {
    for (let turn = 0; ; turn++) {
      let order = await importOne(server);
      answered();
      for (let change = 0; change < 4; change++) {
        const { json } = await server.http.send('POST', `${base}/orders/${order.id}`, {
          body: { version: order.version, actions: [{ action: 'setCustomerEmail', email: `n${change}@example.com` }] },
        });
        order = json as Order;
        answered();
      }
      if (turn % 2 === 0) await server.http.send('DELETE', `${base}/orders/${order.id}?version=${order.version}`);
    }
  } catch {
    // The server ended during the request.
  }
};

const quiet = () =>
  waitUntil(
    async () => (await states.markCount(projectKey)) === 0 && (await states.read(projectKey))?.jobId === undefined,
  );

test('indexes all changes after a server was killed, with and without a job in progress (SEARCH011)', async t => {
  await changeSearch(services, projectKey, 'order', 'Activated');
  for (let round = 0; round < rounds; round++) {
    const server = await startServer();
    let count = 0;
    const writing = Promise.all(
      Array.from({ length: writers }, () =>
        write(server, () => {
          count++;
        }),
      ),
    );
    await waitUntil(() => count > changesOfRound);
    if (round > 0) await startReindexing(services, projectKey);
    await waitUntil(() => count > 2 * changesOfRound);
    await server.kill();
    await writing;
  }
  const left = await states.markCount(projectKey);
  const last = await startServer();
  await quiet();
  const verification = await verifySearchIndex(services, projectKey, { waitMs: 0 });
  matchWhole(
    t,
    verification,
    { pending: 0, counts: {}, differences: [], isEqual: true },
    `the killed server left ${left} marks`,
  );
  t.ok(verification.resources > (rounds * changesOfRound) / 10, `${verification.resources} orders`);
  await last.kill();
});
