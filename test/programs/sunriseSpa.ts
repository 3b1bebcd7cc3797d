/**
 * Buyers use the vendor's storefront in a browser, from the first page to the return of the bought goods, with exactly
 * the scopes that its files name: the version that uses only GraphQL, and the earlier one, which uses the HTTP API.
 */
import { join } from 'node:path';
import { skip } from '../support/browser.js';
import { addClient } from '../support/oauth.js';
import { t as file } from '../support/tap.js';
import { openShop, scopesIn, serveBuilt } from './support/builtShop.js';
import { type Program, startProgram, withBuilt } from './support/startProgram.js';
import { type Buyer, stepTimeoutMs } from './support/sunriseBuyer.js';
import { fillSunriseShop } from './support/sunriseShop.js';
import { purchase } from './support/sunriseSteps.js';

/** The project that the files name; the test replaces it by its own. */
const publishedProject = 'sunrise-spa';
/** The placeholders for settings in the build. */
const settings = {
  clientId: 'sunrise-client-id',
  clientSecret: 'sunrise-client-secret',
  authHost: 'http://auth.sunrise.invalid',
  apiHost: 'http://api.sunrise.invalid',
};

/** Errors that the files cause without the scripts of other hosts, and when the browser leaves a page that loads. */
const ownProblems =
  /reading 'noop'|\$ is not defined|A newer request was made|Avoided redundant navigation|Redirected when going from|Failed to load resource|Unable to get token/;

interface GraphqlAnswer {
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** The codes of errors that buyers caused themselves. */
const expectedCodes = new Set(['DiscountCodeNonApplicable', 'InvalidCredentials']);

/** Lists the problems since the exchange `from`: GraphQL errors that no buyer caused, and script errors. */
const problemsSince = (program: Program, buyer: Buyer, from: number, problemsFrom: number): readonly string[] => [
  ...program.exchanges.slice(from).flatMap(({ path, status, responseBody }) => {
    if (!path.endsWith('/graphql') || responseBody === '' || status === 401) return [];
    const { errors = [] } = JSON.parse(responseBody) as GraphqlAnswer;
    return errors.filter(({ extensions }) => !expectedCodes.has(extensions?.code ?? '')).map(({ message }) => message);
  }),
  ...buyer.problems.slice(problemsFrom).filter(problem => !ownProblems.test(problem)),
];

const startBuyer = async (program: Program, folder: string, isRest: boolean): Promise<Buyer> => {
  const { projectKey, quayside } = program;
  const files = join(folder, 'dist');
  const scopes = scopesIn(files, publishedProject);
  const scope = scopes.map(name => `${name}:${projectKey}`).join(' ');
  const { clientId, clientSecret } = await addClient(quayside, projectKey, scope);
  const served = await serveBuilt(files, {
    [settings.authHost]: program.address,
    [settings.apiHost]: program.address,
    [settings.clientId]: clientId,
    [settings.clientSecret]: clientSecret,
    [publishedProject]: projectKey,
  });
  file.teardown(() => served.stop());
  const sdk = await fillSunriseShop(program);
  const shop = await openShop();
  shop.page.setDefaultTimeout(stepTimeoutMs);
  return {
    ...shop,
    address: served.address,
    sdk,
    isRest,
    mayManageOrders: scopes.includes('manage_orders'),
    open: async path => {
      await shop.settled();
      await shop.page.goto(`${served.address}/DE/en/${path}`);
    },
    articles: async () => Number(await shop.page.locator('.header-component-wrap .count-style').first().innerText()),
    // A page that the browser is leaving shows no products.
    products: () =>
      shop
        .part('product-thumbnail-name')
        .allInnerTexts()
        .catch(() => []),
  };
};

const addSteps = async (name: string, folder: string, isRest: boolean): Promise<void> => {
  const program = await startProgram(name);
  const buyer = await startBuyer(program, folder, isRest);
  // The earlier version requests a cart that does not exist.
  program.expectRefusals({ method: 'GET', path: /\/me\/active-cart$/, status: 404 });
  // A new password ends all sessions, which the earlier version notices with the next responses.
  if (isRest) program.expectRefusals({ status: 401 }, { method: 'POST', path: /^\/oauth\/token$/, status: 400 });
  if (!buyer.mayManageOrders) program.expectRefusals({ method: 'GET', path: /\/discount-codes\//, status: 403 });
  let isBroken = false;
  for (const [title, run] of purchase(isRest))
    program.test(`${name} ${title}`, async t => {
      // Each step continues after the previous one.
      if (isBroken) return void t.fail('a step before this one failed');
      isBroken = true;
      const [from, problemsFrom] = [program.exchanges.length, buyer.problems.length];
      try {
        await run(buyer, t);
      } finally {
        t.strictSame(problemsSince(program, buyer, from, problemsFrom), []);
      }
      isBroken = !t.passing();
    });
};

for (const [name, isRest] of [
  ['sunrise-spa', false],
  ['sunrise-spa-rest', true],
] as const)
  if (skip === false) await withBuilt(name, folder => addSteps(name, folder, isRest));
  else file.comment(`${name} is skipped: ${skip}`);
