/** Custom fields of every type and sets of them, with every allowed expression. */
import { test } from '../../support/tap.js';
import { fieldDefinition as definition, createType } from '../../support/drafts.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';

const shop = await startOrderSearch();
const labels = {
  values: [
    { key: 'gold-1', label: { en: 'Pure Gold', de: 'Reines Gold' } },
    { key: 'iron-1', label: { en: 'Raw Iron', de: 'Rohes Eisen' } },
  ],
};
const plain = { values: labels.values.map(({ key, label }) => ({ key, label: label.en })) };

/** For each type: its declaration, a searched value and another value. */
const kinds = {
  Boolean: [{}, true, false],
  Number: [{}, 17.5, 18],
  String: [{}, 'Deep Blue', 'Light Red'],
  LocalizedString: [{}, { en: 'Deep Sea', de: 'Tiefe See' }, { en: 'High Hill', de: 'Hoher Berg' }],
  Enum: [plain, 'gold-1', 'iron-1'],
  LocalizedEnum: [labels, 'gold-1', 'iron-1'],
  Date: [{}, '2024-02-29', '2025-03-01'],
  Time: [{}, '10:20:30.400', '23:59:59.000'],
  DateTime: [{}, '2024-02-29T10:00:00.000Z', '2025-01-01T00:00:00.000Z'],
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];
const type = await createType(
  shop.createIn,
  ['order'],
  names.flatMap(name => [
    definition(`one-${name}`, { name, ...kinds[name][0] }),
    definition(`set-${name}`, { name: 'Set', elementType: { name, ...kinds[name][0] } }),
  ]),
);
const customOf = (at: 1 | 2, inSet: readonly (1 | 2)[]) => ({
  custom: {
    type: { typeId: 'type', id: type.id },
    fields: Object.fromEntries(
      names.flatMap(name => [
        [`one-${name}`, kinds[name][at]],
        [`set-${name}`, inSet.map(each => kinds[name][each])],
      ]),
    ),
  },
});
const a = (await shop.imported(customOf(1, [1]))).id;
const b = (await shop.imported(customOf(2, [1, 2]))).id;
await shop.imported({});
await shop.activate();

/** Builds expressions that find only the searched value, and some that find no value. */
const stored = (value: string) =>
  [
    [
      { exact: { value } },
      { exact: { value: value.toUpperCase(), caseInsensitive: true } },
      { prefix: { value: value.slice(0, 5) } },
      { wildcard: { value: `?${value.slice(1, -1)}*` } },
      { range: { gte: value, lte: value } },
    ],
    [{ prefix: { value: value.slice(1) } }, { wildcard: { value: `${value}*` } }],
  ] as const;
const texts = (value: string, language?: string) =>
  [
    [
      { exact: { value, language } },
      { fullText: { value: value.split(/[ -]/)[0]!.toLowerCase(), language } },
      { prefix: { value: value.slice(0, 3), language } },
      { wildcard: { value: `*${value.slice(2)}`, language } },
      { exact: { value: value.toUpperCase(), language, caseInsensitive: true } },
    ],
    [
      { exact: { value: value.slice(1), language } },
      { fullText: { value: value.slice(0, 3), language } },
      { exact: { value, language: 'fr' } },
    ],
  ] as const;

const examples: Readonly<Record<Kind, readonly (readonly (readonly [readonly object[], readonly object[]])[])[]>> = {
  Boolean: [[[[{ exact: { value: true } }], []]]],
  Number: [
    [
      [
        [{ exact: { value: 17.5 } }, { range: { gte: 17.5, lte: 17.75 } }, { range: { lte: 17.9 } }],
        [{ exact: { value: 17 } }, { range: { gte: 17.6, lte: 17.9 } }],
      ],
    ],
  ],
  String: [[stored('Deep Blue')]],
  Enum: [[stored('gold-1')]],
  LocalizedString: [[texts('Deep Sea', 'en'), texts('Tiefe See', 'de')]],
  LocalizedEnum: [[texts('Pure Gold', 'en'), texts('Reines Gold', 'de'), texts('gold-1')]],
  Date: [
    [
      [
        [
          { exact: { value: '2024-02-29' } },
          { prefix: { value: '2024-' } },
          { wildcard: { value: '*-29' } },
          { range: { gte: '2024-02-01', lte: '2024-12-31' } },
        ],
        [{ exact: { value: '2024-02-28' } }],
      ],
    ],
  ],
  Time: [
    [
      [
        [
          { exact: { value: '10:20:30.4' } },
          { prefix: { value: '10:20' } },
          { wildcard: { value: '10:*' } },
          { range: { lte: '10:20:30.400' } },
        ],
        [{ range: { gte: '10:20:30.401', lte: '11:00:00.000' } }],
      ],
    ],
  ],
  DateTime: [
    [
      [
        [
          { exact: { value: '2024-02-29T11:00:00+01:00' } },
          { prefix: { value: '2024-02' } },
          { wildcard: { value: '*T10:*' } },
          { range: { gte: '2024-02-29T00:00:00Z', lte: '2024-02-29T23:00:00Z' } },
        ],
        [{ exact: { value: '2024-02-29T10:00:00.001Z' } }],
      ],
    ],
  ],
};

const asked = (expression: object, operand: object): object => {
  const [[kind, options]] = Object.entries(expression) as [[string, object]];
  return { [kind]: { ...operand, ...options } };
};

/** Also shows SEARCH044, SEARCH045 and SEARCH052. */
test('searches custom fields and sets of them (SEARCH029, SEARCH030, SEARCH031, SEARCH042, SEARCH043)', async t => {
  for (const name of names)
    for (const [right, wrong] of examples[name].flat()) {
      const [one, set] = [
        { field: `custom.one-${name}`, customType: `${name}Type` },
        { field: `custom.set-${name}`, customType: `SetType.${name}Type` },
      ];
      for (const expression of right) {
        t.same(await shop.found(asked(expression, one)), [a], `${name} ${JSON.stringify(expression)}`);
        t.same(
          (await shop.found(asked(expression, set))).sort(),
          [a, b].sort(),
          `set of ${name} ${JSON.stringify(expression)}`,
        );
      }
      for (const expression of wrong)
        for (const operand of [one, set])
          t.same(await shop.found(asked(expression, operand)), [], `${name} ${JSON.stringify(expression)}`);
      for (const operand of [one, set])
        t.same((await shop.found({ exists: operand })).sort(), [a, b].sort(), `exists ${name}`);
      t.same(
        await shop.found({ exists: { ...one, customType: `SetType.${name}Type` } }),
        [],
        'only under its declared type',
      );
      t.same(await shop.found({ exists: { ...one, field: 'custom.other' } }), []);
    }
});
