/**
 * Members of drafts and update actions that the public SDK declares and this server does not: all are sent, and refused
 * by name. assets/missing/members.txt lists them, generated from the SDK; test/docs/generatedPages.test.ts compares it.
 */
import { readFileSync } from 'node:fs';
import type { TSchema } from '@sinclair/typebox';
import { definitions } from '../../../src/commerce/resources/index.js';
import { withMissingMembers } from '../../../src/engine/define/compileResourceType.js';
import { changeProject, type Resource, startProject } from '../../support/resourceApi.js';
import { createSample } from '../../support/createSample.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertError, errorOf } from '../../support/refusal.js';
import { test } from '../../support/tap.js';
import { customerToken, addCustomer } from '../../support/oauth.js';

const file = new URL('../../../../assets/missing/members.txt', import.meta.url);
const places = readFileSync(file, 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split(' ') as [place: string, ...paths: string[]]);

const project = await startProject();
const { quayside, credentials, http, base, resourcesAt } = project;
const customer = await addCustomer(quayside, credentials.projectKey);
const mine = quayside.http.as(await customerToken(quayside, credentials, customer));

/** Splits `me/cart#addLineItem` into its parts. */
const partsOf = (place: string) => {
  const [, own, typeId = '', creation, action] = /^(me\/)?([a-z-]+)(?:\/(\w+))?(?:#(\w+))?$/.exec(place)!;
  const definition = definitions.find(each => each.typeId === typeId)!;
  const declared = own === undefined ? definition : definition.own!;
  const schema = (
    action !== undefined
      ? declared.actions![action]!
      : creation === undefined
        ? declared.draft!
        : declared.creations![creation]!
  ).schema;
  return { own: own !== undefined, definition, creation, action, schema };
};

/** Returns a body with one value at the path, in lists and objects as the schema has them, and the path on the wire. */
const at = (schema: TSchema, [name = '', ...rest]: readonly string[]): readonly [value: unknown, path: string] => {
  if (schema.items !== undefined) {
    const [value, path] = at(schema.items as TSchema, [name, ...rest]);
    return [[value], `[0].${path}`];
  }
  if (rest.length === 0) return [{ [name]: 'given' }, name];
  const [value, path] = at((schema.properties as Record<string, TSchema>)[name]!, rest);
  return [{ [name]: value }, `${name}${path.startsWith('[') ? '' : '.'}${path}`];
};

const samples = new Map<string, Promise<Resource>>();
const sampleOf = (typeId: string): Promise<Resource> => {
  const sample = samples.get(typeId) ?? createSample({ quayside, http, projectKey: credentials.projectKey }, typeId);
  samples.set(typeId, sample);
  return sample;
};

const ownResource = async (typeId: string, path: string): Promise<Resource> => {
  const made =
    samples.get(`me/${typeId}`) ??
    mine.send('POST', `${base}/me/${path}`, { body: { currency: 'EUR' } }).then(({ json }) => json as Resource);
  samples.set(`me/${typeId}`, made);
  return made;
};

for (const [place, ...paths] of places)
  test(`refuses by name what the SDK declares for ${place} and is not offered: ${paths.join(', ')}`, async t => {
    const { own, definition, creation, action, schema } = partsOf(place);
    const client = own ? mine : http;
    const collection = `${base}/${own ? 'me/' : ''}${definition.path}`;
    const target =
      action === undefined
        ? collection + (creation === undefined ? '' : `/${creation}`)
        : `${collection}/${(own ? await ownResource(definition.typeId, definition.path) : await sampleOf(definition.typeId)).id}`;
    for (const path of paths) {
      const [value, field] = at(schema, path.split('.'));
      const body = action === undefined ? value : { version: 1, actions: [{ action, ...(value as object) }] };
      const answer = await client.send('POST', target, { body: body as object });
      t.equal(answer.status, 400, `${field}: ${answer.text.slice(0, 200)}`);
      const found = errorOf(answer).errors.find(
        each => each.field === (action === undefined ? field : `actions[0].${field}`),
      );
      matchWhole(t, found, { code: 'InvalidField', invalidValue: 'given', message: /The hosted API has this member/ });
    }
  });

test('takes null and an empty list for members that are not offered, and drops undeclared names (GEN068)', async t => {
  const made = await resourcesAt('carts').create({ currency: 'EUR', shipping: [], customShipping: null, shiping: 'x' });
  t.match(made, { shipping: [] });
  t.notOk('shiping' in made);
});

test('keeps one schema for a draft without such members', async t => {
  const { schema } = definitions.find(({ typeId }) => typeId === 'zone')!.draft!;
  t.equal(withMissingMembers('zone', schema), schema);
});

test('new carts have the rounding modes of the project (cart.923f9, project.ece23, project.08d64)', async t => {
  const { createIn } = project;
  const cartsConfiguration = {
    deleteDaysAfterLastModification: 7,
    priceRoundingMode: 'HalfUp',
    taxRoundingMode: 'HalfDown',
  };
  const changed = await changeProject(quayside, credentials, {
    action: 'changeCartsConfiguration',
    cartsConfiguration,
  });
  matchWhole(t, changed.carts, cartsConfiguration);
  const other = await quayside.http.as(await quayside.token(credentials)).send('GET', base);
  matchWhole(t, other.json, { carts: cartsConfiguration });
  const modes = async (draft: object) => {
    const { priceRoundingMode, taxRoundingMode } = await createIn('carts', { currency: 'EUR', ...draft });
    return [priceRoundingMode, taxRoundingMode];
  };
  t.same(await modes({}), ['HalfUp', 'HalfDown']);
  t.same(await modes({ priceRoundingMode: 'HalfEven', taxRoundingMode: 'HalfUp' }), ['HalfEven', 'HalfUp']);
});

test('the reservation of carts is refused by its name', async t => {
  const cart = await sampleOf('cart');
  const action = 'setReservationExpirationInMinutes';
  assertError(
    t,
    await resourcesAt('carts').refuse(cart, { action, reservationExpirationInMinutes: 5 }),
    'InvalidField',
    {
      field: 'actions[0].action',
      invalidValue: action,
      allowedValues: Object,
      message: /does not offer it yet/,
    },
  );
});
