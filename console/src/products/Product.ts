import type { Resource } from '../api/Resource';
import type { Reference } from '../api/Resource';
import type { Money } from '../values/format';

export interface Price {
  readonly id: string;
  readonly value: Money & { readonly type?: string };
  readonly country?: string;
  readonly customerGroup?: Reference;
  readonly channel?: Reference;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly [member: string]: unknown;
}

export interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

export interface Variant {
  readonly id: number;
  readonly sku?: string;
  readonly key?: string;
  readonly prices?: readonly Price[];
  readonly images?: readonly { readonly url: string }[];
  readonly attributes?: readonly Attribute[];
}

/** What customers see (`current`), or what the next publication will show (`staged`). */
export interface ProductData {
  readonly name: Readonly<Record<string, string>>;
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
  readonly categories?: readonly Reference[];
  /** The attributes of the product as a whole. */
  readonly attributes?: readonly Attribute[];
}

export interface Product extends Resource {
  readonly productType: Reference;
  readonly masterData: {
    readonly published: boolean;
    readonly hasStagedChanges: boolean;
    readonly current: ProductData;
    readonly staged: ProductData;
  };
}

export const variantsOf = ({ masterVariant, variants }: ProductData): readonly Variant[] => [
  masterVariant,
  ...variants,
];

/** The members of a price that say where it applies, as the API takes them in a draft. */
export const priceScopeOf = ({ id: _id, value: _value, ...scope }: Price): object => scope;
