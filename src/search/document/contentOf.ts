import { isJsonObject } from '../../engine/document/json.js';
import { Packr } from 'msgpackr';
import { canonicalLanguageTag } from '../../engine/schema/languageTags.js';
import type { ContentNode, FieldTable } from '../fields/FieldTable.js';

/**
 * The content of an indexed resource: the values of its search fields, including values of referenced resources.
 * Objects are lists of their members in the order of the field table, so that member names take no space in the index.
 * Values of open fields are in an object by the name and type of the field (`openValueName`).
 */
export type Content = readonly unknown[];

/** Plain MessagePack without extensions, which processes of all versions can read. */
const packr = new Packr({ useRecords: false, encodeUndefinedAsNil: true });

export const packContent = (content: Content): Buffer => Buffer.from(packr.pack(content));
export const unpackContent = (bytes: Buffer): Content => packr.unpack(bytes) as Content;
/** Unpacks a single value of a packed content. */
export const unpackValue = (bytes: Buffer, start: number, end: number): unknown => packr.unpack(bytes, { start, end });

export type Fields = Readonly<Record<string, unknown>>;

/** The data beside a resource that its content depends on. */
export interface SearchDocumentContext {
  /** Returns the resource of a reference. */
  readonly resolve: (reference: Fields) => Fields | undefined;
  /** Languages of the project; texts in other languages are not indexed (SEARCH021). */
  readonly languages: ReadonlySet<string>;
}

const memberOf = (value: Fields, name: string, { resolve }: SearchDocumentContext): unknown => {
  if (Object.hasOwn(value, name)) return value[name];
  return typeof value.typeId === 'string' ? resolve(value)?.[name] : undefined;
};

/** Removes absent members at the end, because most resources lack most members. */
const withoutEmptyEnd = (values: unknown[]): unknown[] | undefined => {
  let { length } = values;
  while (length > 0 && values[length - 1] === undefined) length--;
  return length === 0 ? undefined : values.slice(0, length);
};

/** Returns the texts in indexed languages, by their canonical tags; undefined when there are none. */
export const localizedTexts = (
  value: unknown,
  { languages }: Pick<SearchDocumentContext, 'languages'>,
): Fields | undefined => {
  const all = isJsonObject(value) ? Object.entries(value) : [];
  const texts = all
    .map(([tag, text]) => [canonicalLanguageTag(tag), text] as const)
    .filter(([language]) => languages.has(language));
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
};

const project = (node: ContentNode, value: unknown, context: SearchDocumentContext): unknown => {
  if (value === undefined || value === null) return undefined;
  if (!node.isList) return projectOne(node, value, context);
  return Array.isArray(value) ? value.map(element => projectOne(node, element, context)) : undefined;
};

const projectMembers = (node: ContentNode, value: Fields, context: SearchDocumentContext): unknown[] =>
  [...node.children].map(([name, child]) => project(child, memberOf(value, name, context), context));

const projectOne = (node: ContentNode, value: unknown, context: SearchDocumentContext): unknown => {
  if (node.isLocalized === true) return localizedTexts(value, context);
  if (node.children.size === 0) return value;
  return isJsonObject(value) ? withoutEmptyEnd(projectMembers(node, value, context)) : undefined;
};

/** Returns the searchable content of a resource whose holders of open fields already have their searchable values. */
export const contentOf = ({ root }: FieldTable, resource: Fields, context: SearchDocumentContext): Content => {
  const values = projectMembers(root, resource, context);
  // Most resources have no values of open fields, which come last.
  const hasEmptyHolder = values.at(-1) === undefined && [...root.children.values()].at(-1)?.isOpen === true;
  return hasEmptyHolder ? values.slice(0, -1) : values;
};

// A content has the staged data after all members of the current data, where the two differ.

export const stagedPosition = ({ root }: Pick<FieldTable, 'root'>): number => root.children.size;

export const withStagedContent = (table: FieldTable, current: Content, staged: Content): Content => {
  const content = [...current];
  content[stagedPosition(table)] = staged;
  return Array.from(content);
};

/** Returns the staged data; undefined where it equals the current data. */
export const stagedContentOf = (table: FieldTable, content: Content): Content | undefined =>
  (content[stagedPosition(table)] as Content | null | undefined) ?? undefined;
