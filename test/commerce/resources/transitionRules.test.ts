/** Rules of workflows that hold for every resource type that moves along States. */
import { test } from '../../support/tap.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { createSample } from '../../support/createSample.js';
import { referenceTo, stateDraft } from '../../support/drafts.js';
import { valuesOf } from '../../support/matchWhole.js';
import { assertError } from '../../support/refusal.js';
import { type Resource, startProject } from '../../support/resourceApi.js';

const api = await startProject();
const { createIn, resourcesAt } = api;

const rows = [
  ['order', 'OrderState', 'order.3ec50, order.08a7f'],
  ['payment', 'PaymentState', 'payment.67469, payment.1b031'],
  ['product', 'ProductState', 'product.b48c3, product.5c5c4'],
  ['quote', 'QuoteState', 'quote.39ceb, quote.28df6'],
  ['quote-request', 'QuoteRequestState', 'quote-request.f0713, quote-request.97d25'],
  ['review', 'ReviewState', 'review.50672, review.0fe28'],
  ['staged-quote', 'StagedQuoteState', 'staged-quote.6d3bd, staged-quote.a2d74'],
] as const;

for (const [typeId, type, rules] of rows)
  test(`transitionState of ${typeId} follows its rules (${rules}, state.44312, state.3a8b3, state.23f2f)`, async t => {
    const state = (changes: object): Promise<Resource> => createIn('states', stateDraft({ type, ...changes }));
    const final = await state({ initial: false, transitions: [] });
    const first = await state({ initial: true, transitions: [referenceTo('state', final)] });
    const free = await state({ initial: true });
    const to = (target: Resource) => ({ action: 'transitionState', state: referenceTo('state', target) });
    const { path } = definitions.find(each => each.typeId === typeId)!;
    const { refuse, update } = resourcesAt(path);
    const refused = { actionIndex: 0 };
    const stateOf = ({ state: own, paymentStatus }: Resource) =>
      own ?? (paymentStatus as { state?: unknown } | undefined)?.state;
    const created = await createSample(api, typeId);
    assertError(t, await refuse(created, to(final)), 'InvalidOperation', refused);
    const begun = await update(created, to(first));
    t.same(stateOf(begun), referenceTo('state', first));
    assertError(t, await refuse(begun, to(free)), 'InvalidOperation', refused);
    const ended = await update(begun, to(final));
    assertError(t, await refuse(ended, to(first)), 'InvalidOperation', refused);
    const other = await update(await createSample(api, typeId), to(free), to(final));
    t.same(stateOf(other), referenceTo('state', final), 'without transitions any State follows');
  });

test('every resource type with the action is tested above', t => {
  t.same(
    valuesOf(
      definitions.filter(({ actions = {} }) => 'transitionState' in actions),
      'typeId',
    ).sort(),
    rows.map(([typeId]) => typeId).sort(),
  );
  t.end();
});
