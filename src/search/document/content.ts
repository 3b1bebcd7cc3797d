/**
 * The content of an indexed order: what its searchable fields hold, with what they refer to in place. Objects are lists of
 * their members, in the order of the field table, so that names take no room in the index.
 */
import { Packr } from 'msgpackr';
import { type SearchField, searchFields } from '../searchFields.js';

/** A place in the content: a position, and whether a list of them stands there. */
interface Step {
  readonly at: number;
  readonly many: boolean;
}
export type ContentPath = readonly Step[];

interface Node {
  readonly many: boolean;
  readonly children: Map<string, Node>;
  isLocalized?: boolean;
}

/** Where orders, and the payments that they refer to, hold lists. */
const lists = new Set([
  'itemShippingAddresses',
  'lineItems',
  'lineItems.state',
  'customLineItems',
  'customLineItems.state',
  'returnInfo',
  'paymentInfo.payments',
  'paymentInfo.payments.transactions',
  'shippingInfo.deliveries',
  'shippingInfo.deliveries.parcels',
]);

const root: Node = { many: false, children: new Map() };

const add = ({ path, type }: SearchField): void => {
  let node = root;
  path.forEach((step, index) => {
    const next = node.children.get(step) ?? {
      many: lists.has(path.slice(0, index + 1).join('.')),
      children: new Map<string, Node>(),
    };
    node.children.set(step, next);
    node = next;
  });
  node.isLocalized = type === 'localizedText';
};

for (const field of searchFields) if (field.isAll !== true) add(field);
/** Behind all others: custom fields by name and kind. */
const customAt = root.children.size;

const pathOfSteps = (steps: readonly string[]): ContentPath => {
  let node = root;
  return steps.map(step => {
    const at = [...node.children.keys()].indexOf(step);
    node = node.children.get(step)!;
    return { at, many: node.many };
  });
};

const paths = new Map(
  searchFields.filter(({ isAll }) => isAll !== true).map(field => [field.name, pathOfSteps(field.path)]),
);

/** Where a field of the table stands. */
export const contentPathOf = ({ name }: SearchField): ContentPath => paths.get(name)!;

export type Content = readonly unknown[];

/** A value of a custom field by what names it: its name and its customType. */
export type CustomValues = Readonly<Record<string, unknown>>;
export const customValueName = (name: string, customType: string): string => `${customType} ${name}`;
export const customValuesIn = (content: Content): CustomValues => (content[customAt] ?? {}) as CustomValues;

type Fields = Readonly<Record<string, unknown>>;
/** What a content depends on beside its order. */
export interface DocumentContext {
  /** What a reference stands for. */
  readonly resolve: (reference: Fields) => Fields | undefined;
  /** SEARCH021: texts in other languages are left out. */
  readonly languages: ReadonlySet<string>;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: Fields, name: string, { resolve }: DocumentContext): unknown => {
  if (Object.hasOwn(value, name)) return value[name];
  return typeof value.typeId === 'string' ? resolve(value)?.[name] : undefined;
};

/** Without the empty end: most orders lack most of it. */
const trimmed = (values: unknown[]): unknown[] | undefined => {
  let { length } = values;
  while (length > 0 && values[length - 1] === undefined) length--;
  return length === 0 ? undefined : values.slice(0, length);
};

/** Texts in the languages that count; undefined where there are none. */
export const localizedTexts = (
  value: unknown,
  { languages }: Pick<DocumentContext, 'languages'>,
): Fields | undefined => {
  const texts = isFields(value) ? Object.entries(value).filter(([language]) => languages.has(language)) : [];
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
};

const project = (node: Node, value: unknown, around: DocumentContext): unknown => {
  if (value === undefined || value === null) return undefined;
  if (node.many) return Array.isArray(value) ? value.map(each => projectOne(node, each, around)) : undefined;
  return projectOne(node, value, around);
};

const projectOne = (node: Node, value: unknown, around: DocumentContext): unknown => {
  if (node.isLocalized === true) return localizedTexts(value, around);
  if (node.children.size === 0) return value;
  if (!isFields(value)) return undefined;
  return trimmed([...node.children].map(([name, child]) => project(child, memberOf(value, name, around), around)));
};

/** What of an order can be searched. */
export const contentOf = (order: Fields, custom: CustomValues, around: DocumentContext): Content => {
  const values = [...root.children].map(([name, child]) => project(child, memberOf(order, name, around), around));
  return Object.keys(custom).length === 0 ? values : [...values, custom];
};

/** Plain MessagePack, as any process of any version reads it. */
const packr = new Packr({ useRecords: false, encodeUndefinedAsNil: true });

export const packContent = (content: Content): Buffer => Buffer.from(packr.pack(content));
export const unpackContent = (bytes: Buffer): Content => packr.unpack(bytes) as Content;
/** One value in it. */
export const unpackAt = (bytes: Buffer, start: number, end: number): unknown => packr.unpack(bytes, { start, end });

/** Where in a content a field stands, outermost. */
export const contentMemberOf = (field: SearchField): number =>
  field.customType === undefined && field.typedVariants === undefined ? contentPathOf(field)[0]!.at : customAt;
