/** Language tags have no case: they are stored in one spelling, and found in any (GEN040; RFC 5646, 2.1.1). */
import type { TSchema } from '@sinclair/typebox';
import { resourceTypes } from '../../../src/commerce/resources/index.js';
import { canonicalLanguageTag } from '../../../src/engine/schema/languageTags.js';
import { inputsOf, minimalInput } from '../../isolation/minimalInput.js';
import { createSample, hasSample } from '../../support/createSample.js';
import { newKey, productDraft } from '../../support/drafts.js';
import { assertRefusal } from '../../support/refusal.js';
import { changeProject, type Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { startLocalizedShop } from '../localizedShop.js';

const spellings: Readonly<Record<string, string>> = {
  en: 'en',
  EN: 'en',
  'de-at': 'de-AT',
  'DE-AT': 'de-AT',
  'zh-hant-tw': 'zh-Hant-TW',
  'ZH-HANT': 'zh-Hant',
  'ES-419': 'es-419',
  'sl-ROZAJ': 'sl-rozaj',
  'DE-1996': 'de-1996',
  'EN-ca-X-CA-Abcd': 'en-CA-x-ca-abcd',
  'en-US-U-CO-PHONEBK': 'en-US-u-co-phonebk',
};

test('a tag has the spelling that the runtime calls canonical', t => {
  for (const [given, stored] of Object.entries(spellings)) {
    t.equal(canonicalLanguageTag(given), stored);
    t.same(Intl.getCanonicalLocales(given), [stored], given);
  }
  t.equal(canonicalLanguageTag('IW'), 'iw', 'an older name of a language stays');
  t.equal(canonicalLanguageTag('GSW'), 'gsw');
  t.end();
});

/** Lists the paths of language tags in a schema, and of values by language; `*` is an element of a list. */
const tagPaths = (
  schema: TSchema,
  steps: readonly string[] = [],
): { readonly steps: readonly string[]; readonly isText: boolean }[] => {
  if (schema.languageTag === true) return [{ steps, isText: false }];
  const { languageTag } = (schema.propertyNames ?? {}) as TSchema;
  if (languageTag === true)
    return (schema.additionalProperties as TSchema).type === 'string' ? [{ steps, isText: true }] : [];
  if (schema.type === 'array') return tagPaths(schema.items as TSchema, [...steps, '*']);
  return Object.entries((schema.properties ?? {}) as Record<string, TSchema>).flatMap(([name, member]) =>
    tagPaths(member, [...steps, name]),
  );
};

const valueAt = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((reached, step) => (reached as Record<string, unknown>)[step === '*' ? '0' : step], value);

test('every draft and every action stores canonical tags, and refuses two of one language', t => {
  const counted = { tags: 0, texts: 0 };
  for (const { typeId, schema, validate } of resourceTypes.flatMap(inputsOf))
    for (const { steps, isText } of tagPaths(schema)) {
      const place = `${typeId} ${steps.join('.')}`;
      const inputOf = (value: unknown) =>
        minimalInput(schema, steps, value, { byName: { '**': 'en' }, byTypeId: {} }) as object;
      const field = steps.join('.').replaceAll('.*', '[0]');
      const given = inputOf(isText ? { 'DE-at': 'one', en: 'two' } : 'DE-at');
      const refusedHere = validate(given).filter(error => String(error.field).startsWith(field));
      t.same(refusedHere, [], place);
      t.same(valueAt(given, steps), isText ? { 'de-AT': 'one', en: 'two' } : 'de-AT', place);
      counted[isText ? 'texts' : 'tags']++;
      if (!isText) continue;
      t.same(Object.keys(valueAt(given, steps) as object), ['de-AT', 'en'], `${place}: the order stays`);
      t.match(
        validate(inputOf({ en: 'one', EN: 'two' })).filter(error => error.field === field),
        [{ code: 'InvalidField', invalidValue: 'EN' }],
        place,
      );
    }
  t.ok(counted.tags > 10 && counted.texts > 80, JSON.stringify(counted));
  t.end();
});

const { base, http, quayside, projectKey, createIn, resourcesAt, ask, get, ...shop } = await startLocalizedShop();
const { changeLanguages, custom, type, productType, chairs, product } = shop;

test('spellings of one language count as one language of a project', async t => {
  const made = await quayside.project({ languages: ['EN', 'en', 'zh-hant'] });
  const other = quayside.http.as(await quayside.token(made));
  t.match((await other.send('GET', `/${made.projectKey}`)).json, { languages: ['en', 'zh-Hant'] });
  const changed = async (...languages: readonly string[]) =>
    (await changeProject(quayside, made, { action: 'changeLanguages', languages })).languages;
  t.same(await changed('EN', 'de', 'en'), ['en', 'de']);
  t.same(await changed('de', 'EN', 'de-at', 'DE-AT', 'fr'), ['de', 'en', 'de-AT', 'fr']);
});

/** Gives texts in English another spelling. */
const respelled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(respelled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] =>
      name === 'en' ? [['EN', member]] : [[name, respelled(member)]],
    ),
  );
};

test('the samples of all types are stored with canonical tags', async t => {
  let respelledTypes = 0;
  for (const { typeId } of resourceTypes) {
    if (!hasSample(typeId)) continue;
    let draft = '';
    const made = await createSample({ quayside, http, projectKey }, typeId, given => {
      const changed = respelled(given) as object;
      draft = JSON.stringify(changed);
      return changed;
    });
    if (!draft.includes('"EN":')) continue;
    respelledTypes++;
    const stored = JSON.stringify(made);
    t.notMatch(stored, '"EN":', typeId);
    t.match(stored, '"en":', typeId);
  }
  t.ok(respelledTypes > 8, `${respelledTypes} types`);
});

test('custom fields, attributes and labels of their definitions have canonical tags', t => {
  t.match(chairs, { custom: { fields: { note: { en: 'b', 'de-AT': 'z' } } } });
  t.match(type, {
    fieldDefinitions: [{}, { type: { values: [{ key: 'a', label: { en: 'Good', 'de-AT': 'Gut' } }] } }],
  });
  t.match(product, {
    masterData: {
      current: {
        searchKeywords: { en: [{ text: 'seat' }] },
        masterVariant: {
          attributes: [
            { name: 'label', value: { en: 'red', 'de-AT': 'rot' } },
            { name: 'grade', value: { key: 'a', label: { en: 'Good', 'de-AT': 'Gut' } } },
          ],
        },
      },
    },
  });
  t.end();
});

test('a slug is unique in a language, whatever its spelling', async t => {
  const duplicate = (field: string, duplicateValue: string) => [
    { code: 'DuplicateField', message: /./, field, duplicateValue },
  ];
  assertRefusal(
    t,
    await http.send('POST', `${base}/categories`, { body: { name: { en: 'x' }, slug: { EN: 'chairs' } } }),
    400,
    duplicate('slug.en', 'chairs'),
  );
  const body = { ...productDraft(productType), slug: { en: newKey('other'), 'DE-AT': 'sessel' } };
  assertRefusal(t, await http.send('POST', `${base}/products`, { body }), 400, duplicate('slug.de-AT', 'sessel'));
});

test('two tags of one language are refused with the second one', async t => {
  const twice = { en: 'one', EN: 'two' };
  const entry = (field: string) => [
    {
      code: 'InvalidField',
      message: /Expected each language once; 'en' is the same language\.$/,
      field,
      invalidValue: 'EN',
    },
  ];
  assertRefusal(
    t,
    await http.send('POST', `${base}/categories`, { body: { name: twice, slug: { en: newKey('slug') } } }),
    400,
    entry('name'),
  );
  assertRefusal(
    t,
    await http.send('POST', `${base}/categories/${chairs.id}`, {
      body: { version: chairs.version, actions: [{ action: 'changeName', name: twice }] },
    }),
    400,
    entry('actions[0].name'),
  );
  const value = { note: twice };
  t.match(
    (
      await http.send('POST', `${base}/categories`, {
        body: { name: { en: 'x' }, slug: { en: newKey('slug') }, custom: custom(value) },
      })
    ).json,
    { errors: [{ code: 'InvalidField', field: 'fields.note', invalidValue: twice }] },
  );
  const { errors = [] } = await ask(
    `mutation {
      createCategory(
        draft: { name: [{ locale: "EN", value: "a" }, { locale: "en", value: "b" }],
        slug: [{ locale: "en", value: "ab" }] }
      ) {
        id
      }
    }`,
  );
  t.match(errors, [{ message: /^The language 'en' is given twice\.$/, extensions: { code: 'InvalidInput' } }]);
});

test('locales of carts, customers and reviews, and languages of stores are canonical tags', async t => {
  const cart = await createIn<Resource>('carts', { currency: 'EUR', locale: 'DE-at' });
  t.equal(cart.locale, 'de-AT');
  t.equal((await resourcesAt('carts').update(cart, { action: 'setLocale', locale: 'EN' })).locale, 'en');
  for (const [where, total] of [
    ['locale="EN"', 1],
    ['locale != "EN"', 0],
    ['locale in ("EN", "FR")', 1],
    ['locale not in ("FR", "EN")', 0],
  ] as const)
    t.equal((await get('carts', { where: `id="${cart.id}" and ${where}` })).total, total, where);
  const customer = await createIn<{ customer: Resource }>('customers', {
    email: `${newKey()}@example.com`,
    password: 'secret-123',
    locale: 'FR',
  });
  t.equal(customer.customer.locale, 'fr');
  t.equal((await createIn<Resource>('reviews', { locale: 'De-aT', rating: 3 })).locale, 'de-AT');
  const stores = resourcesAt('stores');
  const store = await stores.create({ key: newKey('store'), languages: ['EN', 'en', 'de-at'] });
  t.same(store.languages, ['en', 'de-AT']);
  t.same((await stores.update(store, { action: 'setLanguages', languages: ['FR'] })).languages, ['fr']);
  for (const where of ['languages contains any ("FR")', 'languages contains all ("FR", "fr")', 'languages in ("FR")'])
    t.equal((await get('stores', { where })).total, 1, where);
  await t.rejects(changeLanguages('EN', 'de-AT'), /LanguageUsedInStores/);
  await t.resolves(changeLanguages('EN', 'de-AT', 'FR'));
  t.match((await http.send('POST', `${base}/carts`, { body: { currency: 'EUR', locale: 'IT' } })).json, {
    errors: [{ code: 'ProjectNotConfiguredForLanguages', languages: ['it'] }],
  });
});

test('a tailoring is stored with canonical tags', async t => {
  const { key } = await createIn<Resource>('stores', { key: newKey('store') });
  const tailoring = await createIn('product-tailoring', {
    product: { typeId: 'product', id: product.id },
    store: { typeId: 'store', key },
    name: { EN: 'Throne' },
    slug: { EN: 'throne' },
    publish: true,
  });
  t.match(tailoring, { current: { name: { en: 'Throne' }, slug: { en: 'throne' } } });
  const { results } = await get('product-projections', { storeProjection: String(key), localeProjection: 'EN' });
  t.match(results, [{ name: { en: 'Throne' } }]);
});
