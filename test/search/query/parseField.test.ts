import { test, type Test } from '../../support/tap.js';
import { expressionKinds, searchFields } from '../../support/search/searchedOrder.js';
import { type ExpressionKind, type SearchFieldType } from '../../../src/search/fields/SearchField.js';
import { expressionOf } from './ask.js';
import { errorsOfQuery, placesOf, parseExpressionJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

/** Asserts that each expression on each field of a type is parsed if the table allows it, and otherwise refused. */
const asksAll = (
  t: Test,
  type: SearchFieldType,
  names: readonly string[],
  allowed: readonly ExpressionKind[],
): void => {
  t.not(names.length, 0);
  for (const field of names) {
    for (const kind of expressionKinds) {
      const query = expressionOf(kind, type, { field });
      if (allowed.includes(kind)) matchWhole(t, parseExpressionJson(query), { kind, field: { name: field, type } });
      else
        t.match(
          errorsOfQuery(query)[0]!.message,
          `query.${kind}.field: field '${field}' is a ${type}Field, on which ${allowed.join(', ')} are allowed; ` +
            `${kind} is not.`,
        );
    }
  }
};

const textual: readonly ExpressionKind[] = ['fullText', 'exact', 'prefix', 'wildcard', 'exists'];
const ordered: readonly ExpressionKind[] = ['exact', 'range', 'exists'];

const table: readonly (readonly [clauses: string, type: SearchFieldType, allowed: readonly ExpressionKind[]])[] = [
  ['SEARCH035', 'long', ordered],
  ['SEARCH036', 'dateTime', ordered],
  ['SEARCH037', 'keyword', ['exact', 'prefix', 'wildcard', 'exists']],
  ['SEARCH038', 'text', textual],
  ['SEARCH039', 'localizedText', textual],
  ['SEARCH040', 'phone', ['fullText', 'exact', 'prefix', 'wildcard']],
];

for (const [clauses, type, allowed] of table) {
  test(`${type}Field allows ${allowed.join(', ')} only (${clauses.replaceAll(' ', ', ')}, SEARCH041)`, async t => {
    asksAll(
      t,
      type,
      searchFields.filter(field => field.type === type).map(({ name }) => name),
      allowed,
    );
  });
}

test('refuses with InvalidInput at the field (SEARCH041)', async t => {
  t.same(placesOf(errorsOfQuery({ prefix: { field: 'version', value: '1' } })), ['InvalidInput query.prefix.field']);
});

test('refuses an unknown field and names similar fields', async t => {
  for (const field of [
    '',
    'nothing',
    '__proto__',
    'constructor',
    'toString',
    'totalPrice',
    'lineItems.name.en',
    'Version',
    'version ',
    'custom',
    'all.x',
  ]) {
    const entries = errorsOfQuery({ exact: { field, value: 'a' } });
    t.same(placesOf(entries), ['InvalidInput query.exact.field'], field);
    t.match(entries[0]!.message, `'${field}' is no field`);
  }
  t.match(
    errorsOfQuery({ exists: { field: 'totalPrice.cents' } })[0]!.message,
    'there are totalPrice.currencyCode, totalPrice.centAmount.',
  );
  t.match(errorsOfQuery({ exists: { field: 'nothing' } })[0]!.message, /there are all, billingAddress, .* and custom/);
});

test('requires a field that is a text (SEARCH020)', async t => {
  for (const kind of expressionKinds) {
    t.match(
      placesOf(errorsOfQuery({ [kind]: { value: 'a' } })),
      kind === 'range' || kind === 'exists'
        ? [`SyntaxError query.${kind}`, `RequiredField query.${kind}.field`]
        : [`RequiredField query.${kind}.field`],
    );
  }
  for (const field of [1, true, ['id'], { name: 'id' }])
    t.same(placesOf(errorsOfQuery({ exists: { field } })), ['InvalidInput query.exists.field']);
});
