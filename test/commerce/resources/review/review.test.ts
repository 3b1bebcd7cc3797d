/** Reviews of products and channels, and the statistics of their ratings. */
import { startShop } from '../../../support/cartShop.js';
import { newKey, referenceTo, stateDraft } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { assertUnknownAction } from '../assertUnknownAction.js';

const shop = await startShop();
const { base, createIn, credentials, http, messagesOf, product, quayside, resourcesAt, sdk } = shop;
const reviews = resourcesAt('reviews');
const holders = { product: resourcesAt('products'), channel: resourcesAt('channels') };
type TargetType = keyof typeof holders;
const targetTypes = Object.keys(holders) as readonly TargetType[];
const newTarget = async (typeId: TargetType) => {
  const made: Resource =
    typeId === 'product' ? await product([]) : await createIn('channels', { key: newKey('channel') });
  return { typeId, id: made.id };
};
type Target = Awaited<ReturnType<typeof newTarget>>;
const statisticsOf = async ({ typeId, id }: Target) => (await holders[typeId].get({ id })).reviewRatingStatistics;
const reviewState = (changes: object = {}) => createIn('states', stateDraft({ type: 'ReviewState', ...changes }));
const create = (changes: object = {}) => reviews.create({ title: 'Good', ...changes });
const rate = (target: Target, rating: number, changes: object = {}) => reviews.create({ target, rating, ...changes });

test('creates a review with all members, which has a title, a text or a rating (review.ebecc)', async t => {
  const customer = { typeId: 'customer', id: await shop.customer() };
  const state = referenceTo('state', await reviewState());
  const target = await newTarget('product');
  const plain = { authorName: 'Jo', locale: 'de', title: 'Gut', text: 'Sehr gut', rating: -100 };
  const members = { ...plain, key: newKey('review'), uniquenessValue: newKey('jo'), customer, state, target };
  matchWhole(t, await reviews.create(members), { ...members, version: 1, includedInStatistics: false });
  for (const one of [{ title: 'a' }, { text: 'a' }, { rating: 0 }])
    matchWhole(t, await reviews.create(one), { ...one, includedInStatistics: true });
  assertError(t, await reviews.refuseCreation({ authorName: 'Jo' }), 'InvalidInput');
  const other = await createIn('states', stateDraft());
  for (const [draft, code, error] of [
    [{ rating: 101 }, 'InvalidField', { field: 'rating', invalidValue: 101 }],
    [{ rating: -101 }, 'InvalidField', { field: 'rating', invalidValue: -101 }],
    [{ rating: 1.5 }, 'InvalidJsonInput', {}],
    [{ title: 'a', locale: '!' }, 'InvalidField', { field: 'locale', invalidValue: '!' }],
    [{ title: 'a', state: referenceTo('state', other) }, 'InvalidOperation', {}],
    [
      { title: 'a', target: { typeId: 'order', id: 'x' } },
      'InvalidField',
      { field: 'target.typeId', invalidValue: 'order', allowedValues: ['product', 'channel'] },
    ],
    [{ title: 'a', target: { typeId: 'product' } }, 'RequiredField', { field: 'target.id' }],
    [{ title: 'a', target: { typeId: 'product', id: 'x', key: 'yy' } }, 'InvalidJsonInput', {}],
    [
      { title: 'a', target: { typeId: 'channel', key: 'missing' } },
      'ReferencedResourceNotFound',
      { typeId: 'channel', key: 'missing' },
    ],
  ] as const)
    assertError(t, await reviews.refuseCreation(draft), code, error);
});

test('a uniqueness value is unique among reviews (review.4b335, review.88051, review.bb0ff)', async t => {
  const uniquenessValue = `${newKey('customer')}${newKey('product')}`;
  const first = await create({ uniquenessValue });
  const refused = await reviews.refuseCreation({ title: 'Again', uniquenessValue });
  assertError(t, refused, 'DuplicateField', { field: 'uniquenessValue', duplicateValue: uniquenessValue });
  const page = await http.send(
    'GET',
    `${base}/reviews?where=${encodeURIComponent(`uniquenessValue="${uniquenessValue}"`)}`,
  );
  matchWhole(t, page.json, { total: 1, results: [{ id: first.id }] });
  await reviews.remove(first);
  t.equal((await create({ uniquenessValue })).version, 1);
});

test('changes and removes each member', async t => {
  const customer = { typeId: 'customer', id: await shop.customer() };
  let review = await create();
  for (const [member, value] of Object.entries({
    key: newKey('review'),
    authorName: 'Jo',
    title: 'Bad',
    text: 'Very bad',
    locale: 'en',
    rating: 3,
    customer,
    target: await newTarget('channel'),
  })) {
    const action = `set${member[0]!.toUpperCase()}${member.slice(1)}`;
    const changed = await reviews.update(review, { action, [member]: value });
    matchWhole(t, changed, { version: review.version + 1, [member]: value });
    t.equal((await reviews.update(changed, { action, [member]: value })).version, changed.version, 'no change');
    review = await reviews.update(changed, { action });
    t.equal(review[member], undefined, action);
  }
  const refused = await reviews.refuse(review, { action: 'setTarget', target: { typeId: 'product', id: 'missing' } });
  assertError(t, refused, 'ReferencedResourceNotFound', { typeId: 'product', id: 'missing' });
  assertUnknownAction(t, await reviews.refuse(review, { action: 'unknown' }), 'unknown', 'Review');
});

for (const typeId of targetTypes)
  test(`the statistics of a ${typeId} follow its reviews`, async t => {
    const [target, other] = [await newTarget(typeId), await newTarget(typeId)];
    t.equal(await statisticsOf(target), undefined);
    const [one, two] = [await rate(target, 5), await rate(target, 2)];
    await rate(target, 2);
    await create({ target });
    t.strictSame(await statisticsOf(target), {
      averageRating: 3,
      highestRating: 5,
      lowestRating: 2,
      count: 3,
      ratingsDistribution: { 2: 2, 5: 1 },
    });
    const rated = await reviews.update(two, { action: 'setRating', rating: -1 });
    t.strictSame(await statisticsOf(target), {
      averageRating: 2,
      highestRating: 5,
      lowestRating: -1,
      count: 3,
      ratingsDistribution: { '-1': 1, 2: 1, 5: 1 },
    });
    const moved = await reviews.update(rated, { action: 'setTarget', target: other });
    const ofOne = (rating: number) => ({
      averageRating: rating,
      highestRating: rating,
      lowestRating: rating,
      count: 1,
      ratingsDistribution: { [rating]: 1 },
    });
    t.strictSame(await statisticsOf(other), ofOne(-1));
    matchWhole(t, await statisticsOf(target), { count: 2, averageRating: 3.5 });
    const unrated = await reviews.update(moved, { action: 'setRating' });
    t.equal(await statisticsOf(other), undefined, 'no rating is left');
    await reviews.update(unrated, { action: 'setText', text: 'a' });
    t.equal((await reviews.remove(one)).status, 200);
    t.strictSame(await statisticsOf(target), ofOne(2));
    await rate(target, 3);
    await rate(target, 3);
    matchWhole(t, await statisticsOf(target), { averageRating: 2.66667, count: 3 });
  });

test('reviews at the same time all count', async t => {
  const target = await newTarget('product');
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => rate(target, index)));
  matchWhole(t, await statisticsOf(target), { count: 12, averageRating: 5.5 });
  await Promise.all(made.slice(2).map(review => reviews.remove(review)));
  t.strictSame(((await statisticsOf(target)) as { ratingsDistribution: object }).ratingsDistribution, { 0: 1, 1: 1 });
});

test('only States with the role include a review in the statistics (review.d45af)', async t => {
  const included = await reviewState({ roles: ['ReviewIncludedInStatistics'], initial: true });
  const excluded = await reviewState({ initial: true });
  const target = await newTarget('product');
  const pending = await rate(target, 4, { state: referenceTo('state', excluded) });
  t.equal(pending.includedInStatistics, false);
  t.equal(await statisticsOf(target), undefined);
  const to = (state: Resource) => ({ action: 'transitionState', state: referenceTo('state', state) });
  const approved = await reviews.update(pending, to(included));
  t.equal(approved.includedInStatistics, true);
  matchWhole(t, await statisticsOf(target), { count: 1, averageRating: 4 });
  const declined = await reviews.update(approved, to(excluded));
  t.equal(declined.includedInStatistics, false);
  t.equal(await statisticsOf(target), undefined);
  t.equal((await rate(target, 1, { state: referenceTo('state', included) })).includedInStatistics, true);
  const without = await rate(target, 3);
  t.equal(without.includedInStatistics, true, 'a review without a State');
  const final = await reviewState({ initial: true, transitions: [] });
  const ended = await reviews.update(without, to(final));
  assertError(t, await reviews.refuse(ended, to(included)), 'InvalidOperation', { actionIndex: 0 });
  const forced = await reviews.update(ended, { ...to(included), force: true });
  t.equal(forced.includedInStatistics, true, 'force skips the transitions');
});

test('refuses to delete a resource with reviews', async t => {
  const target = await newTarget('channel');
  const review = await rate(target, 1);
  const channel = await holders.channel.get(target);
  assertError(t, await holders.channel.remove(channel), 'ReferenceExists');
  await reviews.remove(review);
  t.equal((await holders.channel.remove(await holders.channel.get(target))).status, 200);
});

test('messages tell of the creation, of ratings and of transitions', async t => {
  const target = await newTarget('product');
  const state = await reviewState({ initial: true });
  const newState = referenceTo('state', state);
  const created = await rate(target, 2, { key: newKey('review') });
  const rated = await reviews.update(created, { action: 'setRating', rating: 3 }, { action: 'setTitle', title: 'a' });
  const moved = await reviews.update(rated, { action: 'transitionState', state: newState });
  await reviews.update(moved, { action: 'setRating' });
  matchWhole(t, await messagesOf(created), [
    { type: 'ReviewCreated', review: { id: created.id, target, rating: 2 } },
    { type: 'ReviewRatingSet', oldRating: 2, newRating: 3, includedInStatistics: true, target },
    {
      type: 'ReviewStateTransition',
      oldState: undefined,
      newState,
      oldIncludedInStatistics: true,
      newIncludedInStatistics: false,
      target,
      force: false,
    },
    { type: 'ReviewRatingSet', oldRating: 3, newRating: undefined, includedInStatistics: false, target },
  ]);
});

test('projections, queries and expanded targets show the statistics', async t => {
  const target = await newTarget('product');
  const { id } = await rate(target, 7);
  const projection = await http.send('GET', `${base}/product-projections/${target.id}`);
  matchWhole(t, projection.json, { reviewRatingStatistics: { count: 1, averageRating: 7 } });
  const where = encodeURIComponent(`reviewRatingStatistics(averageRating > 6.5 and count = 1)`);
  matchWhole(t, (await http.send('GET', `${base}/products?where=${where}`)).json, { results: [{ id: target.id }] });
  matchWhole(t, (await http.send('GET', `${base}/reviews/${id}?expand=target`)).json, {
    target: { ...target, obj: { id: target.id, reviewRatingStatistics: { count: 1 } } },
  });
  const ofTarget = encodeURIComponent(`target(typeId="product" and id="${target.id}")`);
  matchWhole(t, (await http.send('GET', `${base}/reviews?where=${ofTarget}`)).json, { total: 1, results: [{ id }] });
});

test('GraphQL creates, changes, reads and deletes reviews', async t => {
  const target = await newTarget('channel');
  const ask = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const draft = { title: 'Good', rating: 5, target, key: newKey('review') };
  const created = await ask(
    `mutation ($draft: ReviewDraft!) {
      createReview(draft: $draft) { id version rating includedInStatistics targetRef { typeId id } }
    }`,
    { draft },
  );
  const { id, version, ...made } = created.data.createReview as Resource;
  t.same(made, { rating: 5, includedInStatistics: true, targetRef: target });
  const updated = await ask(
    `mutation ($id: String, $version: Long!, $actions: [ReviewUpdateAction!]!) {
      updateReview(id: $id, version: $version, actions: $actions) { title rating }
    }`,
    { id, version, actions: [{ setTitle: { title: 'Better' } }, { setRating: { rating: 4 } }] },
  );
  t.same(updated.data, { updateReview: { title: 'Better', rating: 4 } });
  const read = await ask(
    `query ($key: String, $id: String!) {
      review(key: $key) { id }
      channel(id: $id) {
        reviewRatingStatistics { averageRating highestRating lowestRating count ratingsDistribution }
      }
    }`,
    { key: draft.key, id: target.id },
  );
  t.same(read.data, {
    review: { id },
    channel: {
      reviewRatingStatistics: {
        averageRating: 4,
        highestRating: 4,
        lowestRating: 4,
        count: 1,
        ratingsDistribution: { 4: 1 },
      },
    },
  });
  const removed = await ask('mutation ($id: String) { deleteReview(id: $id, version: 2) { id } }', { id });
  t.same(removed.data, { deleteReview: { id } });
  t.equal(await statisticsOf(target), undefined);
});

test('the SDK reads a review that it created', async t => {
  const { body: made } = await sdk
    .reviews()
    .post({ body: { text: 'Good' } })
    .execute();
  t.same((await sdk.reviews().withId({ ID: made.id }).get().execute()).body, made);
});
