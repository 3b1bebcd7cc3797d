/** Generates payloads that are mostly valid for the resource that they change. The same seed gives the same. */
import type { TSchema } from '@sinclair/typebox';
import { pascalCase } from '../../src/engine/schema/words.js';
import type { Random } from '../../examples/sample-shop/choices.js';
import { sampleText } from '../isolation/minimalInput.js';
import { customerIdOf, namedValues, referencedIds, type WalkResource, type WalkWorld } from './WalkWorld.js';

/** The password of every customer of the walk. */
export const walkPassword = 'correct horse 1';

/** The Type of custom fields that every resource can have, and its field. */
export const walkType = { key: 'walk', field: 'note' } as const;

/** Texts for members whose contents have a grammar of their own. */
const knownTexts: Readonly<Record<string, readonly string[]>> = {
  locale: ['en', 'de'],
  languages: ['en', 'de', 'fr'],
  countries: ['DE', 'FR', 'US'],
  country: ['DE', 'FR', 'US'],
  currencies: ['EUR', 'USD', 'CHF'],
  currency: ['EUR'],
  currencyCode: ['EUR'],
  cartPredicate: ['1 = 1', 'totalPrice > "1 EUR"', 'customer.email is defined'],
  predicate: ['1 = 1', 'true', 'sku = "a"'],
  url: ['https://example.com/a.png', 'https://example.com/b.png'],
  function: ['(200 * x) - 1'],
};

const hostile: readonly unknown[] = [null, '', -1, {}, [], 'x', 1e15, true];
const optionalShares = [0.05, 0.3, 0.5, 0.9] as const;
const depthMax = 8;

/** Members that name a part of the target. */
const isName = /(Id|Key|Name|^name|^key)$/;
type Members = Readonly<Record<string, TSchema>>;

export class WalkValues {
  #count = 0;
  #target: WalkResource | undefined;
  #typeId = '';
  /** The part of the target that a member of the payload named last. */
  #part: object | undefined;
  #optionalShare = 0;

  constructor(
    private readonly random: Random,
    private readonly world: WalkWorld,
  ) {}

  /** A payload for a resource, or a draft. */
  payload(schema: TSchema, target?: WalkResource, typeId = ''): unknown {
    this.#target = target;
    this.#typeId = typeId;
    this.#part = undefined;
    this.#optionalShare = this.random.pick(optionalShares);
    return this.#value(schema, '', depthMax);
  }

  newKey(): string {
    return `walk-${++this.#count}`;
  }

  newEmail(): string {
    return `walk-${++this.#count}@example.com`;
  }

  chance(share: number): boolean {
    return this.random.next() < share;
  }

  #value(schema: TSchema, name: string, depth: number): unknown {
    if (depth < depthMax && this.chance(0.002)) return this.random.pick(hostile);
    const options = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined;
    if (options !== undefined) return this.#value(this.random.pick(options), name, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.random.pick(schema.enum as unknown[]);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, name, depth);
      case 'array':
        return this.#array(schema, name, depth);
      case 'string':
        return this.#text(schema, name);
      case 'integer':
      case 'number':
        return this.#number(schema, name);
      case 'boolean':
        return this.chance(0.5);
      default:
        return this.#any(name);
    }
  }

  /** A value of a custom field or an attribute. */
  #any(name: string): unknown {
    const ofPart = (this.#part as Record<string, unknown> | undefined)?.[name];
    if (ofPart !== undefined && this.chance(0.5)) return ofPart;
    if (this.chance(0.5)) return 'a note';
    return this.random.pick<unknown>([1, true, 'en', { en: 'a note' }, { currencyCode: 'EUR', centAmount: 1 }, null]);
  }

  #object(schema: TSchema, name: string, depth: number): unknown {
    const members = (schema.properties ?? {}) as Members;
    const typeId = this.#typeIdOf(schema, members);
    if (typeId !== undefined) return this.#identifier(typeId, members, name);
    if (members.currencyCode !== undefined && members.centAmount !== undefined && this.chance(0.9))
      return this.#money();
    if (Object.keys(members).length === 0) return this.#dictionary(schema, name, depth);
    const required = new Set((schema.required ?? []) as string[]);
    const share = depth <= 0 ? 0 : this.#optionalShare;
    const named = this.#alternativeOf(Object.keys(members).filter(each => !required.has(each)));
    const made: Record<string, unknown> = {};
    for (const [each, member] of Object.entries(members))
      if (required.has(each) || (named.has(each) ? named.get(each)! : this.chance(share)))
        made[each] = this.#value(member, each, depth - 1);
    return this.#withVersions(made);
  }

  /** Whether an optional member is given, of those that name the same part of the target: `addressId`, `addressKey`. */
  #alternativeOf(optional: readonly string[]): ReadonlyMap<string, boolean> {
    const stems = new Map<string, string[]>();
    for (const each of optional.filter(name => isName.test(name) || name === 'sku')) {
      const stem = each === 'sku' ? 'variant' : each.replace(/^custom|(Id|Key)$/g, '').toLowerCase();
      stems.set(stem, [...(stems.get(stem) ?? []), each]);
    }
    const chosen = new Map<string, boolean>();
    if (optional.includes('key')) chosen.set('key', this.chance(0.6));
    if (optional.includes('value')) chosen.set('value', this.chance(0.8));
    for (const name of optional.filter(each => each === 'cart' || each === 'password'))
      chosen.set(name, this.chance(0.9));
    if (optional.includes('id') && this.#target === undefined) chosen.set('id', this.chance(0.02));
    for (const names of [...stems.values()].filter(each => each.length > 1)) {
      const known = names.filter(each => this.#candidates(each).length > 0);
      const one = this.random.pick(known.length > 0 ? known : names);
      for (const name of names) chosen.set(name, name === one || this.chance(0.02));
    }
    return chosen;
  }

  #typeIdOf(schema: TSchema, members: Members): string | undefined {
    const mark = (schema.identifier ?? schema.reference) as { readonly typeId?: string } | undefined;
    if (mark?.typeId !== undefined) return mark.typeId;
    const { typeId } = members;
    if (typeId === undefined || members.id === undefined) return undefined;
    return this.random.pick((typeId.enum as string[] | undefined) ?? [typeId.const as string]);
  }

  #identifier(typeId: string, members: Members, name: string): unknown {
    const named = referencedIds(this.#part ?? this.#target, typeId);
    const id = named.length > 0 && this.chance(0.4) ? this.random.pick(named) : undefined;
    const found = id === undefined ? this.#suitable(typeId, name) : this.world.find(typeId, id);
    const byKey = members.key !== undefined && (members.id === undefined || this.chance(0.3));
    if (byKey) return { typeId, key: found?.key ?? 'missing' };
    return { typeId, id: found?.id ?? id ?? 'missing' };
  }

  /** A resource that can mostly be named: not each Type and State suits each place. */
  #suitable(typeId: string, name: string): WalkResource | undefined {
    const stateType = `${name === 'state' ? pascalCase(this.#typeId) : 'LineItem'}State`;
    const buyerId = this.#target?.id;
    const suits: Readonly<Record<string, (each: WalkResource) => boolean>> = {
      type: each => each.key === walkType.key,
      state: each => each.type === stateType,
      cart: each => each.cartState === 'Active',
      quote: each => each.quoteState === 'Pending' && (buyerId === undefined || customerIdOf(each) === buyerId),
    };
    const all = this.world.all(typeId);
    const fits = this.chance(0.8) ? all.filter(suits[typeId] ?? (() => true)) : all;
    return fits.length === 0 ? this.world.pick(typeId) : this.random.pick(fits);
  }

  #money(): object {
    return { currencyCode: this.#named('currencyCode', 'string') ?? 'EUR', centAmount: this.random.integer(0, 2_000) };
  }

  /** An object with any members: custom fields, or texts by language. */
  #dictionary(schema: TSchema, name: string, depth: number): unknown {
    if (schema.propertyNames !== undefined)
      return { en: this.#value(schema.additionalProperties as TSchema, 'text', depth - 1) };
    return name === 'fields' ? { [walkType.field]: 'a note' } : {};
  }

  /** Versions of resources that the same object names. */
  #withVersions(made: Record<string, unknown>): Record<string, unknown> {
    for (const name of Object.keys(made).filter(each => /version$/i.test(each)))
      for (const value of Object.values(made)) {
        const { typeId, id } = (value ?? {}) as { readonly typeId?: string; readonly id?: string };
        const found =
          typeof value === 'string'
            ? (this.world.find('cart', value) ?? this.world.find('quote', value))
            : this.world.find(String(typeId), String(id));
        if (found !== undefined) made[name] = found.version;
      }
    return made;
  }

  #array(schema: TSchema, name: string, depth: number): unknown[] {
    const items = (schema.items ?? {}) as TSchema;
    const min = Number(schema.minItems ?? 0);
    // All in another order: what an action for an order of elements expects.
    const same = (this.#part as Record<string, unknown> | undefined)?.[name];
    if (Array.isArray(same) && this.chance(0.3)) return [...same].reverse();
    if (items.type === 'string' && items.enum === undefined && this.chance(0.5)) {
      const all = [...new Set(this.#candidates(name).map(({ value }) => value))];
      if (all.length > 0) return all.reverse();
    }
    const length = depth <= 0 ? min : Math.max(min, this.random.integer(0, 2));
    return Array.from({ length }, () => this.#value(items, name, depth - 1));
  }

  #candidates(name: string) {
    const ofPart = this.#part === undefined ? [] : namedValues(this.#part, name);
    return ofPart.length > 0 ? ofPart : namedValues(this.#target, name);
  }

  #named(name: string, type: string): unknown {
    const found = this.#candidates(name).filter(({ value }) => typeof value === type);
    if (found.length === 0) return undefined;
    const { value, holder } = this.random.pick(found);
    if (isName.test(name)) this.#part = holder;
    return value;
  }

  #text(schema: TSchema, name: string): unknown {
    if (schema.dateTime === true) return new Date(Date.UTC(2026, this.random.integer(0, 36))).toISOString();
    if (name.endsWith('assword')) return walkPassword;
    if (name === 'name' && this.chance(0.5)) return walkType.field;
    const named = this.chance(isName.test(name) ? 0.9 : 0.6) ? this.#named(name, 'string') : undefined;
    if (named !== undefined) return named;
    const known = knownTexts[name];
    if (known !== undefined) return this.random.pick(known);
    if (name === 'cartId' || name === 'quoteId') return this.#suitable(name.replace('Id', ''), name)?.id ?? 'missing';
    if (name === 'email') return this.newEmail();
    if (name === 'sortOrder') return `0.${this.random.integer(1, 1e9)}7`;
    if (name === 'sku') return this.#valueOf('product', 'sku');
    if (/^(code|discountCodes)$/.test(name) && this.chance(0.6)) return this.#valueOf('discount-code', 'code');
    const isPlain = schema.pattern === undefined || new RegExp(schema.pattern as string).test('walk-1');
    return isPlain ? this.newKey() : sampleText(schema);
  }

  /** A text of another resource. */
  #valueOf(typeId: string, name: string): string {
    const found = namedValues(this.world.pick(typeId), name);
    return found.length === 0 ? this.newKey() : String(this.random.pick(found).value);
  }

  #number(schema: TSchema, name: string): unknown {
    const named = this.chance(isName.test(name) ? 0.95 : 0.5) ? this.#named(name, 'number') : undefined;
    if (named !== undefined) return named;
    const min = Math.max(Number(schema.minimum ?? 0), 0);
    const max = Math.min(Number(schema.maximum ?? 10), min + 10);
    return schema.type === 'number' ? min + this.random.next() * Math.min(1, max - min) : this.random.integer(min, max);
  }
}
