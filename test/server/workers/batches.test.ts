/**
 * Calls cross to the workers in batches; each reply belongs to its own request, although requests of a batch end
 * differently.
 */
import { test } from '../../support/tap.js';
import { stateDraft } from '../../support/drafts.js';
import type { HttpResponse } from '../../support/http.js';
import { startQuayside } from '../../support/quayside.js';
import { matchWhole } from '../../support/matchWhole.js';

const quayside = await startQuayside({ WORKERS: '2', BATCH_MAX: '7' });
const credentials = await quayside.project();
const api = quayside.http.as(await quayside.token(credentials));
const states = `/${credentials.projectKey}/states`;

const stateTypes = [
  'OrderState',
  'LineItemState',
  'ProductState',
  'ReviewState',
  'PaymentState',
  'QuoteRequestState',
  'StagedQuoteState',
  'QuoteState',
];
const rounds = Array.from({ length: 40 }, (_, index) => index);
const id = (index: number, kind: string): Record<string, string> => ({
  'x-correlation-id': `${kind}-request-${index}`,
});

test('answers each of many concurrent requests under its own correlation id (GEN023)', async t => {
  const created = await Promise.all(
    rounds.map(index =>
      api.send('POST', states, { headers: id(index, 'create'), body: stateDraft({ key: `batch-${index}` }) }),
    ),
  );
  created.forEach((answer, index) => {
    t.equal(answer.headers['x-correlation-id'], `create-request-${index}`);
    matchWhole(t, answer.json, { key: `batch-${index}`, version: 1 });
  });
  const kinds: readonly ((index: number) => Promise<HttpResponse>)[] = [
    index =>
      api.send('GET', `${states}?${new URLSearchParams({ where: `key = "batch-${index}"` }).toString()}`, {
        headers: id(index, 'mixed'),
      }),
    index =>
      api.send('POST', states, {
        headers: id(index, 'mixed'),
        body: { key: `bad-${index}`, type: `Nonsense-${index}` },
      }),
    index => api.send('GET', `${states}/key=batch-${index}?expand=transitions[*]`, { headers: id(index, 'mixed') }),
    index => api.send('DELETE', `${states}/key=batch-${index}?version=${100 + index}`, { headers: id(index, 'mixed') }),
  ];
  const expected: readonly ((index: number) => object)[] = [
    index => ({ count: 1, results: [{ key: `batch-${index}` }] }),
    index => ({
      statusCode: 400,
      errors: [{ code: 'InvalidField', field: 'type', invalidValue: `Nonsense-${index}`, allowedValues: stateTypes }],
    }),
    index => ({ key: `batch-${index}` }),
    index => ({
      statusCode: 409,
      message: new RegExp(`\\b${100 + index}\\b`),
      errors: [{ code: 'ConcurrentModification', currentVersion: 1 }],
    }),
  ];
  const answers = await Promise.all(rounds.map(index => kinds[index % 4]!(index)));
  answers.forEach((answer, index) => {
    t.equal(answer.headers['x-correlation-id'], `mixed-request-${index}`);
    matchWhole(t, answer.json, expected[index % 4]!(index));
  });
});
