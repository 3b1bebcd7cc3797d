import { randomInt } from 'node:crypto';
import { test } from '../support/tap.js';
import { ConfigError } from '../../src/base/config/valueKinds.js';
import { createAccount } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { type Quayside, startQuayside } from '../support/quayside.js';
import { startOwnRedis } from '../support/startOwnRedis.js';
import { waitUntil } from '../support/waitUntil.js';

const { url } = await startOwnRedis();

/** Below the ports that systems give to outgoing connections, which could take the port between two starts. */
const anyPort = (): string => String(20_000 + randomInt(10_000));

const startAt = async (nextPort: () => string): Promise<Quayside> => {
  let started: Quayside | undefined;
  await waitUntil(async () => {
    started = await startQuayside({ REDIS_URL: url, PORT: nextPort() }).catch((error: unknown) => {
      if (error instanceof ConfigError) return undefined;
      throw error;
    });
    return started !== undefined;
  });
  return started!;
};

test('says that the server restarts, and comes back by itself', longForm, async t => {
  const first = await startAt(anyPort);
  await createAccount(first, { email: 'ana@example.com', role: 'administrator' });
  const { page } = await openConsolePage(t, first, 'ana@example.com', '/demo/-/projects');
  await page.getByRole('cell', { name: 'Demo', exact: true }).waitFor();
  await first.stop();
  await page.getByText('The server cannot be reached. The page continues when it is back.').waitFor();
  t.same(await violationsOf(page), []);
  // Another server makes the project, because the page may load its list as soon as the address answers again.
  await (await startAt(anyPort)).project({ key: 'after-restart' });
  const second = await startAt(() => new URL(first.address).port);
  t.equal(second.address, first.address);
  await page.getByText('The server cannot be reached.').waitFor({ state: 'hidden' });
  // The list is loaded again by itself, and the session is still valid.
  await page.getByRole('link', { name: 'after-restart', exact: true }).waitFor();
  t.pass('the page has the new project');
});
