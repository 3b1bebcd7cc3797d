import { isPresent } from '../../../engine/document/json.js';
import { isDeepStrictEqual } from 'node:util';
import { type Content, unpackContent, stagedContentOf, stagedPosition } from '../../../search/document/contentOf.js';
import { enumKeyLanguage } from '../../../search/document/fieldValues.js';
import type { FieldTable } from '../../../search/fields/FieldTable.js';
import type { ContentPath } from '../../../search/fields/SearchField.js';
import type { Hit, IndexEntry } from '../../../search/SearchIndexes.js';
import type { SearchedType } from '../../../search/SearchedType.js';
import type { SearchDifference } from './SearchDifference.js';

const withoutPath = (value: unknown, path: ContentPath, at = 0): unknown => {
  const step = path[at];
  if (!isPresent(value) || step === undefined) return null;
  const { isList } = step;
  const position = Number(step.at);
  const copy = [...(value as unknown[])];
  const next = copy[position];
  copy[position] =
    isList && isPresent(next)
      ? (next as unknown[]).map(each => withoutPath(each, path, at + 1))
      : withoutPath(next, path, at + 1);
  return copy;
};

type Members = Readonly<Record<string, unknown>>;

/** Values of open fields have names with a space (`openValueName`), texts by language have none. */
const isOpenValues = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && Object.keys(value).some(name => name.includes(' '));

/** Removes the labels of enum values, which belong to the Type. */
const withoutLabels = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutLabels);
  const hasLabels = typeof value === 'object' && value !== null && enumKeyLanguage in value;
  return hasLabels ? (value as Members)[enumKeyLanguage] : value;
};

/** The document may still have values of open fields that their definition no longer has. */
const hasOpenValues = (stored: Members, expected: Members): boolean =>
  Object.entries(expected).every(
    ([name, value]) =>
      Object.hasOwn(stored, name) && isDeepStrictEqual(withoutLabels(stored[name]), withoutLabels(value)),
  );

const holds = (stored: unknown, expected: unknown): boolean => {
  if (Array.isArray(stored) && Array.isArray(expected))
    return Array.from({ length: Math.max(stored.length, expected.length) }).every((_, at) =>
      holds(stored[at], expected[at]),
    );
  if (isOpenValues(expected)) return hasOpenValues(isOpenValues(stored) ? stored : {}, expected);
  if (isOpenValues(stored) || !isPresent(expected)) return isEmptyValue(stored) && !isPresent(expected);
  if (Array.isArray(expected)) return !isPresent(stored) && isEmptyValue(expected);
  return isDeepStrictEqual(stored, expected);
};

/** Tells whether a value says no more than an absent one: lengths of lists depend on the values that are left out. */
const isEmptyValue = (value: unknown): boolean =>
  !isPresent(value) || isOpenValues(value) || (Array.isArray(value) && value.every(isEmptyValue));

/**
 * Tells whether the content of a document equals the content of its resource now. Values of referenced resources are
 * ignored, because they stay as they were indexed (SEARCH054).
 */
const holdsOwnValues = (table: FieldTable, stored: Content, expected: Content): boolean => {
  const referenced = table.fields.filter(({ isReferenced }) => isReferenced === true);
  const ownValuesOf = (content: Content): unknown =>
    referenced.reduce<unknown>((left, { contentPath }) => withoutPath(left, contentPath), content);
  const currentOf = (content: Content): unknown => ownValuesOf(content.slice(0, stagedPosition(table)));
  const stagedOf = (content: Content): unknown => ownValuesOf(stagedContentOf(table, content) ?? []);
  return holds(currentOf(stored), currentOf(expected)) && holds(stagedOf(stored), stagedOf(expected));
};

type DocumentDifference = Pick<SearchDifference, 'kind' | 'detail'>;

const compareContents = (
  { table, noun }: SearchedType,
  packed: Buffer,
  expected: Buffer,
  references: boolean,
): DocumentDifference | undefined => {
  if (packed.equals(expected)) return undefined;
  const [stored, current] = [unpackContent(packed), unpackContent(expected)];
  if (!holdsOwnValues(table, stored, current))
    return { kind: 'content', detail: `its document has other values than the ${noun}` };
  if (!references || isDeepStrictEqual(stored, current)) return undefined;
  return { kind: 'content', detail: `its document has older values of resources that the ${noun} references` };
};

/** Compares a document with the entry that is expected now; undefined if nothing is wrong, or the resource is gone. */
export const compareDocument = (
  type: SearchedType,
  { version, document }: IndexEntry,
  hit: Hit | null,
  references: boolean,
): DocumentDifference | undefined => {
  if (document === undefined) return undefined;
  if (hit === null) return { kind: 'missing', detail: `version ${version} has no document` };
  const versions = `its document is of version ${hit.version}, the ${type.noun} has ${version}`;
  if (hit.version < version) return { kind: 'outdated', detail: versions };
  if (hit.version > version) return { kind: 'ahead', detail: versions };
  return compareContents(type, hit.content ?? Buffer.alloc(0), document.content, references);
};
