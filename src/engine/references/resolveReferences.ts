/** What drafts and actions refer to: collected from the declared places, fetched at once, handed over as a Context. */
import type { Identifier, TypedIdentifier } from '../../schema/reference.js';
import { type ErrorEntry, errorEntry, failAll } from '../../errors/ApiError.js';
import type { Context, ProjectSettings } from '../define/Context.js';
import type { Base } from '../define/defineResource.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { type SchemaPath, visitPaths } from '../../schema/schemaPaths.js';

/** One resource to fetch, and where the request named it. */
interface Wanted extends TypedIdentifier {
  readonly load: boolean;
  readonly path: string;
  readonly undeclared: boolean;
}

interface Found {
  readonly id: string;
  readonly resource?: Base;
}

/** References in custom fields that one request may have looked up. */
const undeclaredMax = 1_000;

const nameOf = (typeId: string, { id, key, unique }: Identifier): string => {
  if (id !== undefined) return `${typeId}/${id}`;
  return unique === undefined ? `${typeId}/key=${key}` : `${typeId}/${unique.field}=${unique.value}`;
};

/** Collects identifiers, one entry a resource; remembers what is wrong with those that name none. */
export class ReferenceCollector {
  readonly #wanted = new Map<string, Wanted>();
  #undeclared = 0;
  readonly entries: ErrorEntry[] = [];

  collect({ typeId, id, key, unique, refusal }: TypedIdentifier, load: boolean, path = '', undeclared = false): void {
    // What an undeclared value may be, its Type will say.
    if (undeclared && ((id === undefined) === (key === undefined) || typeof (id ?? key) !== 'string')) return;
    if (undeclared && ++this.#undeclared > undeclaredMax)
      throw failAll([
        errorEntry('InvalidInput', { message: `The custom fields hold more than ${undeclaredMax} references.` }),
      ]);
    if (unique === undefined && (id === undefined) === (key === undefined)) {
      const entry =
        id === undefined
          ? errorEntry('RequiredField', {
              field: path === '' ? 'id' : `${path}.id`,
              expected: 'either id or key identifies the resource',
            })
          : errorEntry('InvalidInput', { message: `'${path}' has both id and key; expected one of them.` });
      this.entries.push(entry);
      return;
    }
    const name = nameOf(typeId, { id, key, unique });
    const known = this.#wanted.get(name);
    this.#wanted.set(name, {
      typeId,
      id,
      key,
      unique,
      refusal,
      path,
      load: load || known?.load === true,
      undeclared: undeclared && known?.undeclared !== false,
    });
  }

  /** Everything that a decoded draft or action names. */
  collectFrom(value: unknown, paths: readonly SchemaPath[], base = ''): void {
    visitPaths(value, paths, base, ({ id, key }, { typeId, load, undeclared }, path) =>
      this.collect({ typeId, id, key } as TypedIdentifier, load === true, path, undeclared),
    );
  }

  get wanted(): ReadonlyMap<string, Wanted> {
    return this.#wanted;
  }
}

const missing = ({ typeId, id, key, unique, refusal }: Wanted): ErrorEntry =>
  refusal ?? errorEntry('ReferencedResourceNotFound', { typeId, id, key, identifier: id ?? key ?? unique?.value });

const fetch = async (
  { store, resourceTypes }: Engine,
  projectKey: string,
  wanted: Wanted,
): Promise<Found | undefined> => {
  const { typeId, load } = wanted;
  const { field, value } = wanted.unique ?? { field: 'key', value: wanted.key! };
  const id = wanted.id ?? (await store.findId(projectKey, typeId, field, value));
  if (id === null) return undefined;
  // Whether a resource named by id exists, the commit checks; only what rules read is fetched.
  if (!load) return { id };
  const body = await store.body(projectKey, typeId, id);
  const resourceType = resourceTypes.get(typeId);
  return body === null || resourceType === undefined
    ? undefined
    : { id, resource: resourceType.view(Document.open(body)) };
};

const fetchAll = async (
  engine: Engine,
  projectKey: string,
  references: ReferenceCollector,
): Promise<ReadonlyMap<string, Found>> => {
  const wanted = [...references.wanted];
  const results = await Promise.all(wanted.map(([, one]) => fetch(engine, projectKey, one)));
  const entries = [...references.entries];
  const found = new Map<string, Found>();
  wanted.forEach(([name, one], index) => {
    const result = results[index];
    if (result !== undefined) found.set(name, result);
    // One in a custom field is missed where its Type turns out to want a reference.
    else if (!one.undeclared) entries.push(missing(one));
  });
  // What was named by key may be asked for by id, once an action of the same update has put it into the resource.
  wanted.forEach(([, { typeId }], index) => {
    const result = results[index];
    const byId = result && nameOf(typeId, { id: result.id });
    if (result !== undefined && found.get(byId!)?.resource === undefined) found.set(byId!, result);
  });
  if (entries.length > 0) throw failAll(entries);
  return found;
};

/** What an identifier was found to be. */
type Take = (typeId: string, identifier: Identifier) => Found;

const takeFrom =
  (found: ReadonlyMap<string, Found>, { wanted }: ReferenceCollector): Take =>
  (typeId, identifier) => {
    const name = nameOf(typeId, identifier);
    const result = found.get(name);
    if (result !== undefined) return result;
    const sought = wanted.get(name);
    if (sought === undefined) throw new Error(`the schema or needs do not announce ${name}`);
    throw failAll([missing(sought)]);
  };

/** Fetches what was collected, in one round trip by id and two by key, and makes the Context of this request. */
export const resolveReferences = async (
  engine: Engine,
  project: ProjectSettings,
  references: ReferenceCollector,
): Promise<Context> => {
  const found =
    references.wanted.size === 0 && references.entries.length === 0
      ? new Map<string, Found>()
      : await fetchAll(engine, project.key, references);
  const take = takeFrom(found, references);
  return {
    project,
    now: engine.now().toISOString(),
    newId: () => engine.newId(),
    reference: (typeId, identifier) => ({ typeId, id: take(typeId, identifier).id }),
    keyReference: (typeId, identifier) => ({ typeId, key: identifier.key ?? keyOf(take(typeId, identifier), typeId) }),
    load: <R>(typeId: string, identifier: Identifier) => {
      const { resource } = take(typeId, identifier);
      if (resource === undefined) throw new Error(`the schema does not say load for ${nameOf(typeId, identifier)}`);
      return resource as R;
    },
  };
};

const keyOf = ({ resource, id }: Found, typeId: string): string => {
  const { key } = resource as unknown as { key?: string };
  if (key === undefined)
    throw failAll([
      errorEntry('InvalidInput', { message: `The ${typeId} with id '${id}' has no key to refer to it by.` }),
    ]);
  return key;
};
