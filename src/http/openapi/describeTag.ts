/**
 * The description of one tag for the viewer at `/openapi`, which resolves a whole document before it shows an operation
 * (docs/decisions/api-description.md): the operations of the tag, an example of each body, and the schemas that they
 * reach. Two things are shorter than in the whole description: the resource of an expanded reference is named and not
 * described, and an error response lists its codes.
 */
import { nameOf } from './naming.js';
import type { ApiDescription } from './describeApi.js';
import type { Schema } from '../../operations/schemas/Components.js';
import { exampleOf } from './exampleOf.js';

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Calls `found` with the target of each reference below a value. */
const eachRef = (value: unknown, found: (ref: string) => void): void => {
  if (Array.isArray(value)) for (const each of value) eachRef(each, found);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string') found(member);
      // The mapping of a discriminator names schemas that the alternatives name as well.
      else if (name !== 'discriminator') eachRef(member, found);
    }
};

/** Names the resource of an expanded reference: described, it would lead to nearly all schemas. */
const withoutExpansion = (schema: Schema): Schema => {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(properties.obj) || properties.typeId === undefined) return schema;
  const { anyOf: [whole] = [properties.obj] } = properties.obj as { readonly anyOf?: readonly Schema[] };
  const { $ref } = whole ?? {};
  if (typeof $ref !== 'string') return schema;
  const obj = { type: 'object', description: `The ${nameOf($ref)}, where \`expand\` names it.` };
  return { ...schema, properties: { ...properties, obj } };
};

interface ErrorBody extends Schema {
  readonly properties: {
    readonly errors: { readonly items: { readonly discriminator: { readonly mapping: object } } };
  };
}

/** Lists the codes of an error response; docs/reference/errors.md has the fields of each. */
const withCodes = (schema: ErrorBody): Schema => {
  const code = { enum: Object.keys(schema.properties.errors.items.discriminator.mapping) };
  const items = { type: 'object', required: ['code', 'message'], properties: { code, message: { type: 'string' } } };
  return { ...schema, properties: { ...schema.properties, errors: { type: 'array', minItems: 1, items } } };
};

const isErrorBody = (name: string, schema: Schema): schema is ErrorBody =>
  /^Error\d{3}$/.test(name) && isObject(schema.properties);

type Named = Record<string, Schema>;

/** The schemas and responses that operations reach, in alphabetical order. */
const reached = ({ components }: ApiDescription, operations: unknown): { schemas: Named; responses: Named } => {
  const found: { schemas: Named; responses: Named } = { schemas: {}, responses: {} };
  const add = (ref: string): void => {
    const kind = ref.includes('/responses/') ? 'responses' : 'schemas';
    const name = nameOf(ref);
    const whole = components[kind][name];
    if (whole === undefined || found[kind][name] !== undefined) return;
    const schema = isErrorBody(name, whole) ? withCodes(whole) : withoutExpansion(whole);
    found[kind][name] = schema;
    eachRef(schema, add);
  };
  eachRef(operations, add);
  const sorted = (named: Named): Named =>
    Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { schemas: sorted(found.schemas), responses: sorted(found.responses) };
};

interface Body {
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** Adds an example that the server accepts: the viewer's own one has each member, with references to nothing. */
const withExample = (operation: Schema, schemas: Named): Schema => {
  const body = operation.requestBody as Body | undefined;
  if (body === undefined) return operation;
  const content = Object.fromEntries(
    Object.entries(body.content).map(([type, { schema }]) => [type, { schema, example: exampleOf(schemas, schema) }]),
  );
  return { ...operation, requestBody: { ...body, content } };
};

export const describeTag = (description: ApiDescription, tag: string): ApiDescription => {
  const ofTag = (operation: Schema): boolean => (operation.tags as readonly string[]).includes(tag);
  const paths = Object.fromEntries(
    Object.entries(description.paths).flatMap(([path, methods]) => {
      const operations = Object.entries(methods).filter(([, operation]) => ofTag(operation));
      return operations.length === 0 ? [] : [[path, Object.fromEntries(operations)] as const];
    }),
  );
  const { schemas, responses } = reached(description, paths);
  return {
    ...description,
    tags: [{ name: tag }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [method, withExample(operation, schemas)]),
        ),
      ]),
    ),
    components: { schemas, responses, securitySchemes: description.components.securitySchemes },
  };
};
