import { limits } from '../../config/limits.js';
import { type ErrorEntry, errorEntry, failAll } from '../../errors/ApiError.js';
import type { Identifier, TypedIdentifier } from '../../schema/reference.js';
import type { FindReferences } from '../../schema/compilePaths.js';

/** A resource to fetch, and the place where the request named it. */
export interface CollectedReference extends TypedIdentifier {
  readonly load: boolean;
  readonly path: string;
  readonly undeclared: boolean;
}

/** One text for each way to name a resource: `state/<id>`, `state/key=<key>`, `product/sku=<sku>`. */
export const identifierName = (typeId: string, { id, key, unique }: Identifier): string => {
  if (id !== undefined) return `${typeId}/${id}`;
  return unique === undefined ? `${typeId}/key=${key}` : `${typeId}/${unique.field}=${unique.value}`;
};

const invalidIdentifier = (path: string, { id }: Identifier): ErrorEntry =>
  id === undefined
    ? errorEntry('RequiredField', {
        field: path === '' ? 'id' : `${path}.id`,
        expected: 'either id or key identifies the resource',
      })
    : errorEntry('InvalidInput', { message: `'${path}' has both id and key; expected one of them.` });

/** Collects the identifiers of a request, one entry per resource, and the errors of those that name none or two. */
export class ReferenceCollector {
  readonly #collected = new Map<string, CollectedReference>();
  #undeclared = 0;
  readonly entries: ErrorEntry[] = [];

  collect({ typeId, id, key, unique, refusal }: TypedIdentifier, load: boolean, path = '', undeclared = false): void {
    const isAmbiguous = (id === undefined) === (key === undefined);
    // An undeclared value is judged by its custom type, later.
    if (undeclared && (isAmbiguous || typeof (id ?? key) !== 'string')) return;
    if (undeclared && ++this.#undeclared > limits.customReferencesMax)
      throw failAll([
        errorEntry('InvalidInput', {
          message: `The custom fields hold more than ${limits.customReferencesMax} references.`,
        }),
      ]);
    if (unique === undefined && isAmbiguous) {
      this.entries.push(invalidIdentifier(path, { id }));
      return;
    }
    const name = identifierName(typeId, { id, key, unique });
    const known = this.#collected.get(name);
    this.#collected.set(name, {
      typeId,
      id,
      key,
      unique,
      refusal: known?.refusal ?? refusal,
      path,
      load: load || known?.load === true,
      undeclared: undeclared && known?.undeclared !== false,
    });
  }

  /** Collects every identifier that `find` finds in a decoded draft or action. */
  collectFrom(value: unknown, find: FindReferences, base = ''): void {
    for (const { object, mark, path } of find(value, base)) {
      const { id, key } = object as Identifier;
      this.collect({ typeId: mark.typeId, id, key }, mark.load === true, path, mark.undeclared);
    }
  }

  get collected(): ReadonlyMap<string, CollectedReference> {
    return this.#collected;
  }
}
