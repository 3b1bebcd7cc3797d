import type { Reference, Resource } from '../api/Resource';
import type { Money } from '../values/format';

export interface Price {
  readonly id: string;
  readonly value: Money & { readonly type?: string };
  readonly country?: string;
  readonly customerGroup?: Reference;
  readonly channel?: Reference;
  readonly validFrom?: string;
  readonly validUntil?: string;
  readonly discounted?: { readonly value: Money; readonly discount: Reference };
  readonly [member: string]: unknown;
}

export interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

interface Availability {
  readonly availableQuantity?: number;
}

export interface Variant {
  readonly id: number;
  readonly sku?: string;
  readonly key?: string;
  readonly prices?: readonly Price[];
  readonly images?: readonly { readonly url: string; readonly label?: string }[];
  readonly attributes?: readonly Attribute[];
  readonly availability?: Availability & { readonly channels?: Readonly<Record<string, Availability>> };
}

export type Texts = Readonly<Record<string, string>>;

/** The data that customers see (`current`), or that the next publication will show (`staged`). */
export interface ProductData {
  readonly name: Texts;
  readonly slug: Texts;
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
  readonly categories?: readonly Reference[];
  /** The attributes of the product as a whole. */
  readonly attributes?: readonly Attribute[];
  readonly [member: string]: unknown;
}

export interface Product extends Resource {
  readonly productType: Reference;
  readonly taxCategory?: Reference;
  readonly state?: Reference;
  readonly priceMode?: string;
  readonly masterData: {
    readonly published: boolean;
    readonly hasStagedChanges: boolean;
    readonly current: ProductData;
    readonly staged: ProductData;
  };
}

export interface InventoryEntry extends Resource {
  readonly sku: string;
  readonly supplyChannel?: Reference;
  readonly quantityOnStock: number;
}

export type StandalonePrice = Resource & Price & { readonly sku: string };

export const variantsOf = ({ masterVariant, variants }: ProductData): readonly Variant[] => [
  masterVariant,
  ...variants,
];

export const skusOf = (variants: readonly Variant[]): readonly string[] =>
  variants.flatMap(({ sku }) => (sku === undefined ? [] : [sku]));

export const attributeOf = (attributes: readonly Attribute[] = [], name: string): unknown =>
  attributes.find(each => each.name === name)?.value;
