/** Members for merchants only: nothing at `/me` shows them, takes them or reveals their values. */
import { test } from '../../support/tap.js';
import { action, set, unchanged } from '../../../src/engine/define/actions.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { compileResourceType } from '../../../src/engine/define/compileResourceType.js';
import { creation, defineResource } from '../../../src/engine/define/defineResource.js';
import type { ResourceDefinition } from '../../../src/engine/define/ResourceDefinition.js';
import { createEngine } from '../../../src/engine/Engine.js';
import { NonEmptyText, Optional, Shape } from '../../../src/engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../src/engine/schema/reference.js';
import type { TypeId } from '../../../src/engine/schema/TypeId.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import { createGraphqlEndpoint } from '../../../src/graphql/createGraphqlEndpoint.js';
import { createSchema } from '../../../src/operations/graphqlSchema.js';
import { Components } from '../../../src/operations/schemas/Components.js';
import { pagedQuerySchema } from '../../../src/operations/schemas/resourceSchemas.js';
import { toGraphqlRequest } from '../../../src/operations/callRequests.js';
import { verbsByName } from '../../../src/operations/verbs/index.js';
import { Sealer } from '../../../src/store/Sealer.js';
import { startQuayside } from '../../support/quayside.js';

interface Note extends Base {
  readonly text?: string;
  readonly internalNote?: string;
  readonly internalOrigin?: unknown;
  readonly customerId?: string;
}

/** No declaration of the product has these resource types. */
const [typeId, markTypeId] = ['note', 'note-mark'] as unknown as [TypeId, TypeId];
const given = { text: Optional(NonEmptyText), note: Optional(ResourceIdentifier(typeId)) };
const hidden = { internalNote: Optional(NonEmptyText), internalOrigin: Optional(Reference(typeId)) };
const stored = {
  text: Optional(NonEmptyText),
  customerId: Optional(NonEmptyText),
  anonymousId: Optional(NonEmptyText),
  note: Optional(Reference(typeId)),
};
const Draft = Shape({ ...given, internalNote: Optional(NonEmptyText), customerId: Optional(NonEmptyText) });
const OwnDraft = Shape(given);
const setText = set<Note>('text', NonEmptyText);

const noteDefinition = (changes: Partial<Omit<ResourceDefinition<Note>, 'messages'>> = {}): ResourceDefinition =>
  defineResource<Note>({
    typeId,
    path: 'notes',
    scopes: { read: ['view_orders'], write: ['manage_orders'] },
    resource: Shape({ ...stored, ...hidden }),
    draft: creation<Note, typeof Draft>(Draft, ({ note, ...draft }, context) => ({
      members: { ...draft, note: note && context.reference(typeId, note) },
    })),
    actions: { setText, setInternalNote: set<Note>('internalNote', NonEmptyText) },
    indexes: ['customerId', 'anonymousId'],
    derived: {
      fields: {
        internalNoteUpper: { from: ['internalNote'], derive: ({ internalNote }) => internalNote?.toUpperCase() },
      },
    },
    visibility: { merchantOnly: ['internalNote', 'internalOrigin'] },
    otherAddresses: {
      latest: { where: { field: 'text', value: 'a' }, segment: 'of', field: 'customerId', ownPath: 'last-note' },
    },
    own: {
      scopes: ['manage_my_orders'],
      draft: creation<Note, typeof OwnDraft>(OwnDraft, ({ text, note }, context) => ({
        members: { text, internalNote: 'of the service', note: note && context.reference(typeId, note) },
      })),
      actions: {
        setText,
        rate: action({}, ({ text }: Note) => ({ set: { internalNote: text } })),
      },
      remove: true,
    },
    ...changes,
  });

const note = noteDefinition();
/** A type without endpoints at `/me`, which a token can read as a whole or not at all. */
const { own: _own, derived: _derived, ...plain } = noteDefinition();
const mark: ResourceDefinition = { ...plain, typeId: markTypeId, path: 'note-marks' };

const quayside = await startQuayside();
/** The customer at `/me` itself, which sign-in and tokens find in other ways. */
const known = definitions.map(each =>
  each.typeId === 'customer'
    ? ({ ...each, visibility: { merchantOnly: ['externalId'] } } as unknown as ResourceDefinition)
    : each,
);
const declared = [...known, note, mark];
const engine = createEngine({
  store: quayside.services.store,
  sealer: new Sealer('x'.repeat(32)),
  resourceTypes: declared.map(compileResourceType),
  messageTypeId: 'message',
  settings: quayside.services.settings.get,
  mayCall: () => true,
  hasSearchModule: () => Promise.resolve(true),
  resourceCacheBytesMax: 100_000,
  queryTimeoutMs: 5_000,
});
const services = { ...quayside.services, engine };
const answerGraphql = createGraphqlEndpoint(() => createSchema(declared));

type Wire = Note & {
  readonly value?: string;
  readonly customer?: Note;
  readonly results: readonly Note[];
  readonly note?: { readonly obj?: Note };
};

const startNotes = async () => {
  const { projectKey } = await quayside.project();
  const callOf = (verb: string, parts: object, body: object = {}, words = 'manage_my_orders') => ({
    id: 1,
    verb,
    projectKey,
    typeId,
    query: '',
    correlationId: 'c',
    body: Buffer.from(JSON.stringify(body)),
    client: { customerId: 'c1' },
    scope: words
      .split(' ')
      .map(name => `${name}:${projectKey}`)
      .join(' '),
    ...parts,
  });
  /** Answers as a worker does. */
  const call = async (...parts: Parameters<typeof callOf>): Promise<Wire> => {
    const { body } = await verbsByName.get(parts[0])!.run(services, callOf(...parts) as never);
    return JSON.parse(Buffer.from(body as Uint8Array).toString()) as Wire;
  };
  const me = (verb: string, parts: object = {}, body?: object, words?: string) =>
    call(verb, { own: true, ...parts }, body, words);
  return {
    call,
    me,
    graphql: async (query: string, parts: object = {}, words?: string): Promise<unknown> => {
      const sent = callOf('graphql', { mediaTypes: ['application/json', ''], ...parts }, { query }, words);
      const { body } = await answerGraphql(services, toGraphqlRequest(sent as never));
      return JSON.parse(body.toString());
    },
    first: await call('create', {}, { text: 'a', internalNote: 'secret', customerId: 'c1' }),
  };
};

const at = ({ id }: Base) => ({ field: 'id', value: id });

test('responses at /me lack members for merchants', async t => {
  const { call, me, first } = await startNotes();
  t.equal(first.internalNote, 'secret');
  const created = await me('create', {}, { text: 'b', note: { typeId: 'note', id: first.id } });
  t.equal((await call('read', at(created))).internalNote, 'of the service');
  const changed = { version: 1, actions: [{ action: 'setText', text: 'c' }] };
  const answers = [
    created,
    await me('read', at(first)),
    await me('latest'),
    await me('update', at(created), changed),
    ...(await me('query', { query: 'sort=text asc' })).results,
    (await me('read', { ...at(created), query: 'expand=note' })).note?.obj,
    (await me('query', { query: `expand=note&where=text="c"` })).results[0],
    await me('remove', { ...at(created), query: 'version=2' }),
  ];
  t.equal(answers.length, 9);
  for (const answer of answers) {
    t.ok(answer?.text, 'the others are shown');
    t.notOk(JSON.stringify(answer).includes('internal'));
  }
  t.equal((await call('query', { query: 'where=internalNote="secret"' })).results[0]?.internalNote, 'secret');
});

test('a resource without endpoints at /me is expanded there without them, also for a token of merchants', async t => {
  const { call, me, first } = await startNotes();
  const words = 'manage_orders manage_my_orders';
  await call('update', at(first), { version: 1, actions: [{ action: 'setInternalNote', internalNote: 'x' }] });
  const holder = await me('create', {}, { text: 'b', note: { typeId: 'note', id: first.id } });
  const expanded = { ...at(holder), query: 'expand=note' };
  t.notOk(JSON.stringify(await me('read', expanded, {}, words)).includes('internal'));
  t.equal((await call('read', expanded, {}, words)).note?.obj?.internalNote, 'x');
});

test('queries at /me refuse their names as unknown, and name none of them', async t => {
  const { me } = await startNotes();
  for (const [parameter, name] of [
    ['where', 'internalNote="secret"'],
    ['where', 'internalOrigin(id="x")'],
    ['where', 'internalNoteUpper="SECRET"'],
    ['where', 'internalNot="secret"'],
    ['sort', 'internalNote asc'],
  ] as const) {
    const error = (await me('query', { query: `${parameter}=${name}` }).catch((thrown: unknown) => thrown)) as Error;
    t.match(error.message, 'does not exist');
    t.notOk(error.message.includes('Did you mean'), name);
  }
});

test('an action at /me that changes one is a defect, and changes nothing', async t => {
  const { call, me, first } = await startNotes();
  await t.rejects(me('update', at(first), { version: 1, actions: [{ action: 'rate' }] }), {
    message: "an action at /me changed 'internalNote' of a note",
  });
  t.equal((await call('read', at(first))).version, 1);
});

test('GraphQL answers null for them at me and behind references of its tokens', async t => {
  const { me, graphql, first } = await startNotes();
  await me('create', {}, { text: 'b', note: { typeId: 'note', id: first.id } });
  const fields = 'text internalNote internalOriginRef { id }';
  t.same(
    await graphql(`{ me {
      note(id: "${first.id}") { ${fields} }
      notes(sort: "text desc", limit: 1) { results { ${fields} note { ${fields} } } }
    } }`),
    {
      data: {
        me: {
          note: { text: 'a', internalNote: null, internalOriginRef: null },
          notes: {
            results: [
              {
                text: 'b',
                internalNote: null,
                internalOriginRef: null,
                note: { text: 'a', internalNote: null, internalOriginRef: null },
              },
            ],
          },
        },
      },
    },
  );
});

test('the customer at /me lacks them, however a call finds it', async t => {
  const { call, me, graphql } = await startNotes();
  const email = 'a@example.com';
  const draft = { email, password: 'first-secret-1', externalId: 'secret' };
  const { customer } = await call('signUp', { typeId: 'customer' }, draft);
  t.match(customer, { externalId: 'secret' });
  const client = { customerId: customer!.id };
  const self = { typeId: 'customer', client };
  const [passwordToken, emailToken] = [
    await call('createPasswordToken', {}, { email }),
    await call('createEmailToken', {}, { id: customer!.id, ttlMinutes: 9 }),
  ];
  const rename = { version: 1, actions: [{ action: 'setFirstName', firstName: 'a' }] };
  const change = { version: 4, currentPassword: 'other-secret-1', newPassword: 'first-secret-1' };
  for (const answer of [
    await me('read', self),
    await me('updateCustomer', self, rename),
    await me('signIn', { client: { anonymousId: 'v' } }, { email, password: 'first-secret-1' }),
    await me('confirmEmail', self, { tokenValue: emailToken.value }),
    await me('resetPassword', self, { tokenValue: passwordToken.value, newPassword: 'other-secret-1' }),
    await me('changePassword', self, change),
  ]) {
    t.match(JSON.stringify(answer), email);
    t.notMatch(JSON.stringify(answer), 'externalId');
  }
  t.same(await graphql('{ me { customer { email externalId } } }', { client }, 'manage_my_profile'), {
    data: { me: { customer: { email, externalId: null } } },
  });
  t.match(await call('read', { typeId: 'customer', field: 'id', value: customer!.id }), { externalId: 'secret' });
});

test('the API description of /me has schemas without them', t => {
  const components = new Components(() => undefined);
  pagedQuerySchema(components, note, true);
  pagedQuerySchema(components, note);
  const all = components.all() as Readonly<Record<string, { readonly properties: object }>>;
  const membersOf = (name: string) =>
    Object.keys(all[name]!.properties).filter(member => member.startsWith('internal'));
  t.same([membersOf('MyNote'), membersOf('Note')], [[], ['internalNote', 'internalOrigin']]);
  t.match(JSON.stringify(all.MyNotePagedQueryResponse), '#/components/schemas/MyNote"');
  t.end();
});

test('refuses to start with a member that cannot be hidden', t => {
  const { own } = noteDefinition() as ResourceDefinition<Note>;
  const takes = Shape({ internalNote: Optional(NonEmptyText) });
  for (const [changes, problem] of [
    [{ visibility: { merchantOnly: ['secret' as never] } }, "'secret' merchantOnly, which is no member of it"],
    [{ visibility: { merchantOnly: ['version'] } }, "'version' merchantOnly, which is no member of it"],
    [
      { resource: Shape({ ...stored, internalNote: NonEmptyText }) },
      "'internalNote' merchantOnly, which is required: declare it Optional",
    ],
    [
      { unique: ['internalNote'] },
      "'internalNote' merchantOnly, which is unique: a refused duplicate would tell its value",
    ],
    [
      { own: { ...own!, draft: creation(takes, () => ({ members: {} })) } },
      "'internalNote' merchantOnly, which is taken by the draft at /me",
    ],
    [
      { own: { ...own!, actions: { setIt: action(takes.properties, () => unchanged) } } },
      "'internalNote' merchantOnly, which is taken by the action setIt at /me",
    ],
  ] as [Partial<ResourceDefinition<Note>>, string][])
    t.throws(() => compileResourceType(noteDefinition(changes)), { message: `note declares ${problem}` });
  t.end();
});
