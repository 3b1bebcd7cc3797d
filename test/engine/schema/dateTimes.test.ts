/** Date-times that the calendar does not have, in every place where a client can write one (GEN031). */
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { resourceTypes, definitions } from '../../../src/commerce/resources/index.js';
import { toUtcDateTime } from '../../../src/engine/schema/toUtcDateTime.js';
import { minimalInput } from '../../isolation/minimalInput.js';
import { startGraphql } from '../../support/graphql.js';
import { rounds } from '../../support/rounds.js';
import { test } from '../../support/tap.js';

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOf = (year: number, month: number): number =>
  (monthDays[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);

test('takes a date-time exactly where the calendar has it (GEN031)', async t => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(0, 1, 1900, 2000, 2023, 2024, 9999), fc.integer({ min: 0, max: 9_999 })),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 58, max: 61 }),
      fc.integer({ min: 58, max: 61 }),
      (year, month, day, hour, minute, second) => {
        const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
        const text = `${date}T${padded(hour)}:${padded(minute)}:${padded(second)}.000Z`;
        const isReal = year > 0 && day > 0 && day <= daysOf(year, month) && hour < 24 && minute < 60 && second < 60;
        return toUtcDateTime(text) === (isReal ? text : undefined);
      },
    ),
    { numRuns: rounds(20_000) },
  );
  t.equal(toUtcDateTime('0001-01-01T00:00:00+02:00'), undefined, 'the year before the first');
  t.end();
});

const impossible = [
  '2024-13-45T99:99:99.999Z',
  '2024-02-30T00:00:00.000Z',
  '2024-01-01T00:00:60.000Z',
  '0000-01-01T00:00:00.000Z',
];

/** The places of a schema where `dateTime` stands; `*` stands for the elements of a list. */
const dateTimePaths = (schema: TSchema, steps: readonly string[] = []): string[][] => {
  if (schema.dateTime === true) return [[...steps]];
  if (schema.type === 'array') return dateTimePaths(schema.items as TSchema, [...steps, '*']);
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  return members.flatMap(([name, member]) => dateTimePaths(member, [...steps, name]));
};

const known = { byName: { '**': 'en' }, byTypeId: {} };

test('every draft and every action refuses an impossible date-time, and names its field (GEN031)', async t => {
  let places = 0;
  for (const { typeId, draft, ownDraft, creations, ownCreations, actions, ownActions } of resourceTypes) {
    const drafts = [draft, ownDraft, ...creations.values(), ...ownCreations.values()].filter(
      each => each !== undefined,
    );
    const inputs = [
      ...drafts.map(({ creation: { schema }, validate }) => ({ schema, validate })),
      ...[...actions.values(), ...ownActions.values()].map(({ action: { schema }, validate }) => ({
        schema,
        validate,
      })),
    ];
    for (const { schema, validate } of inputs)
      for (const steps of dateTimePaths(schema)) {
        places++;
        for (const text of impossible) {
          const input = minimalInput(schema, steps, text, known) as object;
          const field = steps.join('.').replaceAll('.*', '[0]');
          t.ok(
            validate(input).some(error => error.field === field && error.invalidValue === text),
            `${typeId} ${field} ${text}`,
          );
        }
      }
  }
  t.ok(places > 40, `${places} places`);
});

const { base, http, ask } = await startGraphql();

test('a predicate compares an impossible date-time as a text, on every collection (GEN051)', async t => {
  for (const { path, isUnpublished } of definitions) {
    if (isUnpublished === true || (await http.send('GET', `${base}/${path}`)).status !== 200) continue;
    for (const text of impossible)
      for (const member of ['createdAt', 'lastModifiedAt'])
        for (const operator of ['>', '<=', '=']) {
          const where = `${member} ${operator} "${text}"`;
          const { status } = await http.send('GET', `${base}/${path}?${new URLSearchParams({ where }).toString()}`);
          t.equal(status, 200, `${path} ${where}`);
        }
  }
  const query = 'query ($where: String) { orders(where: $where) { total } carts(where: $where) { total } }';
  const { status, errors } = await ask(query, { where: `createdAt > "${impossible[0]}"` });
  t.same([status, errors], [200, undefined]);
});
