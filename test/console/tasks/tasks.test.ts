/**
 * What people of a shop do in the console, each as a task with a picture of its end.
 * `npm run test:console` runs all, `npm test` the first of orders and of products.
 */
import { test } from '../../support/tap.js';
import { createAccount, startConsole } from '../../support/accounts.js';
import { skip } from '../../support/browser.js';
import { openConsolePage } from '../../support/consolePages.js';
import { isLong } from '../../support/rounds.js';
import { comparePicture } from './comparePicture.js';
import { campaignTasks } from './campaignTasks.js';
import { customerTasks } from './customerTasks.js';
import { listTasks } from './listTasks.js';
import { orderTasks } from './orderTasks.js';
import { productTasks } from './productTasks.js';
import { shippingTasks } from './shippingTasks.js';
import { setupTasks } from './setupTasks.js';
import type { TaskRole } from './Task.js';
import { startShop } from './startShop.js';
import { startTasks } from './startTasks.js';

const kinds = [
  orderTasks,
  listTasks,
  customerTasks,
  productTasks,
  campaignTasks,
  shippingTasks,
  setupTasks,
  startTasks,
];
const tasks = isLong ? kinds.flat() : [orderTasks, productTasks, startTasks].flatMap(kind => kind.slice(0, 1));
const options = { viewport: { width: 1280, height: 800 }, timezoneId: 'UTC' } as const;
const { quayside } = await startConsole();
const emails: Readonly<Record<TaskRole, string>> = {
  support: 'sam@example.com',
  merchandiser: 'mia@example.com',
  operator: 'otto@example.com',
};
for (const role of ['support', 'merchandiser', 'operator'] as const)
  await createAccount(quayside, { email: emails[role], role });

/** Counts what a person presses with the mouse. */
const countScript = `window.presses = 0; addEventListener('pointerdown', () => { window.presses++ }, true)`;

for (const { name, path, role = 'support', clicks, prepare, run } of tasks)
  test(`a ${role === 'support' ? 'support person' : role} can ${name.replaceAll('-', ' ')}`, { skip }, async t => {
    const shop = await startShop(quayside, name);
    await prepare?.(shop);
    const { page, unexpected } = await openConsolePage(t, quayside, emails[role], `/${name}/${path}`, options);
    await page.evaluate(countScript);
    // A search that is not ready yet answers 404, and a predicate finds the resources then.
    const notReady: string[] = [];
    page.on('response', response => {
      if (response.status() === 404 && response.url().endsWith('/search')) notReady.push('404 (Not Found)');
    });
    await run({ t, page, shop });
    const presses = (await page.evaluate('window.presses')) as number;
    if (clicks !== undefined) t.ok(presses <= clicks, `${presses} clicks of at most ${clicks}`);
    await comparePicture(t, page, name);
    const problems = unexpected().filter(problem => !problem.includes('409 (Conflict)'));
    t.same(
      problems.map(problem => /404 \(Not Found\)/.exec(problem)?.[0] ?? problem),
      notReady,
    );
  });
