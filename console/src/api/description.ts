/** The parts of the API description that pages are made from. Each is loaded once. */
import { send } from './send';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

export interface ListedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Names of scopes, one of which is required; empty if any token suffices. */
  readonly scopes: readonly string[];
}

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly ListedOperation[];
}

interface MediaTypes {
  readonly content?: { readonly 'application/json'?: { readonly schema: JsonSchema } };
}

export interface Operation extends Omit<ListedOperation, 'scopes'> {
  readonly requestBody?: MediaTypes;
  readonly responses: Readonly<Record<string, MediaTypes>>;
}

/** Leaves the failure of a part to the boundary of the page, because the page cannot be shown without it. */
export const isFirstLoad = (_error: unknown, { state }: { readonly state: { readonly data: unknown } }): boolean =>
  state.data === undefined;

const parts = new Map<string, Promise<unknown>>();

const part = <Content>(name: string): Promise<Content> => {
  let loaded = parts.get(name);
  if (loaded === undefined) {
    loaded = send(`/openapi/parts/${name}`);
    // A part that failed is loaded again; its callers get the error.
    loaded.catch(() => parts.delete(name));
    parts.set(name, loaded);
  }
  return loaded as Promise<Content>;
};

export const loadOperations = (): Promise<readonly OperationGroup[]> => part('operations');

export const loadOperation = (operationId: string): Promise<Operation> => part(`operations/${operationId}`);

export const loadSchema = (name: string): Promise<JsonSchema> => part(`schemas/${name}`);

/** Returns the name of a schema: `Zone` for `#/components/schemas/Zone`. */
export const schemaName = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

const referencesIn = (value: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(value)) for (const each of value) referencesIn(each, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (name === '$ref' && typeof member === 'string') found.add(schemaName(member));
      // The mapping of a discriminator names only schemas that the alternatives name as well.
      else if (name !== 'discriminator') referencesIn(member, found);
    }
  return found;
};

const rewriteReferences = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? `#/$defs/${schemaName(member)}` : rewriteReferences(member),
    ]),
  );
};

/** Loads a schema with all schemas that it refers to, as one document with `$defs`. */
export const loadWholeSchema = async (schema: JsonSchema): Promise<JsonSchema> => {
  const definitions = new Map<string, JsonSchema>();
  let missing = [...referencesIn(schema, new Set())];
  while (missing.length > 0) {
    const loaded = await Promise.all(missing.map(async name => [name, await loadSchema(name)] as const));
    for (const [name, definition] of loaded) definitions.set(name, definition);
    const next = loaded.reduce((found, [, definition]) => referencesIn(definition, found), new Set<string>());
    missing = [...next].filter(name => !definitions.has(name));
  }
  return {
    ...(rewriteReferences(schema) as JsonSchema),
    $defs: rewriteReferences(Object.fromEntries(definitions)) as Record<string, JsonSchema>,
  };
};
