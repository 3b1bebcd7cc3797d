/** The lists of resources whose elements are changed one by one. */
import type { Resource } from '../../../support/resourceApi.js';

export type Element = Readonly<Record<string, unknown>>;

/** A resource with a list of three elements, and the update actions that concern the second one. */
export interface ListCase {
  /** The path of the resource type. */
  readonly path: string;
  /** The members that lead to the list. */
  readonly list: string;
  readonly create: () => Promise<Resource>;
  /** Actions that add an element, sent first. */
  readonly adds?: readonly Element[];
  /** Actions that change the element or remove it, in this order; each gets the element as it is then. */
  readonly actions: readonly ((element: never) => Element)[];
}

/** Makes the actions that name the element by these members; the rest of each is its payload. */
export const namedBy =
  (names: (element: Element) => Element) =>
  (...actions: readonly (readonly [action: string, payload?: Element])[]): ListCase['actions'] =>
    actions.map(([action, payload = {}]) => (element: Element) => ({ action, ...names(element), ...payload }));

/** Those that name the element by its id. */
export const idAs = (member: string) => namedBy(({ id }) => ({ [member]: id }));

/** The actions that set, change and remove custom fields of the element. */
export const customFieldActions = (holder: string, type: Resource): readonly (readonly [string, Element?])[] => [
  [`set${holder}CustomType`, { type: { typeId: 'type', id: type.id }, fields: { note: 'a' } }],
  [`set${holder}CustomField`, { name: 'note', value: 'b' }],
  [`set${holder}CustomType`],
];
