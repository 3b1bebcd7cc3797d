/** The page of an API extension, with its test call. */
import { test, type Test } from '../support/tap.js';
import { startSharedConsole } from '../support/accounts.js';
import { longForm, skip } from '../support/browser.js';
import { openConsolePage, violationsOf } from '../support/consolePages.js';
import { startExtensionShop } from '../support/extensionShop.js';

const quayside = await startSharedConsole({ 'otto@example.com': 'operator', 'vera@example.com': 'viewer' });
const shop = await startExtensionShop(quayside);
const { projectKey, server } = shop;
const order = await shop.order({ customerEmail: 'jo@example.com' });
const { orderNumber } = order as unknown as { readonly orderNumber: string };

const open = (t: Test, id: string, email = 'otto@example.com', options = {}) =>
  openConsolePage(t, quayside, email, `/${projectKey}/extensions/${id}`, options);

test('sends a test call, and shows what would change', { skip }, async t => {
  const { id } = await shop.extend();
  const { page, unexpected } = await open(t, id);
  const section = page.getByRole('region', { name: 'Test call', exact: true });
  server.say({ actions: [{ action: 'setCustomerEmail', email: 'ada@example.com' }] });
  await section.getByRole('textbox', { name: 'Trigger' }).click();
  await page.getByRole('option', { name: 'Order: Update' }).click();
  await section.getByRole('button', { name: 'Take the newest' }).click();
  await section.getByRole('button', { name: 'Send the test call' }).click();
  await section.getByText('The extension accepts the resource and changes it. Update actions: 1').waitFor();
  const row = section.getByRole('row', { name: /^Customer email/ });
  t.same(await row.getByRole('cell').allTextContents(), ['jo@example.com', 'ada@example.com']);
  t.match(await section.getByRole('status').textContent(), /^Answered after \d+ ms with status 200\.$/);
  t.match(await section.getByRole('group', { name: 'Answer' }).textContent(), /"setCustomerEmail"/);
  const request = (await section.getByRole('group', { name: 'Request' }).textContent()) ?? '';
  t.ok(request.startsWith(`POST ${server.url}\ncontent-type: application/json\n`), request.slice(0, 200));
  t.ok(request.includes(`"orderNumber": "${orderNumber}"`));
  t.same(await violationsOf(page), []);
  t.strictSame(await shop.read(`orders/${order.id}`), order, 'nothing is written');
  t.same(unexpected(), []);
});

test('shows no secret of an extension', longForm, async t => {
  const authentication = { type: 'AuthorizationHeader', headerValue: 'Bearer c2VjcmV0LXRva2Vu' };
  const { id } = await shop.extend({ destination: { type: 'HTTP', url: server.url, authentication } });
  const { page, unexpected } = await open(t, id);
  await page.getByRole('region', { name: 'Destination', exact: true }).getByText('Bearer ****').waitFor();
  server.say({});
  const section = page.getByRole('region', { name: 'Test call', exact: true });
  await section.getByLabel('Id, key or order number').fill(order.id);
  await section.getByRole('button', { name: 'Send the test call' }).click();
  await section.getByText('authorization: Bearer ****').waitFor();
  t.equal(server.requests.at(-1)?.headers.authorization, authentication.headerValue);
  for (const tab of ['Change', 'History', 'Technical details', 'Overview']) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel', { name: tab }).waitFor();
    t.notMatch(await page.content(), 'c2VjcmV0LXRva2Vu', tab);
  }
  t.same(unexpected(), []);
});

test('shows validation errors, failed calls and conditions, on a phone in dark colours', longForm, async t => {
  const { id } = await shop.extend({
    triggers: [{ resourceTypeId: 'order', actions: ['Create'], condition: 'customerEmail = "unknown@example.com"' }],
  });
  const phone = { colorScheme: 'dark', viewport: { width: 390, height: 800 } };
  const { page, unexpected } = await open(t, id, 'otto@example.com', phone);
  const section = page.getByRole('region', { name: 'Test call', exact: true });
  const send = async (resource: string): Promise<void> => {
    await section.getByLabel('Id, key or order number').fill(resource);
    await section.getByRole('button', { name: 'Send the test call' }).click();
  };
  server.say({ errors: [{ code: 'InvalidInput', message: 'Too dear.' }] }, 400);
  await send(orderNumber);
  await section.getByText('The extension refuses the change with validation errors.').waitFor();
  await section.getByText('InvalidInput: Too dear.').waitFor();
  await section.getByText('The condition of the trigger excludes this resource').waitFor();
  t.same(await violationsOf(page), []);
  server.behave(response => response.writeHead(500).end('it broke'));
  await send(order.id);
  await section.getByText('The call failed: the change would be refused.').waitFor();
  t.equal(await section.getByRole('group', { name: 'Answer' }).textContent(), 'it broke');
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
  await send('missing');
  await section.getByText("The order with orderNumber 'missing' was not found.").waitFor();
});

test('offers no test call to roles that may not make one', longForm, async t => {
  const { id } = await shop.extend();
  const { page, unexpected } = await open(t, id, 'vera@example.com');
  await page.getByRole('region', { name: 'Destination', exact: true }).getByText(server.url).waitFor();
  const triggers = page.getByRole('region', { name: 'Triggers', exact: true });
  t.same(await triggers.getByRole('cell').allTextContents(), ['Orders', 'Create, Update', 'Always']);
  t.equal(await page.getByRole('region', { name: 'Test call' }).count(), 0);
  t.same(await violationsOf(page), []);
  t.same(unexpected(), []);
});
