/** The members that every resource of the API has. */
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

export const textOf = (value: unknown, language: string): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const texts = value as Record<string, unknown>;
  const found = texts[language] ?? texts.en ?? Object.values(texts)[0];
  return typeof found === 'string' ? found : undefined;
};

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'typeId' in value && 'id' in value;

/** A reference to a store, which contains the key. */
export interface KeyReference {
  readonly typeId: string;
  readonly key: string;
}

export const isKeyReference = (value: unknown): value is KeyReference =>
  typeof value === 'object' && value !== null && 'typeId' in value && 'key' in value && !('id' in value);

/** Members of little interest to people; the heading of a page shows the times. */
const technicalMembers: ReadonlySet<string> = new Set([
  'id',
  'version',
  'versionModifiedAt',
  'createdAt',
  'createdBy',
  'lastModifiedAt',
  'lastModifiedBy',
  'lastMessageSequenceNumber',
]);

export const withoutTechnicalMembers = (resource: Resource): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !technicalMembers.has(name)));
