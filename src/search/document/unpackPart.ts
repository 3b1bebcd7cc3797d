/** Contents of which only a part is looked at: the rest is passed over as bytes, which takes a fraction of the time. */
import { type Content, unpackAt, unpackContent } from './content.js';

/** Which of the outermost members are wanted. */
export type ContentMembers = ReadonlySet<number>;

/** MessagePack's heads from 0xc0 to 0xdf: how many bytes of a length follow, and how many of a value beyond that. */
const lengthBytes = [0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4];
const valueBytes = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17, 0, 0, 0, 0, 0, 0, 0];
const firstArray = 0xdc;
const firstMap = 0xde;

/** How many values stand in what a head begins, and where they begin. */
const scan = { at: 0, values: 0 };

const enter = (bytes: Uint8Array, at: number): void => {
  const head = bytes[at]!;
  scan.at = at + 1;
  scan.values = 0;
  if (head < 0x80 || head >= 0xe0) return;
  if (head < 0x90) scan.values = 2 * (head & 0x0f);
  else if (head < 0xa0) scan.values = head & 0x0f;
  else if (head < 0xc0) scan.at += head & 0x1f;
  else enterLong(bytes, head);
};

const enterLong = (bytes: Uint8Array, head: number): void => {
  let length = 0;
  for (const end = scan.at + lengthBytes[head - 0xc0]!; scan.at < end; scan.at++)
    length = length * 256 + bytes[scan.at]!;
  scan.at += valueBytes[head - 0xc0]!;
  if (head < firstArray) scan.at += length;
  else scan.values = head < firstMap ? length : 2 * length;
};

/** Where the value behind that at a position begins. */
const pass = (bytes: Uint8Array, from: number): number => {
  scan.at = from;
  for (let open = 1; open > 0; open--) {
    enter(bytes, scan.at);
    open += scan.values;
  }
  return scan.at;
};

/** A content with what is wanted of it, and nothing at the other places; without `wanted` all of it. */
export const unpackPart = (bytes: Buffer, wanted: ContentMembers | undefined): Content => {
  if (wanted === undefined) return unpackContent(bytes);
  enter(bytes, 0);
  const { values } = scan;
  const content: unknown[] = [];
  let left = wanted.size;
  for (let at = 0, from = scan.at; at < values && left > 0; at++) {
    const end = pass(bytes, from);
    if (wanted.has(at)) {
      content[at] = unpackAt(bytes, from, end);
      left--;
    } else content[at] = undefined;
    from = end;
  }
  return content;
};
