import type { Document } from './Document.js';
import { storedText } from './json.js';

/** Reads a document, with changes of top-level members on it, as a resource. */
export type ViewOf<R> = (document: Document, changes?: Readonly<Record<string, unknown>>) => R;

/**
 * Makes documents readable as plain objects, `order.lineItems`. `names` are all members that a resource of the type can
 * have; a member is parsed when it is read.
 */
export const defineView = <R>(names: readonly string[]): ViewOf<R> => {
  class View {
    readonly #document: Document;
    readonly #changes: Readonly<Record<string, unknown>>;

    constructor(document: Document, changes: Readonly<Record<string, unknown>>) {
      this.#document = document;
      this.#changes = changes;
    }

    static read(view: View, name: string): unknown {
      return Object.hasOwn(view.#changes, name) ? view.#changes[name] : view.#document.value(name);
    }

    get [storedText](): string | undefined {
      return Object.keys(this.#changes).length === 0 ? this.#document.text : undefined;
    }

    toJSON(): unknown {
      return Object.fromEntries(names.map(name => [name, View.read(this, name)]));
    }
  }
  for (const name of names)
    Object.defineProperty(View.prototype, name, {
      enumerable: true,
      get(this: View) {
        return View.read(this, name);
      },
    });
  return (document, changes = {}) => new View(document, changes) as unknown as R;
};
