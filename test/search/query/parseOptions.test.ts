import { test } from '../../support/tap.js';
import type { ExpressionKind } from '../../../src/search/fields/SearchField.js';
import { expressionKinds } from '../../support/search/searchedOrder.js';
import { errorsOfQuery, placesOf, parseExpressionJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

const name = { field: 'lineItems.name', language: 'en' };
const valued = ['fullText', 'exact', 'prefix', 'wildcard'] as const;

test('requires a value except for range and exists (SEARCH020)', async t => {
  for (const kind of valued) t.same(placesOf(errorsOfQuery({ [kind]: name })), [`RequiredField query.${kind}.value`]);
  matchWhole(t, parseExpressionJson({ exists: name }), { kind: 'exists' });
  matchWhole(t, parseExpressionJson({ range: { field: 'version', lte: 1 } }), { kind: 'range' });
});

test('requires a non-empty text for fullText, prefix and wildcard (SEARCH023, SEARCH025, SEARCH027)', async t => {
  for (const kind of ['fullText', 'prefix', 'wildcard']) {
    matchWhole(t, parseExpressionJson({ [kind]: { ...name, value: '*' } }), { kind, value: '*' });
    for (const value of ['', 1, true, ['a'], {}])
      t.same(
        placesOf(errorsOfQuery({ [kind]: { ...name, value } })),
        [`InvalidInput query.${kind}.value`],
        JSON.stringify(value),
      );
  }
  t.same(placesOf(errorsOfQuery({ prefix: { field: 'custom.day', customType: 'DateType', value: 2024 } })), [
    'InvalidInput query.prefix.value',
  ]);
  matchWhole(t, parseExpressionJson({ prefix: { field: 'custom.day', customType: 'DateType', value: '2024-0' } }), {
    value: '2024-0',
  });
});

test('requires a language for localized fields except for exists (SEARCH021)', async t => {
  for (const kind of valued) {
    matchWhole(t, parseExpressionJson({ [kind]: { ...name, value: 'a' } }), { kind, language: 'en' });
    t.same(placesOf(errorsOfQuery({ [kind]: { field: 'lineItems.name', value: 'a' } })), [
      `RequiredField query.${kind}.language`,
    ]);
    t.same(
      placesOf(
        errorsOfQuery({ [kind]: { field: 'custom.label', customType: 'SetType.LocalizedStringType', value: 'a' } }),
      ),
      [`RequiredField query.${kind}.language`],
    );
    t.notOk(
      'language' in
        parseExpressionJson({ [kind]: { field: 'custom.label', customType: 'SetType.LocalizedEnumType', value: 'a' } }),
    );
    matchWhole(
      t,
      parseExpressionJson({
        [kind]: { field: 'custom.label', customType: 'LocalizedEnumType', value: 'a', language: 'de-AT' },
      }),
      { language: 'de-AT' },
    );
  }
  t.notOk('language' in parseExpressionJson({ exists: { field: 'lineItems.name' } }));
  matchWhole(t, parseExpressionJson({ exists: name }), { language: 'en' });
});

test('accepts IETF language tags, on localized fields only (SEARCH021)', async t => {
  for (const language of ['', 'e', 'english', 'de_DE', 'en-', ' en', 1, {}, `en${'-a'.repeat(40)}`])
    t.same(
      placesOf(errorsOfQuery({ exists: { field: 'lineItems.name', language } })),
      ['InvalidInput query.exists.language'],
      JSON.stringify(language),
    );
  for (const field of ['orderNumber', 'country', 'all', 'billingAddress.phone'])
    t.same(
      placesOf(errorsOfQuery({ exact: { field, value: 'a', language: 'en' } })),
      ['InvalidInput query.exact.language'],
      field,
    );
});

test('accepts a boost of at least 0; default 1 (SEARCH022)', async t => {
  for (const kind of expressionKinds) {
    const asked =
      kind === 'range'
        ? { field: 'version', gte: 1 }
        : kind === 'exists'
          ? { field: 'version' }
          : { ...name, value: 'a' };
    matchWhole(t, parseExpressionJson({ [kind]: asked }), { boost: 1 });
    for (const boost of [0, 0.5, 1e9]) matchWhole(t, parseExpressionJson({ [kind]: { ...asked, boost } }), { boost });
    for (const boost of [-0.1, '1', true, [1]])
      t.same(placesOf(errorsOfQuery({ [kind]: { ...asked, boost } })), [`InvalidInput query.${kind}.boost`]);
  }
});

test('accepts mustMatch all or any; default all (SEARCH023)', async t => {
  const asked = { ...name, value: 'a b' };
  matchWhole(t, parseExpressionJson({ fullText: asked }), { mustMatch: 'all' });
  for (const mustMatch of ['all', 'any'])
    matchWhole(t, parseExpressionJson({ fullText: { ...asked, mustMatch } }), { mustMatch });
  for (const mustMatch of ['', 'some', 'ALL', 'constructor', 1, ['any']]) {
    const entries = errorsOfQuery({ fullText: { ...asked, mustMatch } });
    t.same(placesOf(entries), ['InvalidInput query.fullText.mustMatch']);
    t.match(entries[0]!.message, 'expected all or any');
  }
});

test('accepts caseInsensitive true or false; default false (SEARCH024, SEARCH025, SEARCH027)', async t => {
  for (const kind of ['exact', 'prefix', 'wildcard']) {
    const asked = { field: 'orderNumber', value: 'a' };
    matchWhole(t, parseExpressionJson({ [kind]: asked }), { caseInsensitive: false });
    for (const caseInsensitive of [true, false])
      matchWhole(t, parseExpressionJson({ [kind]: { ...asked, caseInsensitive } }), { caseInsensitive });
    for (const caseInsensitive of ['true', 1, {}])
      t.same(placesOf(errorsOfQuery({ [kind]: { ...asked, caseInsensitive } })), [
        `InvalidInput query.${kind}.caseInsensitive`,
      ]);
  }
});

test('requires gte, lte or both for a range (SEARCH026)', async t => {
  t.same(placesOf(errorsOfQuery({ range: { field: 'version' } })), ['RequiredField query.range.gte']);
  for (const bound of ['gt', 'lt', 'from', 'value']) {
    const entries = errorsOfQuery({ range: { field: 'version', gte: 1, [bound]: 1 } });
    t.same(placesOf(entries), ['SyntaxError query.range'], bound);
    t.match(entries[0]!.message, `field, customType, boost, gte, lte; got '${bound}'`);
  }
});

/** Options that belong to other expressions. */
const foreign: Readonly<Partial<Record<ExpressionKind, readonly string[]>>> = {
  fullText: ['caseInsensitive', 'gte', 'lte'],
  exact: ['mustMatch', 'gte'],
  prefix: ['mustMatch', 'lte'],
  wildcard: ['mustMatch', 'gte'],
  range: ['value', 'language', 'mustMatch', 'caseInsensitive'],
  exists: ['value', 'mustMatch', 'caseInsensitive', 'gte'],
};

test('refuses options that an expression does not have (SEARCH060)', async t => {
  for (const kind of expressionKinds) {
    for (const option of [...(foreign[kind] ?? []), 'constructor', 'toString', 'Field']) {
      const entries = errorsOfQuery({ [kind]: { field: 'nothing', [option]: 'a' } });
      t.same(placesOf(entries).slice(0, 1), [`SyntaxError query.${kind}`], option);
      t.match(entries[0]!.message, `got '${option}'`);
    }
    for (const body of [[], 'id', 1, true, null])
      t.same(placesOf(errorsOfQuery({ [kind]: body })), [`SyntaxError query.${kind}`]);
  }
});
