import { Packr } from 'msgpackr';
import { customPosition } from './contentPaths.js';

/**
 * The content of an indexed order: the values of its search fields, including values of referenced resources. Objects
 * are lists of their members in the order of the field table, so that member names take no space in the index.
 */
export type Content = readonly unknown[];

/** Values of custom fields by field name and custom type (`customValueName`). */
export type CustomValues = Readonly<Record<string, unknown>>;

export const customValueName = (name: string, customType: string): string => `${customType} ${name}`;

export const customValuesIn = (content: Content): CustomValues => (content[customPosition] ?? {}) as CustomValues;

/** Plain MessagePack without extensions, which processes of all versions can read. */
const packr = new Packr({ useRecords: false, encodeUndefinedAsNil: true });

export const packContent = (content: Content): Buffer => Buffer.from(packr.pack(content));
export const unpackContent = (bytes: Buffer): Content => packr.unpack(bytes) as Content;
/** Unpacks a single value of a packed content. */
export const unpackValue = (bytes: Buffer, start: number, end: number): unknown => packr.unpack(bytes, { start, end });
