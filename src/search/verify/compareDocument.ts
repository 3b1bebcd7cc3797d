/** An order beside its document. */
import { isDeepStrictEqual } from 'node:util';
import type { Hit, IndexEntry } from '../../store/SearchIndexes.js';
import { unpackContent } from '../document/content.js';
import type { Difference } from './Difference.js';
import { holdsOwnValues } from './holdsOwnValues.js';

type Told = Pick<Difference, 'kind' | 'detail'>;

const compareContents = (held: Buffer, yields: Buffer, references: boolean): Told | undefined => {
  if (held.equals(yields)) return undefined;
  const [stored, wanted] = [unpackContent(held), unpackContent(yields)];
  if (!holdsOwnValues(stored, wanted))
    return { kind: 'content', detail: 'its document holds other values than the order' };
  if (!references || isDeepStrictEqual(stored, wanted)) return undefined;
  return { kind: 'content', detail: 'its document holds older values of resources that the order refers to' };
};

/** `entry` is what the order yields now; undefined where nothing is wrong, or the order is gone. */
export const compareDocument = (
  { version, document }: IndexEntry,
  hit: Hit | null,
  references: boolean,
): Told | undefined => {
  if (document === undefined) return undefined;
  if (hit === null) return { kind: 'missing', detail: `version ${version} has no document` };
  const versions = `its document is of version ${hit.version}, the order has ${version}`;
  if (hit.version < version) return { kind: 'outdated', detail: versions };
  if (hit.version > version) return { kind: 'ahead', detail: versions };
  return compareContents(hit.content ?? Buffer.alloc(0), document.content, references);
};
