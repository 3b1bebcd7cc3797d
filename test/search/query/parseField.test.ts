import { test, type Test } from 'tap';
import {
  expressionKinds,
  type ExpressionKind,
  type SearchFieldType,
  searchFields,
} from '../../../src/search/fields/searchFields.js';
import { ask } from './ask.js';
import { faultsOfQuery, placesOf, readExpression } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

/** Each kind of expression on each field of a type: read where the table has it, refused where not. */
const asksAll = (
  t: Test,
  type: SearchFieldType,
  names: readonly string[],
  allowed: readonly ExpressionKind[],
): void => {
  t.not(names.length, 0);
  for (const field of names) {
    for (const kind of expressionKinds) {
      const query = ask(kind, type, { field });
      if (allowed.includes(kind)) matchWhole(t, readExpression(query), { kind, field: { name: field, type } });
      else
        t.match(
          faultsOfQuery(query)[0]!.message,
          `query.${kind}.field: field '${field}' is a ${type}Field, on which ${allowed.join(', ')} are allowed; ${kind} is not.`,
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
  test(`${type}Field allows ${allowed.join(', ')} and refuses other expressions (${clauses.replaceAll(' ', ', ')}, SEARCH041)`, async t => {
    asksAll(
      t,
      type,
      searchFields.filter(field => field.type === type).map(({ name }) => name),
      allowed,
    );
  });
}

test('refuses with InvalidInput at the field (SEARCH041)', async t => {
  t.same(placesOf(faultsOfQuery({ prefix: { field: 'version', value: '1' } })), ['InvalidInput query.prefix.field']);
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
    const entries = faultsOfQuery({ exact: { field, value: 'a' } });
    t.same(placesOf(entries), ['InvalidInput query.exact.field'], field);
    t.match(entries[0]!.message, `'${field}' is no field`);
  }
  t.match(
    faultsOfQuery({ exists: { field: 'totalPrice.cents' } })[0]!.message,
    'there are totalPrice.currencyCode, totalPrice.centAmount.',
  );
  t.match(faultsOfQuery({ exists: { field: 'nothing' } })[0]!.message, /there are all, billingAddress, .* and custom/);
});

test('requires a field that is a text (SEARCH020)', async t => {
  for (const kind of expressionKinds) {
    t.match(
      placesOf(faultsOfQuery({ [kind]: { value: 'a' } })),
      kind === 'range' || kind === 'exists'
        ? [`SyntaxError query.${kind}`, `RequiredField query.${kind}.field`]
        : [`RequiredField query.${kind}.field`],
    );
  }
  for (const field of [1, true, ['id'], { name: 'id' }])
    t.same(placesOf(faultsOfQuery({ exists: { field } })), ['InvalidInput query.exists.field']);
});
