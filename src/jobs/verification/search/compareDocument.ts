import { isDeepStrictEqual } from 'node:util';
import type { Hit, IndexEntry } from '../../../search/SearchIndexes.js';
import type { SearchedType } from '../../../search/SearchedType.js';
import { unpackContent } from '../../../search/document/contentOf.js';
import type { SearchDifference } from './SearchDifference.js';
import { holdsOwnValues } from './holdsOwnValues.js';

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
