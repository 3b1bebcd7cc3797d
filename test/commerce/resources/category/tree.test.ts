/** The tree of categories: ancestors when a category moves, circles, levels, and requests at the same time. */
import { randomUUID } from 'node:crypto';
import { test } from '../../../support/tap.js';
import { limits } from '../../../../src/base/config/limits.js';
import { storeAncestorsBelow } from '../../../../src/commerce/resources/category/completeMove.js';
import { updateResource } from '../../../../src/engine/commit/pipeline.js';
import { categoryMoves, listNotes } from '../../../../src/jobs/notedJobs.js';
import { requestNotedRuns } from '../../../../src/jobs/updateWithJob.js';
import { categoryDraft } from '../../../support/drafts.js';
import { matchWhole, valuesOf } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { waitUntil } from '../../../support/waitUntil.js';
import { below, type Category, startCategories, toReference } from './startCategories.js';

const project = await startCategories();
const { create, createBelow, createChain, update, refuse, get, find, http, base, projectKey, quayside } = project;

const move = (category: Category, parent: Category) =>
  http.send('POST', `${base}/categories/${category.id}`, {
    body: { version: category.version, actions: [below(parent)] },
  });
const ancestorsOf = async (category: { id: string }) => valuesOf((await get(category)).ancestors, 'id');
const idsOf = (...categories: readonly Category[]) => categories.map(({ id }) => id);

const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

test('ancestors run from the root to the parent, also below a category that moves', async t => {
  const [root, middle, leaf] = (await createChain(3)) as [Category, Category, Category];
  const [other, under] = (await createChain(2)) as [Category, Category];
  t.same(leaf.ancestors, [root, middle].map(toReference));
  const moved = await update(middle, below(under));
  t.same(moved.ancestors, [other, under].map(toReference));
  matchWhole(t, await get(leaf), {
    ancestors: [other, under, middle].map(toReference),
    parent: toReference(middle),
    version: 2,
  });
  t.same(await find(`ancestors(id="${under.id}")`), idsOf(middle, leaf));
  t.same(await find(`ancestors(id="${root.id}")`), []);
  t.same(await update(moved, below(under)), moved, 'the same parent changes nothing');
});

test('a category is not moved below itself or a category below it, nor deeper than the levels', async t => {
  const [root, middle, leaf] = (await createChain(3)) as [Category, Category, Category];
  for (const parent of [root, middle, leaf])
    assertError(t, await refuse(root, below(parent)), 'InvalidOperation', {
      message:
        `The category '${root.id}' cannot be moved below the category '${parent.id}', which is below it or is the ` +
        'category itself.',
    });
  const chain = await createChain(limits.categoryLevelsMax);
  const message = `Categories have at most 50 levels; there would be 51.`;
  assertError(
    t,
    await http.send('POST', `${base}/categories`, { body: categoryDraft({ parent: toReference(chain.at(-1)!) }) }),
    'InvalidOperation',
    { message },
  );
  assertError(t, await refuse(root, below(chain.at(-3)!)), 'InvalidOperation', { message });
  await update(root, below(chain.at(-4)!));
  t.equal((await ancestorsOf(leaf)).length, limits.categoryLevelsMax - 1);
});

test('below a category with a large subtree, reads see new ancestors at once, queries soon after', async t => {
  const [top, root] = (await createChain(2)) as [Category, Category];
  const target = await create(categoryDraft());
  const children = await Promise.all(
    Array.from({ length: limits.categoriesMovedAtOnceMax + 1 }, () => createBelow(root)),
  );
  const leaf = await createBelow(children[0]!);
  await update(root, below(target));
  t.same(await ancestorsOf(leaf), idsOf(target, root, children[0]!));
  const expected = [target, root].map(toReference);
  const { json } = await http.send('GET', `${base}/categories?where=parent(id="${root.id}")&limit=500`);
  t.same(
    (json as { results: Category[] }).results.filter(
      ({ ancestors }) => JSON.stringify(ancestors) !== JSON.stringify(expected),
    ),
    [],
  );
  const product = await http.send('GET', `${base}/categories/${leaf.id}?expand=parent`);
  matchWhole(t, product.json, { parent: { obj: { ancestors: expected } } });
  const all = idsOf(root, ...children, leaf).sort();
  await waitUntil(async () => (await find(`ancestors(id="${target.id}")`)).length === all.length);
  t.same((await find(`ancestors(id="${target.id}")`)).sort(), all);
  t.same(await find(`ancestors(id="${top.id}")`), []);
});

test('a move whose job was interrupted is completed, and its subtree may change meanwhile', async t => {
  const { engine } = quayside.services;
  const root = await create(categoryDraft());
  const target = await create(categoryDraft());
  const children = await Promise.all(
    Array.from({ length: limits.categoriesMovedAtOnceMax + 20 }, () => createBelow(root)),
  );
  const body = Buffer.from(JSON.stringify({ version: 1, actions: [below(target)] }));
  const resourceType = engine.resourceTypes.get('category')!;
  const locator = { field: 'id', value: root.id };
  // Commits like a process that stops before it requests the job.
  await updateResource(engine, { projectKey, resourceType, locator, body, query: new URLSearchParams(), client: {} });
  const stored = () => find(`ancestors(id="${target.id}")`);
  await t.rejects(
    storeAncestorsBelow(
      { engine, projectKey, pause: () => Promise.reject(new Error('stopped')) },
      { categoryId: root.id },
    ),
    /stopped/,
  );
  t.ok((await stored()).length > 1, 'one step is stored');
  const renamed = await update(await get(children.at(-1)!), { action: 'changeName', name: { en: 'Renamed' } });
  t.same(renamed.ancestors, [target, root].map(toReference));
  const added = await createBelow(children[0]!);
  await requestNotedRuns(quayside.services, projectKey, categoryMoves);
  await waitUntil(async () => (await stored()).length === children.length + 2);
  t.same(await ancestorsOf(added), idsOf(target, root, children[0]!));
  await waitUntil(async () => (await listNotes(quayside.services.store, projectKey, categoryMoves)).length === 0);
});

test('two requests that move two categories below each other make no circle', async t => {
  for (let round = 0; round < 20; round++) {
    const [one, other] = await Promise.all([create(categoryDraft()), create(categoryDraft())]);
    const inner = await createBelow(other);
    const answers = await Promise.all([move(one, inner), move(other, one)]);
    t.same(statusesOf(answers), [200, 400]);
    assertError(
      t,
      answers.find(({ status }) => status === 400),
      'InvalidOperation',
    );
  }
});

test('three requests that move three categories in a circle leave a tree', async t => {
  for (let round = 0; round < 10; round++) {
    const [one, two, three] = (await Promise.all([1, 2, 3].map(() => create(categoryDraft())))) as [
      Category,
      Category,
      Category,
    ];
    const answers = await Promise.all([move(one, two), move(two, three), move(three, one)]);
    t.same(statusesOf(answers), [200, 200, 400]);
    const lengths = await Promise.all([one, two, three].map(async each => (await ancestorsOf(each)).length));
    t.same(
      lengths.sort((a, b) => a - b),
      [0, 1, 2],
    );
  }
});

test('categories created below one that moves have its new ancestors', async t => {
  const [root, leaf] = (await createChain(2)) as [Category, Category];
  const targets = await Promise.all([1, 2, 3].map(() => create(categoryDraft())));
  let current = root;
  for (const target of targets) {
    const [moved, ...created] = await Promise.all([
      update(current, below(target)),
      ...[1, 2, 3, 4].map(() => createBelow(leaf)),
    ]);
    current = moved as Category;
    for (const category of created) t.same(await ancestorsOf(category), idsOf(target, root, leaf));
  }
  const all = 2 + 4 * targets.length;
  await waitUntil(async () => (await find(`ancestors(id="${targets.at(-1)!.id}")`)).length === all);
  t.same(await find(`ancestors(id="${targets[0]!.id}")`), []);
});

test('a category that is created below one that is deleted is refused, goes with it, or keeps it', async t => {
  for (let round = 0; round < 10; round++) {
    const parent = await create(categoryDraft());
    const [removal, creation] = await Promise.all([
      http.send('DELETE', `${base}/categories/${parent.id}?version=1`),
      http.send('POST', `${base}/categories`, { body: categoryDraft({ parent: toReference(parent) }) }),
    ]);
    const { id } = creation.json as { readonly id?: string };
    const [statusAbove, statusBelow] = await Promise.all(
      [parent.id, id ?? randomUUID()].map(async each => (await http.send('GET', `${base}/categories/${each}`)).status),
    );
    const outcome = [removal.status, creation.status, statusAbove, statusBelow].join(' ');
    t.ok(['200 400 404 404', '200 201 404 404', '400 201 200 200'].includes(outcome), outcome);
  }
});
