/** The words of the console: each language has one for all that its pages and forms show of the API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitions } from '../../src/commerce/resources/index.js';
import { describeApi } from '../../src/http/openapi/describeApi.js';
import { loadConsoleModule } from '../support/loadConsoleModule.js';
import { test } from '../support/tap.js';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly discriminator?: { readonly mapping: Readonly<Record<string, string>> };
}

type Texts = Readonly<Record<string, string>>;
interface Table {
  readonly members: Texts;
  readonly ofTypes: Readonly<Record<string, Texts>>;
  readonly values: Readonly<Record<string, Texts>>;
  readonly verbs?: Texts;
  readonly hints?: Texts;
}
interface Words {
  readonly memberLabel: (table: Table, path: string, typeName?: string) => string;
  readonly valueLabel: (table: Table, member: string, value: string) => string | undefined;
  readonly actionLabel: (table: Table, action: string) => string;
  readonly splitWords: (name: string) => string;
}

const folder = join(process.cwd(), 'console', 'src', 'words');
const tableOf = (language: string): Table =>
  JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')) as Table;
const [english, german] = [tableOf('en'), tableOf('de')];

const words = await loadConsoleModule<Words>('words/words.ts');
const described = describeApi();
const { schemas } = described.components as unknown as { schemas: Readonly<Record<string, Schema>> };
const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

/** Members with the values of their enums, and update actions, that resources and their forms have. */
const shown = {
  members: new Set<string>(),
  values: new Set<string>(),
  actions: new Set<string>(),
  hints: new Set<string>(),
};
const visited = new Set<string>();

const visit = (schema: Schema, member: string): void => {
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  if ($ref !== undefined) {
    const name = nameOf($ref);
    if (visited.has(`${name} ${member}`)) return;
    visited.add(`${name} ${member}`);
    visit(schemas[name]!, member);
  }
  if (schema.description !== undefined) shown.hints.add(schema.description);
  for (const value of [...(schema.enum ?? []), schema.const])
    if (typeof value === 'string') shown.values.add(`${member} ${value}`);
  for (const [name, each] of Object.entries(properties)) {
    shown.members.add(name);
    visit(each, name);
  }
  for (const each of [items, additionalProperties, ...anyOf, ...oneOf])
    if (typeof each === 'object') visit(each, member);
};

/** `CartDiscount` for `cart-discount`. */
const schemaNameOf = (typeId: string): string =>
  typeId.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

for (const { typeId } of definitions) {
  const name = schemaNameOf(typeId);
  for (const each of [name, `${name}Draft`, `${name}UpdateAction`]) if (each in schemas) visit({ $ref: each }, '');
  const { mapping = {} } = schemas[`${name}UpdateAction`]?.discriminator ?? {};
  for (const action of Object.keys(mapping)) shown.actions.add(action);
}

/** Types of values are keys of definitions, and names of actions have labels of their own. */
const isNoEnum = (member: string): boolean => ['', 'name', 'action'].includes(member);

test('has a German word for each member that pages and forms show', t => {
  t.ok(shown.members.size > 400, `${shown.members.size} members`);
  const hasLabel = (name: string): boolean =>
    Object.hasOwn(german.members, name) || words.memberLabel(german, name) !== words.splitWords(name);
  t.same(
    [...shown.members].filter(name => !hasLabel(name)),
    [],
  );
  t.end();
});

test('has a word for each value of an enum, in both languages', t => {
  t.ok(shown.values.size > 200, `${shown.values.size} values`);
  const pairs = [...shown.values].map(each => each.split(' ') as [string, string]);
  const missing = pairs.filter(([member, value]) => !isNoEnum(member) && german.values[member]?.[value] === undefined);
  t.same(missing, []);
  t.same(Object.keys(english.values).sort(), Object.keys(german.values).sort());
  t.equal(words.valueLabel(english, 'shipmentState', 'Partial'), 'Partly shipped');
  t.equal(words.valueLabel(english, 'type', 'CancelAuthorization'), 'Cancel authorization');
  t.equal(words.valueLabel(german, 'city', 'Open'), undefined, 'a text that a person wrote stays');
  t.end();
});

test('has a German hint for each description of a field, or leaves it out', t => {
  t.same(Object.keys(german.hints ?? {}).sort(), [...shown.hints].sort());
  t.end();
});

test('has a German word for each update action', t => {
  t.ok(shown.actions.size > 300, `${shown.actions.size} actions`);
  const object = (action: string): string =>
    action.replace(/^\p{Ll}+/u, '').replace(/^./, first => first.toLowerCase());
  const verb = (action: string): string => /^\p{Ll}+/u.exec(action)?.[0] ?? '';
  const isMissing = (action: string): boolean =>
    german.verbs?.[verb(action)] === undefined ||
    (object(action) !== '' &&
      words.memberLabel(german, object(action)) === words.splitWords(object(action)) &&
      !Object.hasOwn(german.members, object(action)));
  t.same([...shown.actions].filter(isMissing), []);
  t.equal(words.actionLabel(german, 'changeOrderState'), 'Bestellstatus ändern');
  t.equal(words.actionLabel(german, 'setLineItemCustomField'), 'Position: Eigenes Feld setzen');
  t.equal(words.actionLabel(english, 'changeOrderState'), 'Change order state');
  t.end();
});

/** Names of a type in the navigation and for one resource, by the path of its list. */
const typeNames = (language: string): Readonly<Record<'types' | 'typesOne', Texts>> =>
  JSON.parse(readFileSync(join(folder, '..', 'i18n', `${language}.json`), 'utf8')) as Record<
    'types' | 'typesOne',
    Texts
  >;

/** Lists whose resources appear by themselves. */
const notCreated = ['messages'];

test('names each type in both languages, for its list and for one resource', t => {
  const hasList = (path: string): boolean =>
    Object.keys(described.paths).some(each => each.startsWith(`/{projectKey}/${path}/{`));
  const paths = definitions.map(({ path }) => path).filter(hasList);
  for (const { types, typesOne } of [typeNames('en'), typeNames('de')]) {
    t.same(Object.keys(types).sort(), paths.sort());
    t.same(Object.keys(typesOne).sort(), paths.filter(path => !notCreated.includes(path)).sort());
  }
  t.end();
});
