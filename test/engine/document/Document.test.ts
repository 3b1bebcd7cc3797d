import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { defineView } from '../../../src/engine/document/defineView.js';
import { Document } from '../../../src/engine/document/Document.js';
import { toJsonText, parseJson } from '../../../src/engine/document/json.js';
import { rounds } from '../../support/rounds.js';
import { anyCharacter } from '../../support/anyCharacter.js';

const names = ['id', 'version', 'a', 'b', 'lineItems', 'z"quoted\\name'];

/** Values with brackets, quotes and escapes in their texts, which a scanner could mistake for structure. */
const tricky = fc.constantFrom(
  '"',
  '\\',
  '\\"',
  '\\\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '},{',
  '\\u0022',
  '\ud800',
  '😀',
  '\n',
  '',
);
const value = fc.oneof(
  fc.jsonValue(),
  tricky,
  fc.array(tricky),
  fc.dictionary(tricky, tricky),
  fc.string({ unit: anyCharacter }),
);
const members = fc
  .record({ a: value, b: value, lineItems: value }, { requiredKeys: [] })
  .map(rest => ({ id: 'some-id', version: 1, ...rest }));
const inOrder = (given: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(names.filter(name => given[name] !== undefined).map(name => [name, given[name]]));
const placesOf = ({ snapshot: { spans } }: Document): unknown => [spans?.names, spans?.starts];
const wire = (given: object): unknown => JSON.parse(JSON.stringify(given));

type Members = Readonly<Record<string, unknown>>;

test('composes the JSON of the members, which opens to the same members', async () => {
  fc.assert(
    fc.property(members, given => {
      const { text, body } = Document.compose(names, given);
      const opened = Document.open(body);
      return (
        text ===
          JSON.stringify(
            Object.fromEntries(
              names.filter(name => name in given).map(name => [name, (given as Record<string, unknown>)[name]]),
            ),
          ) &&
        names.every(
          name => JSON.stringify(opened.value(name)) === JSON.stringify((wire(given) as Record<string, unknown>)[name]),
        )
      );
    }),
    { numRuns: rounds(3_000) },
  );
});

test('keeps the bytes of members that an update does not name', async t => {
  // JSON.stringify would not write these spaces and number forms, so they show that the bytes were copied.
  const body = Buffer.from('{"id":"x","version":1,"a":{"n":1.0e2,"s":"\\u0041"},"b":[1.50],"lineItems":[]}');
  const next = Document.compose(names, { version: 2, b: ['new'] }, Document.open(body));
  t.equal(next.text, '{"id":"x","version":2,"a":{"n":1.0e2,"s":"\\u0041"},"b":["new"],"lineItems":[]}');
  t.equal(
    Document.compose(names, { a: undefined }, next).text,
    '{"id":"x","version":2,"b":["new"],"lineItems":[]}',
    'undefined removes',
  );
});

test('composes an update to the same text as a new document', async () => {
  fc.assert(
    fc.property(
      members,
      fc.record({ a: fc.option(value, { nil: undefined }), b: value }, { requiredKeys: [] }),
      (given, changes) =>
        Document.compose(names, changes, Document.open(Document.compose(names, given).body)).text ===
        Document.compose(names, { ...given, ...changes }).text,
    ),
    { numRuns: rounds(2_000) },
  );
});

test('opens the snapshot of an update, which knows where its members lie', async () => {
  fc.assert(
    fc.property(
      members,
      fc.record({ a: fc.option(value, { nil: undefined }), b: value }, { requiredKeys: [] }),
      (given, changes) => {
        const { body, spans } = Document.compose(
          names,
          changes,
          Document.open(Document.compose(names, given).body),
        ).snapshot;
        const [known, scanned] = [Document.open(body, spans), Document.open(body)];
        return (
          names.every(name => JSON.stringify(known.value(name)) === JSON.stringify(scanned.value(name))) &&
          JSON.stringify(placesOf(known)) === JSON.stringify(placesOf(scanned))
        );
      },
    ),
    { numRuns: rounds(2_000) },
  );
});

test('brings a body with members in another order, or with undeclared ones, into order', async t => {
  const base = Document.open(Buffer.from('{"version":1,"gone":true,"b":[1],"id":"x","a":null}'));
  t.equal(Document.compose(names, { version: 2 }, base).text, '{"id":"x","version":2,"a":null,"b":[1]}');
  t.same([base.value('b'), base.value('gone'), base.value('a'), base.value('none')], [[1], true, null, undefined]);
});

test('keeps both changes in an update of an update', async t => {
  const first = Document.open(Buffer.from('{"id":"x","version":1,"a":1,"b":2}'));
  const second = Document.compose(names, { version: 2, a: undefined, lineItems: [] }, first);
  const third = Document.compose(names, { version: 3, a: 5 }, second);
  t.equal(third.text, '{"id":"x","version":3,"a":5,"b":2,"lineItems":[]}');
  t.same(
    ['version', 'a', 'b', 'lineItems'].map(name => third.value(name)),
    [3, 5, 2, []],
  );
  t.same(
    ['version', 'a', 'b'].map(name => second.value(name)),
    [2, undefined, 2],
  );
});

test("reads changes before members, and writes an unchanged view as its document's text", async t => {
  const view = defineView<{ a: unknown; b: unknown; lineItems: unknown }>(names);
  const document = Document.compose(names, { id: 'x', version: 1, a: [1], b: 'old' });
  t.same([view(document).a, view(document).b, view(document).lineItems], [[1], 'old', undefined]);
  const changed = view(document, { b: 'new', a: undefined });
  t.same([changed.a, changed.b], [undefined, 'new']);
  t.equal(toJsonText(view(document)), document.text);
  t.same(JSON.parse(toJsonText(changed)!), { id: 'x', version: 1, b: 'new' });
});

test('writes the same bytes behind the head where only members of the head change', async () => {
  const headCount = 4;
  const changed: fc.Arbitrary<Members[]> = fc.array(
    fc.record({ a: value, b: value, lineItems: value }, { requiredKeys: [] }),
  );
  /** Tells whether a change leaves the bytes behind the head, as most do. */
  const isPatched = (given: Members, changes: readonly Members[]): boolean => {
    let document = Document.compose(names, given, undefined, headCount);
    return changes.some(change => {
      document = Document.compose(names, change, Document.open(document.body), headCount);
      return document.unchangedFrom !== undefined;
    });
  };
  const inputs = fc.tuple(members, changed);
  fc.assert(
    fc.property(
      fc.oneof(
        inputs,
        inputs.filter(input => isPatched(...input)),
      ),
      ([given, changes]) => {
        let document = Document.compose(names, given, undefined, headCount);
        let expected: Record<string, unknown> = wire(given) as Record<string, unknown>;
        for (const change of changes) {
          const base = Document.open(document.body);
          document = Document.compose(names, change, base, headCount);
          expected = { ...expected, ...(wire(change) as object) };
          const { body, unchangedFrom } = document;
          const reopened = Document.open(body);
          if (!names.every(name => JSON.stringify(reopened.value(name)) === JSON.stringify(expected[name])))
            return false;
          if (JSON.stringify(JSON.parse(body.toString())) !== JSON.stringify(inOrder(expected))) return false;
          if (unchangedFrom === undefined) continue;
          if (!body.subarray(unchangedFrom).equals(base.body.subarray(unchangedFrom))) return false;
        }
        return true;
      },
    ),
    { numRuns: rounds(2_000) },
  );
});

interface Splice {
  readonly texts: readonly string[];
  readonly added: readonly string[];
  readonly at: number;
  readonly removed: number;
  readonly headCount: number;
}

test('keeps the bytes of elements that a change passes on, and the long arrays that were parsed', async () => {
  // JSON.stringify would not write these spaces and number forms.
  const element = value.map(each => `{"n":1.0e2,"each":${JSON.stringify(each) ?? 'null'},"long":"${'x'.repeat(600)}"}`);
  const splices = fc.record({
    texts: fc.array(element, { maxLength: 5 }),
    added: fc.array(element, { maxLength: 2 }),
    at: fc.nat(5),
    removed: fc.nat(5),
    headCount: fc.constantFrom(0, 4, 5),
  });
  const bytes = (list: readonly string[]): string => `"lineItems":[${list.join(',')}]`;
  const splice = ({ texts, added, at, removed, headCount }: Splice) => {
    const spaces = ' '.repeat(headCount === 5 ? 60 : 0);
    const base = Document.open(Buffer.from(`{"id":"x","version":1,"a":"é",${bytes(texts)}${spaces}}`));
    const before = base.value('lineItems') as unknown[];
    const lineItems = before.toSpliced(at, removed, ...added.map(each => JSON.parse(each) as unknown));
    return { lineItems, document: Document.compose(names, { version: 2, lineItems }, base, headCount) };
  };
  const kept = splices.filter(input => splice(input).document.longArrays()?.has('lineItems') === true);
  fc.assert(
    fc.property(fc.oneof(splices, kept), input => {
      const { lineItems, document } = splice(input);
      const { texts, added, at, removed } = input;
      const arrays = document.longArrays();
      const expected = texts.toSpliced(at, removed, ...added.map(each => JSON.stringify(JSON.parse(each))));
      const isKept = arrays?.has('lineItems') === true;
      const { body } = document;
      return (
        (!isKept || document.text.includes(bytes(expected))) &&
        JSON.stringify(Document.open(body).value('lineItems')) === JSON.stringify(lineItems) &&
        (!isKept || JSON.stringify(arrays.get('lineItems')) === JSON.stringify(lineItems)) &&
        JSON.stringify(Document.open(body, undefined, arrays).value('lineItems')) === JSON.stringify(lineItems)
      );
    }),
    { numRuns: rounds(1_000) },
  );
});

test('keeps the length of a body whose head has space for the change', async t => {
  const first = Document.compose(names, { id: 'some-id', version: 1, a: 'Open', lineItems: [1] }, undefined, 4);
  const second = Document.compose(names, { version: 20, a: 'Confirmed' }, first, 4);
  t.equal(first.text, `{"id":"some-id","version":1,"a":"Open"${' '.repeat(90)},"lineItems":[1]}`);
  t.equal(second.text, `{"id":"some-id","version":20,"a":"Confirmed"${' '.repeat(84)},"lineItems":[1]}`);
  t.equal(second.unchangedFrom, 44);
  t.equal(Document.compose(names, { lineItems: [2] }, second, 4).unchangedFrom, undefined);
  const larger = Document.compose(names, { a: 'x'.repeat(100) }, second, 4);
  t.equal(larger.unchangedFrom, undefined);
  t.equal(larger.text.indexOf(',"lineItems"'), 192);
});

/** Parts of a JSON string: both halves of surrogate pairs as escapes, whole pairs, and texts that look like escapes. */
const parts = [
  '\\uD83D',
  '\\uDE00',
  '\\ud800',
  '\\uDFFF',
  '\\u0041',
  '\\\\',
  '\\n',
  '\\"',
  'uD83D',
  'a',
  'é',
  '😀',
  '\\uFFFF',
];

test('refuses exactly the JSON texts with half of a surrogate pair (ERR080)', async t => {
  const json = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map(all => `"${all.join('')}"`);
  fc.assert(
    fc.property(json, json, (name, part) => {
      const text = `{${name}:[${part}]}`;
      const parsed = JSON.parse(text) as Record<string, string[]>;
      const isWellFormed = Object.entries(parsed)
        .flat(2)
        .every(each => each.isWellFormed());
      if (isWellFormed) t.same(parseJson(text), parsed, text);
      else t.throws(() => parseJson(text), { name: 'SyntaxError', message: /half of a surrogate pair/ }, text);
    }),
    { numRuns: rounds(500), seed: 1 },
  );
});

test('looks at no text that is no JSON', async t => {
  t.throws(() => parseJson('{"a":"\\uD83D"'), { name: 'SyntaxError', message: /JSON/ });
  t.throws(() => parseJson('\\uD83D'), { name: 'SyntaxError', message: /JSON/ });
});

const plain = fc.oneof(
  fc.jsonValue(),
  fc.double(),
  fc.integer(),
  fc.string({ unit: anyCharacter, maxLength: 600 }),
  fc.constantFrom(undefined, -0, Number.NaN, Infinity, 2 ** 53, 1e21, '\u2028', '\ud800', 'é', '\\', '"', '\n', '\x7f'),
);

test('writes the same JSON as JSON.stringify', async () => {
  fc.assert(
    fc.property(plain, each => toJsonText(each) === JSON.stringify(each)),
    { numRuns: rounds(5_000) },
  );
});
