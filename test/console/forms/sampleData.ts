/** Data of forms that fills in a schema. */
import type { JsonSchema } from './renderForms.js';

/** Texts that the patterns and formats of the API description allow. */
const texts = [
  'text',
  'DE',
  'EUR',
  'en',
  '0.25',
  'ana@example.com',
  '2030-02-28',
  '08:30:00',
  '2030-02-28T08:30:00.000Z',
  'https://example.com/',
  'view_orders:shop',
] as const;
const formats: Readonly<Record<string, string>> = {
  date: '2030-02-28',
  'local-time': '08:30:00',
  'date-time': '2030-02-28T08:30:00.000Z',
};

const textOf = ({ format = '', pattern = '', enum: values }: JsonSchema): unknown =>
  values?.[0] ?? formats[format] ?? texts.find(text => new RegExp(pattern, 'u').test(text));

/** What is filled in: every part, or only what the schema requires with all other parts empty. */
export type Filling = 'all' | 'required' | 'empty';

interface Options {
  readonly root: JsonSchema;
  readonly filling: Filling;
  /** Chooses among alternatives. */
  readonly choice: number;
  readonly depth: number;
  /** Whether the data is of nested attributes: those within them are left out, as they may have no end. */
  readonly isNested: boolean;
}

const depthMax = 12;

export const resolve = (schema: JsonSchema, { root, choice }: Pick<Options, 'root' | 'choice'>): JsonSchema => {
  const reference = schema.$ref ?? (schema.shownAs as string | undefined);
  if (reference !== undefined) {
    const { title } = schema;
    const found = root.$defs?.[reference.slice('#/$defs/'.length)];
    if (found === undefined) throw new Error(`the schema lacks ${reference}`);
    return { ...resolve(found, { root, choice }), ...(title !== undefined && { title }) };
  }
  const { anyOf, ...shared } = schema;
  if (anyOf === undefined) return schema;
  const option = resolve(anyOf[choice % anyOf.length]!, { root, choice });
  return {
    ...shared,
    ...option,
    ...(option.properties !== undefined && { properties: { ...shared.properties, ...option.properties } }),
    required: [...(shared.required ?? []), ...(option.required ?? [])],
  };
};

const isIdentifier = ({ properties: { typeId, id, key } = {}, minProperties }: JsonSchema): boolean =>
  typeId?.const !== undefined && (id ?? key) !== undefined && minProperties === 2;

const objectOf = (schema: JsonSchema, options: Options): unknown => {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (isIdentifier(schema)) {
    const member = properties.key === undefined ? 'id' : 'key';
    return options.filling === 'empty' ? {} : { typeId: properties.typeId!.const, [member]: 'some-key' };
  }
  const members = Object.entries(properties).map(([name, member]) => {
    const isNeeded = required.includes(name) && options.filling !== 'empty';
    return [
      name,
      fill(member, { ...options, filling: options.filling === 'required' && !isNeeded ? 'empty' : options.filling }),
    ];
  });
  const others =
    typeof additionalProperties === 'object' && options.filling === 'all'
      ? [['fr', fill(additionalProperties, options)]]
      : [];
  // A text in languages and a variant to import have no member that they require, but one that they need.
  const needsOne = options.filling === 'required' && required.length === 0 && members.length > 0;
  if (needsOne) members[0]![1] = fill(properties[String(members[0]![0])]!, options);
  return Object.fromEntries([...members, ...others]) as object;
};

/** The data of a form. Empty texts and numbers are empty texts, as a form leaves them; empty choices are undefined. */
export const fill = (schema: JsonSchema, given: Options): unknown => {
  const isNested = schema.$ref?.startsWith('#/$defs/attributesOf.') === true;
  if (isNested && given.isNested) return undefined;
  const options = { ...given, depth: given.depth + 1, isNested: given.isNested || isNested };
  const resolved = resolve(schema, options);
  if (resolved.const !== undefined) return resolved.const;
  if (options.depth > depthMax) return undefined;
  const isEmpty = options.filling === 'empty';
  switch (resolved.type) {
    case 'object':
      return objectOf(resolved, options);
    case 'array':
      return isEmpty
        ? []
        : Array.from({ length: Number(resolved.minItems ?? 1) }, () => fill(resolved.items!, options));
    case 'boolean':
      return isEmpty ? undefined : true;
    case 'integer':
    case 'number':
      return isEmpty ? '' : ((resolved.minimum as number | undefined) ?? 0) > 0 ? resolved.minimum : 1;
    default:
      return isEmpty ? '' : (resolved.oneOf?.[0]?.const ?? textOf(resolved));
  }
};
