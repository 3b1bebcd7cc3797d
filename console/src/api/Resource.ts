/** What every resource of the API has, and how a person recognises one. */
export interface Resource {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
  readonly [member: string]: unknown;
}

export interface Reference {
  readonly typeId: string;
  readonly id: string;
  readonly obj?: Resource;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly count: number;
  readonly total?: number;
  readonly results: readonly Resource[];
}

const nameMembers = ['orderNumber', 'name', 'email', 'code', 'sku', 'quoteRequestNumber'] as const;

export const textOf = (value: unknown, language: string): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = value as Record<string, unknown>;
  const found = texts[language] ?? texts.en ?? Object.values(texts)[0];
  return typeof found === 'string' ? found : undefined;
};

const fullName = ({ firstName, lastName }: Resource): string =>
  [firstName, lastName].filter(part => typeof part === 'string').join(' ');

/** The name that a person knows a resource by, such as an order number; otherwise its id. */
export const labelOf = (resource: Resource, language: string): string => {
  for (const member of nameMembers) {
    const text = textOf(resource[member], language);
    if (text !== undefined)
      return member === 'email' && fullName(resource) !== '' ? `${fullName(resource)}, ${text}` : text;
  }
  return textOf(productName(resource), language) ?? textOf(resource.key, language) ?? resource.id;
};

interface ProductData {
  readonly masterData?: { readonly current?: { readonly name?: unknown } };
}

const productName = (resource: Resource): unknown => (resource as ProductData).masterData?.current?.name;

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'typeId' in value && 'id' in value;
