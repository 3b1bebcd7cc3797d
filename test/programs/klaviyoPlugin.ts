/** Klaviyo's plugin sends all orders, customers, categories and products to a server that answers like Klaviyo. */
import { join } from 'node:path';
import { createSampleShop } from '../../src/server/sampleShop.js';
import { createProjectApi } from '../support/resourceApi.js';
import { startServices, type ThirdPartyRequest } from './support/services.js';
import { startProgram, withBuilt } from './support/startProgram.js';

const program = await startProgram('klaviyoPlugin');

const job = {
  data: { id: 'job', attributes: { status: 'complete', total_count: 1, completed_count: 1, failed_count: 0 } },
};

const answer = ({ host, method, path }: ThirdPartyRequest): object | undefined => {
  if (host !== 'a.klaviyo.com') return undefined;
  if (/-jobs(?:\/|$|\?)/.test(path)) return job;
  return method === 'GET' ? { data: [], links: {} } : { data: { id: 'profile' } };
};

await withBuilt('klaviyo-commercetools', async root => {
  const { address, credentials, projectKey, quayside, test, expectRefusals } = program;
  const { run, requests } = await startServices(address, answer);
  const folder = join(root, 'plugin', 'dist');
  await createSampleShop(quayside.services, {
    projectKey,
    seed: 1,
    untilMs: Date.parse('2026-11-01T00:00:00.000Z'),
    orders: 20,
  });
  const { resourcesAt } = await createProjectApi(quayside, credentials);
  // A job uses a custom object as its lock, and first checks whether one exists.
  expectRefusals({ method: 'GET', path: /klaviyo-ct-plugin-lock/, status: 404 });

  const { clientId, clientSecret: secret } = credentials;
  const environment = {
    CT_API_CLIENT: JSON.stringify({ clientId, secret }),
    CT_AUTH_URL: address,
    CT_API_URL: address,
    CT_PROJECT_ID: projectKey,
    CT_SCOPES: `manage_project:${projectKey}`,
    KLAVIYO_COMPANY_ID: 'public',
    KLAVIYO_AUTH_KEY: 'private',
    PRODUCT_URL_TEMPLATE: 'http://127.0.0.1/{{productSlug}}',
    PREFERRED_LOCALE: 'en',
    PREFERRED_CURRENCY: 'EUR',
  };

  for (const what of ['orders', 'customers', 'categories', 'products'])
    test(`sends all ${what}`, async t => {
      const before = requests.length;
      const { code, stdout } = await run(folder, [`jobs/${what}Sync.js`], environment);
      t.equal(code, 0, stdout);
      const { total } = await resourcesAt(what).get({ id: '?limit=1' });
      t.match(stdout, new RegExp(`Total ${what} to be imported ${String(total)}\\b`));
      t.match(stdout, /errored: 0\b/);
      t.ok(requests.length > before);
      t.match(stdout, /Lock released/);
    });
});
