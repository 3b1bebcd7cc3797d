/** Every resource type keeps the promises of the engine, and every route those of the authorization: found by walking the lists. */
import { test } from 'tap';
import { routes } from '../src/http/routing/routes.js';
import { definitions } from '../src/resources/index.js';
import { basic, post, tokenIn } from './support/oauth.js';
import { startQuayside } from './support/quayside.js';
import { type Sample, samples } from './support/samples.js';
import { matchWhole } from './support/matchWhole.js';

const quayside = await startQuayside();
const project = await quayside.project();
const other = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const otherHttp = quayside.http.as(await quayside.token(other));

type Resource = Record<string, unknown> & { readonly id: string; readonly version: number };

/** Ids of fresh samples, by typeId. */
const idsOf = async (typeIds: readonly string[]): Promise<Record<string, string>> => {
  const entries = typeIds.map(async typeId => {
    const made = await http.send(
      'POST',
      `/${project.projectKey}/${definitions.find(each => each.typeId === typeId)!.path}`,
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
const idsFor = ({ prepare, needs = [] }: Sample): Promise<Readonly<Record<string, string>>> =>
  prepare?.({ quayside, projectKey: project.projectKey, create }) ?? idsOf(needs);

for (const { typeId, path, addressedBy, verbs, isUnpublished } of definitions) {
  const sample = samples[typeId];
  if ((sample === 'ownVerbs' && verbs !== undefined) || (sample === 'unpublished' && isUnpublished === true)) continue;
  const base = `/${project.projectKey}/${path}`;

  test(`${typeId}: GEN029 GEN044 GEN064 GEN066 GEN074 GEN075 GEN082 created, read, queried, updated and deleted`, async t => {
    if (sample === undefined || sample === 'ownVerbs' || sample === 'unpublished')
      throw new Error(`test/support/samples.ts has no sample for ${typeId}`);
    if (sample === 'readOnly') {
      t.equal((await http.send('POST', base, { body: {} })).status, 405);
      t.equal((await http.send('GET', base)).status, 200);
      return;
    }
    const collection = sample.creation === undefined ? base : `${base}/${sample.creation}`;
    const created = await http.send('POST', collection, { body: sample.draft(await idsFor(sample)) });
    t.equal(created.status, 201, created.text);
    const text = sample.within === undefined ? created.text : JSON.stringify((created.json as Resource)[sample.within]);
    const resource = JSON.parse(text) as Resource;
    t.equal(resource.version, 1);
    const byId = `${base}/${resource.id}`;
    t.equal((await http.send('GET', byId)).text, text);
    if (addressedBy !== undefined)
      t.equal(
        (await http.send('GET', `${base}/${addressedBy.segment}=${String(resource[addressedBy.field])}`)).text,
        text,
      );
    matchWhole(t, (await http.send('GET', `${base}?where=${encodeURIComponent(`id="${resource.id}"`)}`)).json, {
      count: 1,
      total: 1,
      results: [resource],
    });
    matchWhole(t, (await http.send('POST', collection, { body: sample.duplicateOf(resource) })).json, {
      statusCode: 400,
      errors: [{ code: 'DuplicateField', field: addressedBy!.field, duplicateValue: resource[addressedBy!.field] }],
    });

    const body = (version: number) => ({ body: { version, actions: [sample.action] } });
    matchWhole(t, (await http.send('POST', byId, body(3))).json, {
      statusCode: 409,
      errors: [{ code: 'ConcurrentModification', currentVersion: 1 }],
    });
    matchWhole(t, (await http.send('POST', byId, { body: { actions: [sample.action] } })).json, {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: 'version' }],
    });
    matchWhole(t, (await http.send('DELETE', byId)).json, {
      statusCode: 400,
      errors: [{ code: 'RequiredField', field: 'version' }],
    });
    const elsewhere = `/${other.projectKey}/${path}/${resource.id}`;
    for (const [method, at, sent] of [
      ['GET', elsewhere, {}],
      ['POST', elsewhere, body(1)],
      ['DELETE', `${elsewhere}?version=1`, {}],
    ] as const)
      t.equal((await otherHttp.send(method, at, sent)).status, 404, 'in another project there is none of that id');
    const updated = await http.send('POST', byId, body(1));
    matchWhole(t, updated.json, { ...sample.changed, id: resource.id, version: 2 });
    t.equal((await http.send('POST', byId, body(2))).text, updated.text, 'the same again changes nothing');
    matchWhole(t, (await http.send('DELETE', `${byId}?version=1`)).json, {
      statusCode: 409,
      errors: [{ currentVersion: 2 }],
    });
    t.equal((await http.send('DELETE', `${byId}?version=2`)).text, updated.text);
    t.equal((await http.send('GET', byId)).status, 404);
    t.equal((await http.send('DELETE', `${byId}?version=2`)).status, 404);
    t.equal((await http.send('POST', byId, body(2))).status, 404);
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

test("every guarded route: no token 401, another project's 401, too few scopes 403, the right one passes (AUTH003, AUTH006)", async t => {
  t.ok(guarded.length > 20);
  const strange = await quayside.token(other);
  const poor = await quayside.token(project, `view_audit_log:${project.projectKey}`);
  for (const { method, path, body, scopes, own } of guarded) {
    const concrete = path
      .replace('{projectKey}', project.projectKey)
      .replace('{storeKey}', 'shop')
      .replace(/\{\w+\*?\}/g, 'some-id');
    const sent = body === 'json' ? { body: {} } : {};
    const statusAs = async (token?: string) =>
      (await (token === undefined ? quayside.http : quayside.http.as(token)).send(method, concrete, sent)).status;
    const name = `${method} ${path}`;
    t.equal(await statusAs(), 401, name);
    t.equal(await statusAs(strange), 401, name);
    if (scopes === 'any') {
      t.ok([200, 400, 404].includes(await statusAs(poor)), `${name} judges by itself`);
      continue;
    }
    t.equal(await statusAs(poor), 403, name);
    t.ok(scopes!.length > 0, name);
    const suffix = path.includes('{storeKey}') ? ':shop' : '';
    for (const scope of scopes!) {
      const wire = `${scope}:${project.projectKey}${suffix}`;
      // What is one's own is asked for by somebody.
      const right = own === true ? await visitorToken(wire) : await quayside.token(project, wire);
      t.ok([200, 400, 404].includes(await statusAs(right)), `${name} with ${scope}`);
    }
  }
});

test('what is not guarded is known', async t => {
  t.same(
    routes.filter(({ scopes }) => scopes === undefined).map(({ method, path }) => `${method} ${path}`),
    [
      'GET /healthz',
      'GET /readyz',
      'GET /openapi.json',
      'GET /openapi',
      'GET /openapi/{file}',
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
      'GET /{projectKey}/jobs/static/{path*}',
      'GET /{projectKey}/jobs/leave',
      'POST /{projectKey}/jobs',
      'GET /{projectKey}/orders/indexer/graphiql',
      'GET /{projectKey}/orders/indexer/graphiql/{file}',
    ],
  );
});
