/** The resources that the random walk knows: as they were created, answered or read last. */
import type { Random } from '../../examples/sample-shop/choices.js';

export type WalkResource = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly version: number;
  readonly key?: string;
};

/** A value of a resource, and the object that has it as a member. */
export interface NamedValue {
  readonly value: unknown;
  readonly holder: object;
  /** The member that has the holder. */
  readonly place: string;
}

const lastWord = /[A-Z]?[a-z]+$/;
/** The ends of members that name a part of a resource, and the member of the part that has the name. */
const leaves: readonly (readonly [end: RegExp, leaf: string])[] = [
  [/(Ids?|Order)$/, 'id'],
  [/[Kk]eys?$/, 'key'],
  [/Names?$/, 'name'],
  [/Url$/, 'url'],
];

/** What singular and plural have in common: `delivery`, `deliveries`. */
const singular = (word: string): string => word.toLowerCase().slice(0, -1);

const collect = (value: unknown, place: string, accepts: (name: string) => boolean): NamedValue[] => {
  if (Array.isArray(value)) return value.flatMap(each => collect(each, place, accepts));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(typeof member !== 'object' && accepts(name) ? [{ value: member as unknown, holder: value, place }] : []),
    ...collect(member, name, accepts),
  ]);
};

/**
 * The values of a resource that a member of a payload may mean: for `addressId` the ids of `addresses`, for `sku` the
 * members of that name.
 */
export const namedValues = (resource: unknown, name: string): NamedValue[] => {
  const same = collect(resource, '', each => each === name);
  const [end, leaf] = leaves.find(([pattern]) => pattern.test(name)) ?? [];
  if (end === undefined || same.length > 0) return same;
  const stem = name.replace(end, '');
  const [word = ''] = lastWord.exec(stem) ?? [];
  const parts = collect(resource, '', each => each === leaf);
  const whole = parts.filter(({ place }) => place.toLowerCase().startsWith(singular(stem)));
  return whole.length > 0 ? whole : parts.filter(({ place }) => place.toLowerCase().includes(singular(word)));
};

/** The ids of the references to a type in a resource. */
export const referencedIds = (resource: unknown, typeId: string): string[] =>
  collect(resource, '', name => name === 'id')
    .filter(({ holder }) => (holder as { typeId?: unknown }).typeId === typeId)
    .map(({ value }) => String(value));

/** The id of the customer that owns a resource. */
export const customerIdOf = ({ customerId, customer }: WalkResource): string | undefined =>
  (customerId as string | undefined) ?? (customer as { readonly id?: string } | undefined)?.id;

export class WalkWorld {
  readonly #resources = new Map<string, Map<string, WalkResource>>();

  constructor(private readonly random: Random) {}

  put(typeId: string, resource: WalkResource): void {
    const ofType = this.#resources.get(typeId) ?? new Map<string, WalkResource>();
    this.#resources.set(typeId, ofType);
    if ((ofType.get(resource.id)?.version ?? 0) <= resource.version) ofType.set(resource.id, resource);
  }

  remove(typeId: string, id: string): void {
    this.#resources.get(typeId)?.delete(id);
  }

  find(typeId: string, id: string): WalkResource | undefined {
    return this.#resources.get(typeId)?.get(id);
  }

  all(typeId: string): WalkResource[] {
    return [...(this.#resources.get(typeId)?.values() ?? [])];
  }

  /** The value of a path parameter that names a resource: one of its members, or its product. */
  addressOf(resource: WalkResource, field: string): unknown {
    const { id = '' } = (resource.product ?? {}) as { readonly id?: string };
    if (field === 'productId') return id === '' ? undefined : id;
    return field === 'productKey' ? this.find('product', id)?.key : resource[field];
  }

  pick(typeId: string): WalkResource | undefined {
    const all = this.all(typeId);
    return all.length === 0 ? undefined : this.random.pick(all);
  }
}
