/** Expansion of a large resource with many references to it: the response is limited, and memory suffices. */
import { test } from '../support/tap.js';
import { lineItemDraft, orderDraft, stateDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';

const quayside = await startQuayside();
const credentials = await quayside.project();
const { projectKey } = credentials;
const api = quayside.http.as(await quayside.token(credentials));

/** A State of 8 MB: 128 languages with 64 KB each. */
const letters = 'abcdefghijklmnop'.split('');
const languages = letters.flatMap(one => letters.slice(0, 8).map(other => one + other));
const name = Object.fromEntries(languages.map(language => [language, 'x'.repeat(65_000)]));

test('leaves references without obj if the response would become too long (GEN061)', async t => {
  const { id } = (
    await api.send('POST', `/${projectKey}/states`, { body: stateDraft({ type: 'LineItemState', name }) })
  ).json as { id: string };
  const lineItems = Array.from({ length: 70 }, () =>
    lineItemDraft({ quantity: 1, state: [{ quantity: 1, state: { typeId: 'state', id } }] }),
  );
  const order = (await api.send('POST', `/${projectKey}/orders/import`, { body: orderDraft({ lineItems }) })).json as {
    id: string;
  };
  const answer = await api.send('GET', `/${projectKey}/orders/${order.id}?expand=lineItems[*].state[*].state`);
  t.equal(answer.status, 200);
  const references = (
    answer.json as { lineItems: { state: { state: { id: string; obj?: { id: string } } }[] }[] }
  ).lineItems.map(item => item.state[0]!.state);
  t.equal(references.length, 70);
  t.ok(references.every(reference => reference.id === id));
  const expanded = references.filter(({ obj }) => obj?.id === id).length;
  t.ok(expanded >= 1 && expanded < 70, `${expanded} expanded`);
  t.ok(answer.text.length < 80 * 1024 * 1024, `${answer.text.length} characters`);
  t.equal((await api.send('GET', `/${projectKey}/orders/${order.id}`)).status, 200, 'the next request is served');
});
