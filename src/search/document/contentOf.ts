import type { Content, CustomValues } from './content.js';
import { contentRoot, type ContentNode } from './contentPaths.js';

type Fields = Readonly<Record<string, unknown>>;

/** The data beside an order that its content depends on. */
export interface DocumentContext {
  /** Returns the resource of a reference. */
  readonly resolve: (reference: Fields) => Fields | undefined;
  /** Languages of the project; texts in other languages are not indexed (SEARCH021). */
  readonly languages: ReadonlySet<string>;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: Fields, name: string, { resolve }: DocumentContext): unknown => {
  if (Object.hasOwn(value, name)) return value[name];
  return typeof value.typeId === 'string' ? resolve(value)?.[name] : undefined;
};

/** Without absent members at the end, because most orders lack most members. */
const withoutEmptyEnd = (values: unknown[]): unknown[] | undefined => {
  let { length } = values;
  while (length > 0 && values[length - 1] === undefined) length--;
  return length === 0 ? undefined : values.slice(0, length);
};

/** The texts in indexed languages; undefined when there are none. */
export const localizedTexts = (
  value: unknown,
  { languages }: Pick<DocumentContext, 'languages'>,
): Fields | undefined => {
  const texts = isFields(value) ? Object.entries(value).filter(([language]) => languages.has(language)) : [];
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
};

const project = (node: ContentNode, value: unknown, context: DocumentContext): unknown => {
  if (value === undefined || value === null) return undefined;
  if (!node.isList) return projectOne(node, value, context);
  return Array.isArray(value) ? value.map(element => projectOne(node, element, context)) : undefined;
};

const projectMembers = (node: ContentNode, value: Fields, context: DocumentContext): unknown[] =>
  [...node.children].map(([name, child]) => project(child, memberOf(value, name, context), context));

const projectOne = (node: ContentNode, value: unknown, context: DocumentContext): unknown => {
  if (node.isLocalized === true) return localizedTexts(value, context);
  if (node.children.size === 0) return value;
  return isFields(value) ? withoutEmptyEnd(projectMembers(node, value, context)) : undefined;
};

/** The searchable content of an order. */
export const contentOf = (order: Fields, custom: CustomValues, context: DocumentContext): Content => {
  const values = projectMembers(contentRoot, order, context);
  return Object.keys(custom).length === 0 ? values : [...values, custom];
};
