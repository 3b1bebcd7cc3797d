/** Every request below `/-/` that concerns a project, by roles that have it, have another one, or have all. */
import { roleNames, type Role } from '../../src/auth/accounts/roles.js';
import { consoleRoutes } from '../../src/http/routes/routes.js';
import { type ConsoleBrowser, consoleOf, createAccount, startConsole } from '../support/accounts.js';
import { createIn } from '../support/createSample.js';
import { test } from '../support/tap.js';

const { quayside } = await startConsole({ SLOW_REQUEST_MS: '1', PASSWORD_MEMORY_KIB: '4096' });
const [own, other] = [await quayside.project({ key: 'own' }), await quayside.project({ key: 'other' })];
const browserOf = async (role: Role, projects?: readonly string[]): Promise<ConsoleBrowser> => {
  const email = `${role}-${projects?.join('-') ?? 'all'}@example.com`;
  await createAccount(quayside, { email, role, ...(projects === undefined ? {} : { projects }) });
  return consoleOf(quayside)().signIn(email);
};

const administrator = await browserOf('administrator');
/** Entries of both projects, and of none. */
for (const { projectKey } of [own, other]) {
  const { json } = await administrator.send('POST', '/-/session/tokens', { projectKey });
  const http = quayside.http.as((json as { access_token: string }).access_token);
  await createIn({ quayside, http, projectKey }, 'zones', { name: 'Of an account', locations: [] });
}

const missingId = '00000000-0000-4000-8000-000000000000';

/** What a request needs to reach the check of its project: its path and its body. */
const requestsOf = (projectKey: string): Readonly<Record<string, readonly [path: string, body?: object]>> => ({
  issueSessionToken: ['/-/session/tokens', { projectKey }],
  createSampleShop: ['/-/sample-shops', { projectKey, orders: 1 }],
  readSampleShop: [`/-/sample-shops/${projectKey}`],
  createVerification: ['/-/verifications', { projectKey }],
  readVerification: [`/-/verifications/${projectKey}`],
  testExtension: [
    '/-/extension-tests',
    { projectKey, extensionId: missingId, action: 'Create', resourceTypeId: 'cart', resourceId: missingId },
  ],
  testPredicates: ['/-/predicate-tests', { projectKey, cartId: missingId, cartPredicate: '1 = 1' }],
  testDiscount: ['/-/discount-tests', { projectKey, cartId: missingId, typeId: 'cart-discount', draft: {} }],
  takeOrderNumber: ['/-/order-numbers', { projectKey }],
  readAccountNames: [`/-/account-names?projectKey=${projectKey}`],
  readAuditLog: [`/-/audit?projectKey=${projectKey}`],
});

/** Requests that name no project; those of accounts and projects are for administrators, who have all projects. */
const withoutProject: readonly string[] = [
  'readSession',
  'openSession',
  'endSession',
  'changeOwnPassword',
  'queryAccounts',
  'createAccount',
  'updateAccount',
  'removeAccount',
  'listProjects',
  'createProject',
  'listScopes',
  'readFigures',
  'readSetup',
  'setUp',
];

test('the table names every request of the console', async t => {
  const verbs = consoleRoutes.map(({ verb }) => verb.name).filter(verb => verb !== 'consolePage');
  t.same([...verbs].sort(), [...Object.keys(requestsOf('own')), ...withoutProject].sort());
});

for (const role of roleNames.filter(name => name !== 'administrator'))
  test(`a limited ${role} is refused every request about a project of others`, async t => {
    const [limited, all] = [await browserOf(role, ['own']), await browserOf(role)];
    for (const {
      method,
      verb: { name: verb },
    } of consoleRoutes) {
      if (!Object.hasOwn(requestsOf('own'), verb)) continue;
      const answersOf = async (browser: ConsoleBrowser, projectKey: string): Promise<number> => {
        const [path, body] = requestsOf(projectKey)[verb]!;
        return (await browser.send(method, path, body)).status;
      };
      const [ofOwn, ofOther, ofAll] = [
        await answersOf(limited, 'own'),
        await answersOf(limited, 'other'),
        await answersOf(all, 'other'),
      ];
      t.equal(ofOther, 403, `${verb} of another project`);
      t.equal(ofOwn, ofAll, `${verb} of an own project, and by an account with all projects`);
    }
  });

test('a limited operator sees audit entries and slow requests of own projects only', async t => {
  const [limited, all] = [await browserOf('operator', ['own', 'none']), await browserOf('operator', ['own', 'other'])];
  for (const credentials of [own, other]) {
    const http = quayside.http.as(await quayside.token(credentials));
    const customer = { email: 'slow@example.com', password: 'secret-enough-1' };
    await createIn({ quayside, http, projectKey: credentials.projectKey }, 'customers', customer);
  }
  const projectsIn = async (browser: ConsoleBrowser, path: string, member: string): Promise<string[]> => {
    const { json } = await browser.send('GET', path);
    const list = (json as Readonly<Record<string, readonly { readonly projectKey?: string }[]>>)[member]!;
    return [...new Set(list.map(({ projectKey }) => projectKey ?? '-'))].sort();
  };
  for (const [path, member] of [
    ['/-/audit?limit=500', 'results'],
    ['/-/figures', 'slowRequests'],
  ] as const) {
    t.same(await projectsIn(limited, path, member), ['own'], path);
    t.same(await projectsIn(all, path, member), ['other', 'own'], path);
    t.same(await projectsIn(administrator, path, member), ['-', 'other', 'own'], path);
  }
});
