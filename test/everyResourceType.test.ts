/**
 * Tests each registered resource type against the engine's guarantees, and each route against the rules of
 * authorization.
 */
import { test } from './support/tap.js';
import { ownChangesOf } from '../src/operations/verbs/ownChanges.js';
import { routes } from '../src/http/routes/routes.js';
import { definitions } from '../src/commerce/resources/index.js';
import { basic, post, tokenIn } from './support/oauth.js';
import { startQuayside } from './support/quayside.js';
import { type Sample, samples } from './support/samples.js';
import { required } from '../src/base/errors/ApiError.js';
import { createSample, hasSample } from './support/createSample.js';
import { createType } from './support/drafts.js';
import { matchWhole } from './support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const other = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const otherHttp = quayside.http.as(await quayside.token(other));

type Resource = Record<string, unknown> & { readonly id: string; readonly version: number };

/** Creates a sample of each type and returns the ids by typeId. */
const createSamples = async (typeIds: readonly string[]): Promise<Record<string, string>> => {
  const entries = typeIds.map(async typeId => {
    const made = await http.send(
      'POST',
      `/${project.projectKey}/${
        required(
          definitions.find(each => each.typeId === typeId),
          typeId,
        ).path
      }`,
      { body: (samples[typeId] as Sample).draft({}) },
    );
    return [typeId, (made.json as Resource).id] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

const create = async (path: string, body: object): Promise<Resource> => {
  const made = await http.send('POST', `/${project.projectKey}/${path}`, { body });
  if (made.status !== 201) throw new Error(`${path}: ${made.text}`);
  return made.json as Resource;
};
const preparedIds = ({ prepare, needs = [] }: Sample): Promise<Readonly<Record<string, string>>> =>
  prepare?.({ quayside, projectKey: project.projectKey, create }) ?? createSamples(needs);

for (const { typeId, path, addressedBy, routes: ownRoutes } of definitions) {
  const sample = samples[typeId];
  if (
    (sample === 'ownVerbs' && Object.keys(ownChangesOf(typeId)).length > 0) ||
    (sample === 'unpublished' && ownRoutes === 'none')
  )
    continue;
  const base = `/${project.projectKey}/${path}`;

  /** Also shows GEN075 and GEN082. */
  test(`creates, reads, queries, updates and deletes ${typeId} (GEN029, GEN044, GEN064, GEN066, GEN074)`, async t => {
    if (sample === undefined || sample === 'ownVerbs' || sample === 'unpublished')
      throw new Error(`test/support/samples.ts has no sample for ${typeId}`);
    if (sample === 'readOnly') {
      t.equal((await http.send('POST', base, { body: {} })).status, 405);
      t.equal((await http.send('GET', base)).status, 200);
      return;
    }
    const collection = sample.creation === undefined ? base : `${base}/${sample.creation}`;
    const created = await http.send('POST', collection, { body: sample.draft(await preparedIds(sample)) });
    t.equal(created.status, 201, created.text);
    const text =
      sample.responseMember === undefined
        ? created.text
        : JSON.stringify((created.json as Resource)[sample.responseMember]);
    const resource = JSON.parse(text) as Resource;
    t.equal(resource.version, 1);
    const byId = `${base}/${resource.id}`;
    t.equal((await http.send('GET', byId)).text, text);
    if (addressedBy !== undefined)
      t.equal(
        (await http.send('GET', `${base}/${addressedBy.segment}=${String(resource[addressedBy.field])}`)).text,
        text,
      );
    t.strictSame((await http.send('GET', `${base}?where=${encodeURIComponent(`id="${resource.id}"`)}`)).json, {
      limit: 20,
      offset: 0,
      count: 1,
      total: 1,
      results: [resource],
    });
    const uniqueField = required(addressedBy, `the unique field of ${typeId}`).field;
    matchWhole(t, (await http.send('POST', collection, { body: sample.duplicateOf(resource) })).json, {
      statusCode: 400,
      errors: [{ code: 'DuplicateField', field: uniqueField, duplicateValue: resource[uniqueField] }],
    });

    const body = (version: number) => ({ body: { version, actions: [sample.updateAction] } });
    const withoutVersion = { statusCode: 400, errors: [{ code: 'RequiredField', field: 'version' }] };
    matchWhole(t, (await http.send('POST', byId, body(3))).json, {
      statusCode: 409,
      errors: [{ code: 'ConcurrentModification', currentVersion: 1 }],
    });
    const unversioned = { body: { actions: [sample.updateAction] } };
    matchWhole(t, (await http.send('POST', byId, unversioned)).json, withoutVersion);
    matchWhole(t, (await http.send('DELETE', byId)).json, withoutVersion);
    const elsewhere = `/${other.projectKey}/${path}/${resource.id}`;
    for (const [method, at, sent] of [
      ['GET', elsewhere, {}],
      ['POST', elsewhere, body(1)],
      ['DELETE', `${elsewhere}?version=1`, {}],
    ] as const)
      t.equal((await otherHttp.send(method, at, sent)).status, 404, 'another project has no resource of that id');
    const updated = await http.send('POST', byId, body(1));
    const after = updated.json as Resource;
    const { lastModifiedAt } = after;
    t.ok(String(lastModifiedAt) > String(resource.lastModifiedAt), 'lastModifiedAt grows');
    t.strictSame(after, { ...resource, ...sample.changedMembers, version: 2, lastModifiedAt }, 'nothing else changes');
    t.equal((await http.send('POST', byId, body(2))).text, updated.text, 'a repeated update changes nothing');
    matchWhole(t, (await http.send('DELETE', `${byId}?version=1`)).json, {
      statusCode: 409,
      errors: [{ code: 'ConcurrentModification', currentVersion: 2 }],
    });
    t.equal((await http.send('DELETE', `${byId}?version=2`)).text, updated.text);
    t.equal((await http.send('GET', byId)).status, 404);
    t.equal((await http.send('DELETE', `${byId}?version=2`)).status, 404);
    t.equal((await http.send('POST', byId, body(2))).status, 404);
  });
}

for (const { typeId, path, resource } of definitions.filter(each => hasSample(each.typeId))) {
  if (resource.properties.custom === undefined) continue;
  const holders = resource.customFieldHolders as { readonly custom?: string } | undefined;

  /** Also shows OACT060. */
  test(`${typeId} takes custom fields of Types for it, in drafts and by actions (OACT058, OACT059)`, async t => {
    const { id } = await createType<Resource>(create, [holders?.custom ?? typeId]);
    const custom = { type: { typeId: 'type', id }, fields: { note: 'a' } };
    const sent = { quayside, http, projectKey: project.projectKey };
    const made = await createSample(sent, typeId, draft => ({ ...draft, custom }));
    t.strictSame(made.custom, custom, 'the draft');
    const customAfter = async (version: number, ...actions: readonly object[]): Promise<unknown> => {
      const body = { version, actions };
      const updated = await http.send('POST', `/${project.projectKey}/${path}/${made.id}`, { body });
      t.equal(updated.status, 200, updated.text);
      return (updated.json as Resource).custom;
    };
    t.same(await customAfter(1, { action: 'setCustomField', name: 'note', value: 'b' }), {
      ...custom,
      fields: { note: 'b' },
    });
    t.equal(await customAfter(2, { action: 'setCustomType' }), undefined);
    t.same(await customAfter(3, { action: 'setCustomType', ...custom }), custom);
  });
}

const visitorToken = async (scope: string): Promise<string> =>
  tokenIn(
    await post(quayside, `${project.projectKey}/anonymous/token`, basic(project), {
      grant_type: 'client_credentials',
      scope,
    }),
  ).access_token;

const guarded = routes.filter(({ scopes }) => scopes !== undefined);

test('checks token and scopes on every guarded route (AUTH003, AUTH006)', async t => {
  t.ok(guarded.length > 20);
  const strange = await quayside.token(other);
  const poor = await quayside.token(project, `view_audit_log:${project.projectKey}`);
  for (const { method, path, body, scopes = [], own } of guarded) {
    const concrete = path
      .replace('{projectKey}', project.projectKey)
      .replace('{storeKey}', 'shop')
      .replace(/\{\w+\*?\}/g, 'some-id');
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'limit=1' };
    const sent = body === 'json' || body === 'graphql' ? { body: {} } : body === 'form' ? form : {};
    const statusAs = async (token?: string) =>
      (await (token === undefined ? quayside.http : quayside.http.as(token)).send(method, concrete, sent)).status;
    const name = `${method} ${path}`;
    t.equal(await statusAs(), 401, name);
    t.equal(await statusAs(strange), 401, name);
    if (scopes === 'any') {
      t.ok([200, 400, 404].includes(await statusAs(poor)), `${name} checks by itself`);
      continue;
    }
    t.equal(await statusAs(poor), 403, name);
    t.ok(scopes.length > 0, name);
    const suffix = path.includes('{storeKey}') ? ':shop' : '';
    for (const scope of scopes) {
      const wire = `${scope}:${project.projectKey}${suffix}`;
      // Routes at /me need the token of a visitor or customer.
      const right = own === true ? await visitorToken(wire) : await quayside.token(project, wire);
      t.ok([200, 400, 404, 409].includes(await statusAs(right)), `${name} with ${scope}`);
    }
  }
});

test('guards every route but the known ones', async t => {
  t.same(
    routes.filter(({ scopes }) => scopes === undefined).map(({ method, path }) => `${method} ${path}`),
    [
      'GET /healthz',
      'GET /readyz',
      'GET /openapi.json',
      'GET /openapi',
      'GET /openapi/{file}',
      'GET /openapi/tags/{tag}',
      'GET /openapi/parts/{name*}',
      'GET /-/{file}',
      'GET /',
      'GET /-/home/{file}',
      'GET /-/docs/{file}',
      'POST /oauth/token',
      'POST /oauth/{projectKey}/customers/token',
      'POST /oauth/{projectKey}/in-store/key={storeKey}/customers/token',
      'POST /oauth/{projectKey}/anonymous/token',
      'POST /oauth/introspect',
      'POST /oauth/token/revoke',
      'GET /{projectKey}/graphiql',
      'GET /{projectKey}/graphiql/{file}',
      'GET /{projectKey}/in-store/key={storeKey}/graphiql',
      'GET /{projectKey}/in-store/key={storeKey}/graphiql/{file}',
      'GET /{projectKey}/orders/indexer/graphiql',
      'GET /{projectKey}/orders/indexer/graphiql/{file}',
    ],
  );
});
