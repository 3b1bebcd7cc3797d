/** The stages of the write path, in an engine whose store, hook and extensions record their calls. */
import { test } from '../../support/tap.js';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import { removeResource } from '../../../src/engine/commit/removeResource.js';
import type { Base } from '../../../src/engine/define/Base.js';
import type { BeforeCommit } from '../../../src/engine/define/BeforeCommit.js';
import type { ResourceDefinition } from '../../../src/engine/define/ResourceDefinition.js';
import type { Engine } from '../../../src/engine/Engine.js';
import type { ExtensionAnswer, ExtensionCall } from '../../../src/engine/ExtensionCall.js';
import type { ResourceRequest, Response } from '../../../src/engine/ResourceRequest.js';
import { ApiError, required } from '../../../src/base/errors/ApiError.js';
import { StaleReadError } from '../../../src/store/unavailableErrors.js';
import type { DataStore } from '../../../src/store/DataStore.js';
import { orderDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';

type Order = Base & {
  readonly purchaseOrderNumber?: string;
  readonly customerEmail?: string;
  readonly orderNumber?: string;
};

interface Setup {
  readonly beforeCommit?: BeforeCommit<Order>;
  readonly answers?: readonly ExtensionAnswer[];
  /** The number of commits that fail with StaleReadError before one succeeds. */
  readonly staleCommits?: number;
  readonly definition?: Partial<ResourceDefinition>;
}

const quayside = await startQuayside();
const { engine: real } = quayside.services;
const orderType = required(real.resourceTypes.get('order'), 'the order type');
const bodyOf = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
const orderIn = ({ body }: Response): Order => JSON.parse(Buffer.from(body).toString()) as Order;

/** Imports without their own hook, which would replace that of a test. */
const importsWithoutHook = new Map(
  [...orderType.creations].map(([name, compiled]) => [
    name,
    { ...compiled, creation: { ...compiled.creation, beforeCommit: undefined } },
  ]),
);

/** Creates an order in a project of its own, and an engine that records its stages. */
const startPipeline = async ({ beforeCommit, answers, staleCommits = 0, definition }: Setup = {}) => {
  const { projectKey } = await quayside.project();
  const stages: string[] = [];
  const extensionTexts: string[] = [];
  let commits = 0;
  const noteRead = <T>(read: T): T => {
    if (stages.at(-1) !== 'load') stages.push('load');
    return read;
  };
  const store: DataStore = {
    ...real.store,
    body: (...given) => noteRead(real.store.body(...given)),
    commit: changeSet => {
      stages.push('commit');
      return ++commits <= staleCommits ? Promise.reject(new StaleReadError('stock')) : real.store.commit(changeSet);
    },
  };
  const call: ExtensionCall = ({ text }) => {
    stages.push('extensions');
    extensionTexts.push(text);
    return Promise.resolve(answers ?? []);
  };
  const noted: BeforeCommit<Order> | undefined =
    beforeCommit &&
    ((access, input) => {
      stages.push('beforeCommit');
      return beforeCommit(access, input);
    });
  const engine: Engine = {
    ...real,
    store,
    extensionCaller: () => Promise.resolve(answers === undefined ? undefined : [call]),
  };
  const request = (values: Partial<ResourceRequest>): ResourceRequest => ({
    projectKey,
    resourceType: {
      ...orderType,
      creations: importsWithoutHook,
      definition: { ...orderType.definition, beforeCommit: noted as BeforeCommit<Base> | undefined, ...definition },
    },
    query: new URLSearchParams(),
    body: new Uint8Array(),
    client: {},
    ...values,
  });
  const create = async (): Promise<Order> =>
    orderIn(await createResource(engine, request({ creation: 'import', body: bodyOf(orderDraft()) })));
  // The order is created before the recording of calls starts, and without the hook.
  const imported = request({ creation: 'import', body: bodyOf(orderDraft()), resourceType: orderType });
  const { id } = orderIn(await createResource(real, imported));
  const update = async (actions: readonly object[], version = 1): Promise<Order> =>
    orderIn(
      await updateResource(
        engine,
        request({ locator: { field: 'id', value: id }, body: bodyOf({ version, actions }) }),
      ),
    );
  const remove = async (version: number): Promise<Order> =>
    orderIn(
      await removeResource(
        engine,
        request({ locator: { field: 'id', value: id }, query: new URLSearchParams({ version: String(version) }) }),
      ),
    );
  return { projectKey, id, engine, stages, extensionTexts, create, update, remove };
};

const setEmail = { action: 'setCustomerEmail', customerEmail: 'a@example.com' };
const setEmailAction = { action: setEmail.action, email: setEmail.customerEmail };
const setPurchaseOrder = { action: 'setPurchaseOrderNumber', purchaseOrderNumber: 'PO' };
const answersOf = (...actions: readonly object[]): ExtensionAnswer[] =>
  actions.map((action, index) => ({ extension: { id: `e${index}` }, actions: [action] }));

/** Derives the order number from other members of the order. */
const numberByContent: BeforeCommit<Order> = (_access, { after }) =>
  Promise.resolve({ set: { orderNumber: `${after.customerEmail}-${after.purchaseOrderNumber ?? 'none'}` } });

test('an update runs load, beforeCommit, extensions, beforeCommit again, and commit', async t => {
  const { update, stages } = await startPipeline({
    beforeCommit: numberByContent,
    answers: answersOf(setPurchaseOrder),
  });
  await update([setEmailAction]);
  t.strictSame(stages, ['load', 'beforeCommit', 'extensions', 'beforeCommit', 'commit']);
});

test('a creation runs beforeCommit, extensions, beforeCommit again, and commit', async t => {
  const { create, stages } = await startPipeline({
    beforeCommit: numberByContent,
    answers: answersOf(setPurchaseOrder),
  });
  const order = await create();
  t.strictSame(stages, ['beforeCommit', 'extensions', 'beforeCommit', 'commit']);
  t.equal(order.version, 1, 'and is written once, with what the extension set');
  t.equal(order.purchaseOrderNumber, 'PO');
});

test('an update of a cached resource without hook and extensions only commits', async t => {
  const { update, stages } = await startPipeline();
  t.equal((await update([setEmailAction])).customerEmail, 'a@example.com');
  t.strictSame(stages, ['commit']);
});

test('an update that changes nothing reads the stored resource and commits nothing', async t => {
  const { update, stages } = await startPipeline();
  await update([setEmailAction]);
  stages.length = 0;
  t.equal((await update([setEmailAction], 2)).version, 2);
  t.strictSame(stages, ['load']);
});

test('the result of beforeCommit is written with the change, and sees what extensions set', async t => {
  const { update, extensionTexts } = await startPipeline({
    beforeCommit: numberByContent,
    answers: answersOf(setPurchaseOrder),
  });
  const { version, orderNumber, purchaseOrderNumber } = await update([setEmailAction]);
  t.strictSame(
    { version, orderNumber, purchaseOrderNumber },
    { version: 2, orderNumber: 'a@example.com-PO', purchaseOrderNumber: 'PO' },
  );
  const proposed = extensionTexts.map(text => (JSON.parse(text) as Order).orderNumber);
  t.strictSame(proposed, ['a@example.com-none'], 'extensions saw the result of the first run');
});

test('beforeCommit knows which members actions changed, also after an extension', async t => {
  const changed: (readonly string[] | undefined)[] = [];
  const { update } = await startPipeline({
    beforeCommit: (access, input) => {
      changed.push(input.changedByActions);
      return numberByContent(access, input);
    },
    answers: answersOf(setPurchaseOrder),
  });
  await update([setEmailAction]);
  t.strictSame(changed, [['customerEmail'], ['customerEmail', 'purchaseOrderNumber']]);
});

test('beforeCommit runs again for each answer of an extension, in their order', async t => {
  const { update, stages } = await startPipeline({
    beforeCommit: numberByContent,
    answers: answersOf(setPurchaseOrder, { ...setPurchaseOrder, purchaseOrderNumber: 'PO-2' }),
  });
  t.equal((await update([setEmailAction])).orderNumber, 'a@example.com-PO-2');
  t.equal(stages.filter(stage => stage === 'beforeCommit').length, 3);
  t.equal(stages.filter(stage => stage === 'extensions').length, 1);
});

test('actions of an extension that cannot be applied name it, and nothing is committed (ERR036)', async t => {
  const { update, stages } = await startPipeline({ answers: answersOf({ action: 'unknownAction' }) });
  const error: unknown = await update([setEmailAction]).catch((refusal: unknown) => refusal);
  t.ok(error instanceof ApiError);
  const entries = error instanceof ApiError ? error.entries : [];
  t.strictSame(
    entries.map(({ code, errorByExtension }) => ({ code, errorByExtension })),
    [{ code: 'ExtensionUpdateActionsFailed', errorByExtension: { id: 'e0' } }],
  );
  t.notOk(stages.includes('commit'));
});

test('a stale read runs beforeCommit again, and calls extensions again only about a different resource', async t => {
  const same = await startPipeline({
    beforeCommit: numberByContent,
    answers: answersOf(setPurchaseOrder),
    staleCommits: 1,
  });
  t.equal((await same.update([setEmailAction])).orderNumber, 'a@example.com-PO');
  t.strictSame(same.stages, [
    'load',
    'beforeCommit',
    'extensions',
    'beforeCommit',
    'commit',
    // The second attempt starts here.
    'beforeCommit',
    'beforeCommit',
    'commit',
  ]);

  let runs = 0;
  const changing = await startPipeline({
    beforeCommit: () => Promise.resolve({ set: { orderNumber: `N-${++runs}` } }),
    answers: answersOf(setPurchaseOrder),
    staleCommits: 1,
  });
  t.equal((await changing.update([setEmailAction])).orderNumber, 'N-4');
  const proposed = changing.extensionTexts.map(text => (JSON.parse(text) as Order).orderNumber);
  t.strictSame(proposed, ['N-1', 'N-3']);
});

test('a creation and a deletion are retried after a stale read', async t => {
  const { create, update, stages } = await startPipeline({ staleCommits: 1 });
  t.equal((await create()).version, 1);
  t.strictSame(stages, ['commit', 'commit']);
  t.equal((await update([setEmailAction])).version, 2);

  const removing = await startPipeline({ staleCommits: 2 });
  t.equal((await removing.remove(1)).version, 1);
  t.strictSame(removing.stages, ['load', 'commit', 'commit', 'commit']);
});

test('companion writes of beforeCommit are part of the commit', async t => {
  const { update, engine, projectKey } = await startPipeline({
    beforeCommit: () =>
      Promise.resolve({
        creations: [{ typeId: 'message', id: 'companion', members: { type: 'Test' } }],
        revokedTokenSubjects: ['customer:c'],
      }),
  });
  const revoked: string[] = [];
  Object.assign(engine, { notifyTokensRevoked: async (_: string, subject: string) => revoked.push(subject) });
  await update([setEmailAction]);
  t.ok(await engine.store.body(projectKey, 'message', 'companion'));
  t.strictSame(revoked, ['customer:c'], 'and revoked tokens are announced behind it');
});

test('a change sends no message that its resource type does not declare', async t => {
  const { create, update, stages } = await startPipeline({ definition: { messages: {} } });
  await t.rejects(create(), { message: /a change of order sends the message OrderImported/ });
  await t.rejects(update([setEmailAction]), { message: /a change of order sends the message OrderCustomerEmailSet/ });
  t.notOk(stages.includes('commit'));
});

test('a deletion reads its companions again on every attempt', async t => {
  let reads = 0;
  const { remove, stages } = await startPipeline({
    staleCommits: 1,
    definition: {
      removal: {
        companions: () => {
          reads++;
          return Promise.resolve({ removals: [] });
        },
      },
    },
  });
  await remove(1);
  t.equal(reads, 2);
  t.strictSame(stages, ['load', 'commit', 'commit']);
});
