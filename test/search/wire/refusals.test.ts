/** Refused expressions: the error names the field, its type, the expression and the allowed expressions. */
import { test } from '../../support/tap.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { matchWhole } from '../../support/matchWhole.js';

const shop = await startOrderSearch();
await shop.activate();

const text = 'fullText, exact, prefix, wildcard, exists';
const stored = 'exact, prefix, range, wildcard, exists';
/** A field of each type, the name of the type, the allowed and the refused expressions. */
const types = [
  [{ field: 'customerEmail' }, 'textField', text, ['range']],
  [{ field: 'all' }, 'textField', text, ['range']],
  [{ field: 'store.name', language: 'en' }, 'localizedTextField', text, ['range']],
  [{ field: 'orderNumber' }, 'keywordField', 'exact, prefix, wildcard, exists', ['fullText', 'range']],
  [{ field: 'createdAt' }, 'dateTimeField', 'exact, range, exists', ['fullText', 'prefix', 'wildcard']],
  [{ field: 'version' }, 'longField', 'exact, range, exists', ['fullText', 'prefix', 'wildcard']],
  [{ field: 'billingAddress.phone' }, 'phoneField', 'fullText, exact, prefix, wildcard', ['range', 'exists']],
  [
    { field: 'custom.a1', customType: 'BooleanType' },
    'BooleanType',
    'exact, exists',
    ['fullText', 'prefix', 'wildcard', 'range'],
  ],
  [
    { field: 'custom.a1', customType: 'NumberType' },
    'NumberType',
    'exact, range, exists',
    ['fullText', 'prefix', 'wildcard'],
  ],
  [{ field: 'custom.a1', customType: 'StringType' }, 'StringType', stored, ['fullText']],
  [{ field: 'custom.a1', customType: 'EnumType' }, 'EnumType', stored, ['fullText']],
  [{ field: 'custom.a1', customType: 'DateType' }, 'DateType', stored, ['fullText']],
  [{ field: 'custom.a1', customType: 'TimeType' }, 'TimeType', stored, ['fullText']],
  [{ field: 'custom.a1', customType: 'DateTimeType' }, 'DateTimeType', stored, ['fullText']],
  [{ field: 'custom.a1', customType: 'LocalizedStringType', language: 'en' }, 'LocalizedStringType', text, ['range']],
  [{ field: 'custom.a1', customType: 'LocalizedEnumType', language: 'en' }, 'LocalizedEnumType', text, ['range']],
  [
    { field: 'custom.a1', customType: 'SetType.NumberType' },
    'SetType\\.NumberType',
    'exact, range, exists',
    ['fullText', 'prefix', 'wildcard'],
  ],
  [{ field: 'custom.a1', customType: 'SetType.StringType' }, 'SetType\\.StringType', stored, ['fullText']],
] as const;

const without = ({ field, customType }: { readonly field: string; readonly customType?: string }) => ({
  field,
  ...(customType !== undefined && { customType }),
});

/** Also shows SEARCH038, SEARCH039, SEARCH040, SEARCH041, SEARCH042, SEARCH043, SEARCH044, SEARCH045 and SEARCH053. */
test('refuses expressions that a field does not allow (SEARCH034, SEARCH035, SEARCH036, SEARCH037)', async t => {
  for (const [operand, type, allowed, refused] of types)
    for (const kind of refused) {
      const options =
        kind === 'exists'
          ? without(operand)
          : kind === 'range'
            ? { ...without(operand), gte: 'a' }
            : { ...operand, value: 'a' };
      const { errors } = await shop.refusal({ query: { [kind]: options } });
      matchWhole(
        t,
        errors,
        [
          {
            code: 'InvalidInput',
            message: new RegExp(
              `^query\\.${kind}\\.field: field '${operand.field}' is an? ${type}, on which ${allowed} are ` +
                `allowed; ${kind} is not\\.$`,
            ),
          },
        ],
        `${kind} ${type}`,
      );
    }
});

const values: Readonly<Record<string, unknown>> = {
  BooleanType: true,
  NumberType: 1,
  'SetType\\.NumberType': 1,
  longField: 1,
  dateTimeField: '2024-01-01T00:00:00Z',
  DateTimeType: '2024-01-01T00:00:00Z',
  DateType: '2024-01-01',
  TimeType: '10:00:00.000',
};

/** Also shows SEARCH039, SEARCH040, SEARCH042, SEARCH043, SEARCH044 and SEARCH045. */
test('answers expressions that a field allows (SEARCH034, SEARCH035, SEARCH036, SEARCH037, SEARCH038)', async t => {
  for (const [operand, type, allowed] of types)
    for (const kind of allowed.split(', ')) {
      const value = kind === 'exact' || kind === 'range' ? (values[type] ?? 'a') : 'a';
      const options =
        kind === 'exists'
          ? without(operand)
          : kind === 'range'
            ? { ...without(operand), gte: value }
            : { ...operand, value };
      t.equal((await shop.send({ query: { [kind]: options } })).status, 200, `${kind} ${type}`);
    }
});

test('names the missing members of an expression (SEARCH021, SEARCH029, SEARCH030, SEARCH053)', async t => {
  const faults = [
    [{ exact: { field: 'store.name', value: 'a' } }, 'RequiredField', 'query.exact.language'],
    [
      { fullText: { field: 'custom.a1', customType: 'LocalizedStringType', value: 'a' } },
      'RequiredField',
      'query.fullText.language',
    ],
    [{ exact: { field: 'custom.a1', value: 'a' } }, 'RequiredField', 'query.exact.customType'],
    [{ exact: { field: 'custom.a1', customType: 'MoneyType', value: 'a' } }, 'InvalidInput', undefined],
    [{ exact: { field: 'purchaseOrderNumber', value: 'a' } }, 'InvalidInput', undefined],
    [{ exists: { field: 'isGift' } }, 'InvalidInput', undefined],
    [{ range: { field: 'version' } }, 'RequiredField', 'query.range.gte'],
    [{ range: { field: 'version', gt: 1 } }, 'SyntaxError', undefined],
    [{ exact: { field: 'version', value: '1' } }, 'InvalidInput', undefined],
  ] as const;
  for (const [query, code, field] of faults)
    matchWhole(
      t,
      (await shop.refusal({ query })).errors[0],
      { code, ...(field !== undefined && { field }) },
      JSON.stringify(query),
    );
});

test('refuses a malformed query with a SyntaxError and its place (SEARCH013, SEARCH018, SEARCH060)', async t => {
  const leaf = { exact: { field: 'orderNumber', value: 'a' } };
  const wrong = [
    [{}, /^query: expected an object with exactly one of/],
    [{ ...leaf, exists: { field: 'id' } }, /^query: /],
    [[leaf], /^query: .*an array/],
    [{ near: {} }, /^query: .*'near'/],
    [{ and: leaf }, /^query\.and: /],
    [{ or: [] }, /^query\.or: /],
    [{ and: [{ and: [leaf] }] }, /^query\.and\[0\]\.and: expected no and directly inside and/],
    [{ and: [{ or: [leaf] }, { or: [leaf] }] }, /^query\.and\[1\]\.or: expected at most one or/],
    [{ not: [{ not: [leaf] }] }, /inside not/],
    [{ filter: [{ filter: [leaf] }] }, /inside filter/],
    [{ exact: { ...leaf.exact, fuzzy: 1 } }, /^query\.exact: .*'fuzzy'/],
    [{ exact: 'a' }, /^query\.exact: expected an object, got 'a'/],
  ] as const;
  for (const [query, message] of wrong)
    matchWhole(t, (await shop.refusal({ query })).errors[0], { code: 'SyntaxError', message }, JSON.stringify(query));
  matchWhole(t, await shop.send({ query: leaf, where: 'x' }), {
    status: 400,
    json: { errors: [{ code: 'SyntaxError' }] },
  });
});
