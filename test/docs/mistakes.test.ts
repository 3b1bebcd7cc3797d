/** Sends each request of docs/reference/mistakes.md and compares the answer with the page. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { orderDraft, stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { root } from './codeBlocks.js';

const quayside = await startQuayside();
const project = await quayside.project();
const { projectKey } = project;
const tokens = {
  TOKEN: await quayside.token(project),
  VIEW_TOKEN: await quayside.token(project, `view_orders:${projectKey}`),
  OTHER_TOKEN: await quayside.token(await quayside.project()),
  OLD_TOKEN: 'a-token-that-expired',
};
const http = quayside.http.as(tokens.TOKEN);
const store = async (path: string, body: object): Promise<void> => {
  const { status, text } = await http.send('POST', `/${projectKey}/${path}`, { body });
  if (status !== 201) throw new Error(text);
};
await store('orders/import', orderDraft({ orderNumber: 'A-1001' }));
await store('carts', { key: 'cart-1', currency: 'EUR' });
await store('states', stateDraft({ key: 'packed' }));

const page = readFileSync(`${root}docs/reference/mistakes.md`, 'utf8');
const [, section = ''] = page.split('# Ten common mistakes\n');
const mistakes = [...section.matchAll(/\n## (.+)\n[^]*?```text\n([^]*?)\n```\n\n```json\n([^]*?)\n```\n/g)].map(
  ([, title = '', request = '', answer = '']) => ({ title, request, answer: JSON.parse(answer) as unknown }),
);

/** Sends a request as the page writes it: a line with method and path, headers, and a body after an empty line. */
const send = async (text: string): Promise<unknown> => {
  const [head = '', body] = text.replaceAll('demo', projectKey).split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const [method = '', path = ''] = start.split(' ');
  const given = Object.fromEntries(lines.map(line => line.split(': ') as [string, string]));
  const token = tokens[(given.Authorization?.replace('Bearer ', '') ?? 'TOKEN') as keyof typeof tokens];
  const { text: answer } = await quayside.http.send(method, path, {
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...given,
      Authorization: `Bearer ${token}`,
    },
    ...(body !== undefined && { body }),
  });
  return JSON.parse(answer.replaceAll(projectKey, 'demo').replace(/Object [0-9a-f-]{36} has/g, 'Object ORDER_ID has'));
};

test('the section has ten mistakes, each with a title of its own', async t => {
  t.equal(mistakes.length, 10);
  t.equal(new Set(mistakes.map(({ title }) => title)).size, 10);
});

for (const { title, request, answer } of mistakes)
  test(`answers as the page says: ${title}`, async t => {
    const { statusCode, errors } = (await send(request)) as { readonly statusCode: number; readonly errors: unknown };
    t.same({ statusCode, errors }, answer);
  });
