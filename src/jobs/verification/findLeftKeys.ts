/** Finds keys of a project that belong to nothing, so that nothing reads them and nothing deletes them. */
import type { SearchStates } from '../../search/SearchStates.js';
import type { IdList } from '../../store/DataStore.js';
import { keys } from '../../store/keys.js';
import type { StoredKey } from '../../store/parseKey.js';
import type { StoredKeys } from '../../store/StoredKeys.js';
import type { StoreMender } from '../../store/StoreMender.js';

export interface LeftKey {
  readonly key: string;
  readonly reason: string;
  /** Deletes the key; absent where it is of a resource type that another version may know. */
  readonly mend?: (mender: StoreMender) => Promise<boolean>;
}

export interface FindLeftKeysOptions {
  readonly projectKey: string;
  /** The searches by the type that they search. */
  readonly searches: ReadonlyMap<string, { readonly states: Pick<SearchStates, 'usedIndexes'> }>;
  readonly storedKeys: Pick<StoredKeys, 'all' | 'existing'>;
  readonly resourceTypes: { has(typeId: string): boolean };
}

type UsedIndexes = ReadonlyMap<string, ReadonlySet<number>>;

const unknownType = (
  key: Extract<StoredKey, { kind: 'body' | 'unique' }>,
  { projectKey, resourceTypes }: FindLeftKeysOptions,
): LeftKey[] => {
  const { typeId } = key;
  if (resourceTypes.has(typeId)) return [];
  const reason = `there is no resource type '${typeId}'`;
  return key.kind === 'body'
    ? [{ key: keys.body(projectKey, typeId, key.id), reason }]
    : [{ key: keys.unique(projectKey, typeId, key.path, key.value), reason }];
};

/** A key that belongs to nothing has no writer, so that nothing makes it again. */
const deletable = (key: string, reason: string): LeftKey => ({ key, reason, mend: mender => mender.deleteKey(key) });

const timeLists: readonly string[] = ['createdAt', 'lastModifiedAt', 'endsAt'] satisfies IdList['by'][];

const toLeftKeys = (key: StoredKey, used: UsedIndexes, options: FindLeftKeysOptions): LeftKey[] => {
  switch (key.kind) {
    case 'unknown':
      return [deletable(key.key, 'no key of a project has this form')];
    case 'time':
      return timeLists.includes(key.field)
        ? []
        : [
            deletable(
              keys.time(options.projectKey, key.typeId, key.field),
              `no resource type has a list by ${key.field}`,
            ),
          ];
    case 'searchDocument':
    case 'searchIndex':
      return used.get(key.typeId)?.has(key.number) === true
        ? []
        : [deletable(key.key, `there is no index ${key.number} of resources of type '${key.typeId}'`)];
    case 'body':
    case 'unique':
      return unknownType(key, options);
    // The members of lists, sealed values and holders are examined by themselves.
    default:
      return [];
  }
};

/**
 * Returns the keys of a page that belong to nothing. An index is in use before its first document is written, and until
 * its last one is deleted: a key of another index that still exists after the numbers were read belongs to nothing.
 */
export const findLeftKeys = async (options: FindLeftKeysOptions, page: readonly StoredKey[]): Promise<LeftKey[]> => {
  const used = new Map<string, ReadonlySet<number>>();
  for (const [typeId, { states }] of options.searches) used.set(typeId, await states.usedIndexes(options.projectKey));
  const suspected = new Map(
    page.flatMap(key => toLeftKeys(key, used, options)).map(leftKey => [leftKey.key, leftKey] as const),
  );
  const existing = await options.storedKeys.existing([...suspected.keys()]);
  return existing.flatMap(key => suspected.get(key) ?? []);
};

/** Looks at the whole key space of a project; a key may be found twice. */
export async function* leftKeysOf(options: FindLeftKeysOptions): AsyncGenerator<LeftKey> {
  for await (const page of options.storedKeys.all(options.projectKey)) yield* await findLeftKeys(options, page);
}
