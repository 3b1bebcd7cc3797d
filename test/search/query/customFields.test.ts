import { test } from '../../support/tap.js';
import { customField, expressionKinds } from '../../support/search/searchedOrder.js';
import { customTypes } from '../../../src/search/types/customFields.js';
import { type ExpressionKind } from '../../../src/search/fields/SearchField.js';
import { expressionOf } from './ask.js';
import { errorsOfQuery, placesOf, parseExpressionJson } from './read.js';
import { matchWhole } from '../../support/matchWhole.js';

const ordered: readonly ExpressionKind[] = ['exact', 'range', 'exists'];
const withoutWords: readonly ExpressionKind[] = ['exact', 'prefix', 'range', 'wildcard', 'exists'];
const textual: readonly ExpressionKind[] = ['fullText', 'exact', 'prefix', 'wildcard', 'exists'];

const table: Readonly<Record<string, readonly [clause: string, allowed: readonly ExpressionKind[]]>> = {
  BooleanType: ['SEARCH045', ['exact', 'exists']],
  NumberType: ['SEARCH042', ordered],
  StringType: ['SEARCH043', withoutWords],
  EnumType: ['SEARCH043', withoutWords],
  DateType: ['SEARCH043', withoutWords],
  TimeType: ['SEARCH043', withoutWords],
  DateTimeType: ['SEARCH043', withoutWords],
  LocalizedStringType: ['SEARCH044', textual],
  LocalizedEnumType: ['SEARCH044', textual],
};

test('accepts every type of custom fields (SEARCH030)', async t => {
  t.same(
    [...customTypes].sort(),
    Object.keys(table)
      .flatMap(name => [name, `SetType.${name}`])
      .sort(),
  );
});

for (const [inner, [clause, allowed]] of Object.entries(table)) {
  for (const customType of customTypes.filter(name => name === inner || name === `SetType.${inner}`)) {
    const isSet = customType !== inner;
    const clauses = [...(isSet ? ['SEARCH031'] : []), clause, 'SEARCH029', 'SEARCH030', 'SEARCH041'].join(', ');
    test(`${customType} allows ${allowed.join(', ')} and refuses other expressions (${clauses})`, async t => {
      const { type } = customField('colour', customType);
      for (const kind of expressionKinds) {
        const query = expressionOf(kind, type, { field: 'custom.colour', customType });
        if (allowed.includes(kind))
          matchWhole(t, parseExpressionJson(query), {
            kind,
            field: { name: 'custom.colour', openName: 'colour', type, openType: customType },
          });
        else
          t.match(
            errorsOfQuery(query)[0]!.message,
            new RegExp(
              `field 'custom.colour' is an? ${customType}, on which ${allowed.join(', ')} are allowed; ${kind} is not`,
            ),
          );
      }
    });
  }
}

test('allows exact and exists on boolean custom fields (SEARCH034)', async t => {
  for (const kind of expressionKinds) {
    const entries = errorsOfQuery(expressionOf(kind, 'boolean', { field: 'custom.gift', customType: 'BooleanType' }));
    t.same(placesOf(entries), kind === 'exact' || kind === 'exists' ? [] : [`InvalidInput query.${kind}.field`]);
  }
});

test('requires a known customType for a custom field (SEARCH029, SEARCH030)', async t => {
  t.same(placesOf(errorsOfQuery({ exists: { field: 'custom.colour' } })), ['RequiredField query.exists.customType']);
  for (const customType of [
    'String',
    'stringType',
    'MoneyType',
    'ReferenceType',
    'SetType',
    'SetType.SetType.StringType',
    'SetType.',
    '__proto__',
    'constructor',
    '',
    1,
    {},
    [],
  ]) {
    const entries = errorsOfQuery({ exists: { field: 'custom.colour', customType } });
    t.same(placesOf(entries), ['InvalidInput query.exists.customType'], JSON.stringify(customType));
    t.match(entries[0]!.message, 'BooleanType, StringType, LocalizedStringType');
  }
});

test('refuses a customType on other fields (SEARCH029)', async t => {
  const entries = errorsOfQuery({ exists: { field: 'orderNumber', customType: 'StringType' } });
  t.same(placesOf(entries), ['InvalidInput query.exists.customType']);
  t.match(entries[0]!.message, "field 'orderNumber' is a keywordField");
});

test('accepts the names of custom fields that Types allow (SEARCH029)', async t => {
  for (const name of ['ab', 'A-b_9', 'a'.repeat(256), 'constructor'])
    matchWhole(t, parseExpressionJson({ exists: { field: `custom.${name}`, customType: 'StringType' } }), {
      field: { name: `custom.${name}` },
    });
  for (const name of ['', 'a', 'a'.repeat(257), 'a b', 'a.b', 'ä9', 'ab\n', '__proto__']) {
    const entries = errorsOfQuery({ exists: { field: `custom.${name}`, customType: 'StringType' } });
    t.same(placesOf(entries), ['InvalidInput query.exists.field'], name);
    t.match(entries[0]!.message, '2 to 256 letters');
  }
});
