import { test } from 'tap';
import { expressionKinds } from '../../../src/search/fields/searchFields.js';
import { faultsOfQuery, placesOf, readExpression } from './read.js';

const name = { field: 'lineItems.name', language: 'en' };
const valued = ['fullText', 'exact', 'prefix', 'wildcard'] as const;

test('a value is required but for range and exists (SEARCH020)', async t => {
  for (const kind of valued) t.same(placesOf(faultsOfQuery({ [kind]: name })), [`RequiredField query.${kind}.value`]);
  t.match(readExpression({ exists: name }), { kind: 'exists' });
  t.match(readExpression({ range: { field: 'version', lte: 1 } }), { kind: 'range' });
});

test('fullText, prefix and wildcard take text that is not empty (SEARCH023, SEARCH025, SEARCH027)', async t => {
  for (const kind of ['fullText', 'prefix', 'wildcard']) {
    t.match(readExpression({ [kind]: { ...name, value: '*' } }), { kind, value: '*' });
    for (const value of ['', 1, true, ['a'], {}])
      t.same(
        placesOf(faultsOfQuery({ [kind]: { ...name, value } })),
        [`InvalidInput query.${kind}.value`],
        JSON.stringify(value),
      );
  }
  t.same(placesOf(faultsOfQuery({ prefix: { field: 'custom.day', customType: 'DateType', value: 2024 } })), [
    'InvalidInput query.prefix.value',
  ]);
  t.match(readExpression({ prefix: { field: 'custom.day', customType: 'DateType', value: '2024-0' } }), {
    value: '2024-0',
  });
});

test('a localized field needs a language, but for exists (SEARCH021)', async t => {
  for (const kind of valued) {
    t.match(readExpression({ [kind]: { ...name, value: 'a' } }), { kind, language: 'en' });
    t.same(placesOf(faultsOfQuery({ [kind]: { field: 'lineItems.name', value: 'a' } })), [
      `RequiredField query.${kind}.language`,
    ]);
    t.same(
      placesOf(
        faultsOfQuery({ [kind]: { field: 'custom.label', customType: 'SetType.LocalizedStringType', value: 'a' } }),
      ),
      [`RequiredField query.${kind}.language`],
    );
    t.notOk(
      'language' in
        readExpression({ [kind]: { field: 'custom.label', customType: 'SetType.LocalizedEnumType', value: 'a' } }),
    );
    t.match(
      readExpression({
        [kind]: { field: 'custom.label', customType: 'LocalizedEnumType', value: 'a', language: 'de-AT' },
      }),
      { language: 'de-AT' },
    );
  }
  t.notOk('language' in readExpression({ exists: { field: 'lineItems.name' } }));
  t.match(readExpression({ exists: name }), { language: 'en' });
});

test('a language is an IETF tag, and only localized fields have one (SEARCH021)', async t => {
  for (const language of ['', 'e', 'english', 'de_DE', 'en-', ' en', 1, {}, `en${'-a'.repeat(40)}`])
    t.same(
      placesOf(faultsOfQuery({ exists: { field: 'lineItems.name', language } })),
      ['InvalidInput query.exists.language'],
      JSON.stringify(language),
    );
  for (const field of ['orderNumber', 'country', 'all', 'billingAddress.phone'])
    t.same(
      placesOf(faultsOfQuery({ exact: { field, value: 'a', language: 'en' } })),
      ['InvalidInput query.exact.language'],
      field,
    );
});

test('boost is a number of at least 0, and 1 where it is absent (SEARCH022)', async t => {
  for (const kind of expressionKinds) {
    const asked =
      kind === 'range'
        ? { field: 'version', gte: 1 }
        : kind === 'exists'
          ? { field: 'version' }
          : { ...name, value: 'a' };
    t.match(readExpression({ [kind]: asked }), { boost: 1 });
    for (const boost of [0, 0.5, 1e9]) t.match(readExpression({ [kind]: { ...asked, boost } }), { boost });
    for (const boost of [-0.1, '1', true, [1]])
      t.same(placesOf(faultsOfQuery({ [kind]: { ...asked, boost } })), [`InvalidInput query.${kind}.boost`]);
  }
});

test('mustMatch is all or any, and all where it is absent (SEARCH023)', async t => {
  const asked = { ...name, value: 'a b' };
  t.match(readExpression({ fullText: asked }), { mustMatch: 'all' });
  for (const mustMatch of ['all', 'any']) t.match(readExpression({ fullText: { ...asked, mustMatch } }), { mustMatch });
  for (const mustMatch of ['', 'some', 'ALL', 'constructor', 1, ['any']]) {
    const entries = faultsOfQuery({ fullText: { ...asked, mustMatch } });
    t.same(placesOf(entries), ['InvalidInput query.fullText.mustMatch']);
    t.match(entries[0]!.message, 'expected all or any');
  }
});

test('caseInsensitive is true or false, and false where it is absent (SEARCH024, SEARCH025, SEARCH027)', async t => {
  for (const kind of ['exact', 'prefix', 'wildcard']) {
    const asked = { field: 'orderNumber', value: 'a' };
    t.match(readExpression({ [kind]: asked }), { caseInsensitive: false });
    for (const caseInsensitive of [true, false])
      t.match(readExpression({ [kind]: { ...asked, caseInsensitive } }), { caseInsensitive });
    for (const caseInsensitive of ['true', 1, {}])
      t.same(placesOf(faultsOfQuery({ [kind]: { ...asked, caseInsensitive } })), [
        `InvalidInput query.${kind}.caseInsensitive`,
      ]);
  }
});

test('a range has gte, lte or both, and nothing else (SEARCH026)', async t => {
  t.same(placesOf(faultsOfQuery({ range: { field: 'version' } })), ['RequiredField query.range.gte']);
  for (const bound of ['gt', 'lt', 'from', 'value']) {
    const entries = faultsOfQuery({ range: { field: 'version', gte: 1, [bound]: 1 } });
    t.same(placesOf(entries), ['SyntaxError query.range'], bound);
    t.match(entries[0]!.message, `field, customType, boost, gte, lte; got '${bound}'`);
  }
});

/** Options that other kinds have. */
const foreign: Readonly<Record<(typeof expressionKinds)[number], readonly string[]>> = {
  fullText: ['caseInsensitive', 'gte', 'lte'],
  exact: ['mustMatch', 'gte'],
  prefix: ['mustMatch', 'lte'],
  wildcard: ['mustMatch', 'gte'],
  range: ['value', 'language', 'mustMatch', 'caseInsensitive'],
  exists: ['value', 'mustMatch', 'caseInsensitive', 'gte'],
};

test('options that an expression does not have are refused (SEARCH060)', async t => {
  for (const kind of expressionKinds) {
    for (const option of [...foreign[kind], 'constructor', 'toString', 'Field']) {
      const entries = faultsOfQuery({ [kind]: { field: 'nothing', [option]: 'a' } });
      t.same(placesOf(entries).slice(0, 1), [`SyntaxError query.${kind}`], option);
      t.match(entries[0]!.message, `got '${option}'`);
    }
    for (const body of [[], 'id', 1, true, null])
      t.same(placesOf(faultsOfQuery({ [kind]: body })), [`SyntaxError query.${kind}`]);
  }
});
