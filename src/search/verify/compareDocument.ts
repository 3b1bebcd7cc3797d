import { isDeepStrictEqual } from 'node:util';
import type { Hit, IndexEntry } from '../../store/SearchIndexes.js';
import { unpackContent } from '../document/content.js';
import type { Difference } from './Difference.js';
import { holdsOwnValues } from './holdsOwnValues.js';

type Finding = Pick<Difference, 'kind' | 'detail'>;

const compareContents = (packed: Buffer, expected: Buffer, references: boolean): Finding | undefined => {
  if (packed.equals(expected)) return undefined;
  const [stored, current] = [unpackContent(packed), unpackContent(expected)];
  if (!holdsOwnValues(stored, current))
    return { kind: 'content', detail: 'its document has other values than the order' };
  if (!references || isDeepStrictEqual(stored, current)) return undefined;
  return { kind: 'content', detail: 'its document has older values of resources that the order references' };
};

/** `entry` is what the order expected now; undefined where nothing is wrong, or the order is gone. */
export const compareDocument = (
  { version, document }: IndexEntry,
  hit: Hit | null,
  references: boolean,
): Finding | undefined => {
  if (document === undefined) return undefined;
  if (hit === null) return { kind: 'missing', detail: `version ${version} has no document` };
  const versions = `its document is of version ${hit.version}, the order has ${version}`;
  if (hit.version < version) return { kind: 'outdated', detail: versions };
  if (hit.version > version) return { kind: 'ahead', detail: versions };
  return compareContents(hit.content ?? Buffer.alloc(0), document.content, references);
};
