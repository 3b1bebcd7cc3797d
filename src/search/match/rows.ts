/** Matches the elements of a list one by one, such as the variants of a product. */
import type { Content } from '../document/contentOf.js';
import { valuesAtPath } from '../document/fieldValues.js';
import type { FieldTable } from '../fields/FieldTable.js';
import type { ContentPath, SearchField } from '../fields/SearchField.js';
import type { Query } from '../query/ast.js';

/** The list of a searched type whose elements are matched one by one. */
export interface RowList {
  readonly list: string;
  readonly path: ContentPath;
  /** The inner list, of which one element has to meet all conditions that stand beside one another. */
  readonly within: string;
  readonly withinPath: ContentPath;
}

/** Finds a list of the table by the path of one of its fields. */
export const rowListOf = (table: FieldTable, rows: { readonly list: string; readonly within: string }): RowList => {
  const pathOf = (list: string): ContentPath => {
    const inner = table.fields.find(({ lists }) => lists.includes(list));
    return inner?.contentPath.slice(0, list.split('.').length) ?? [];
  };
  return { ...rows, path: pathOf(rows.list), withinPath: pathOf(rows.within) };
};

export const isInRows = ({ lists }: SearchField, { list }: Pick<RowList, 'list'>): boolean => lists.includes(list);

/** Tells whether a query has a condition on the elements. */
export const concernsRows = (query: Query, rows: Pick<RowList, 'list'>): boolean =>
  'parts' in query ? query.parts.some(part => concernsRows(part, rows)) : isInRows(query.field, rows);

/** Returns a copy whose list at a path has only the given element; the outer lists already have one element each. */
const withElement = (content: Content, path: ContentPath, element: unknown): Content => {
  const [step, ...rest] = path;
  if (step === undefined) return content;
  const at = Number(step.at);
  const copy = [...content];
  if (rest.length === 0) copy[at] = [element];
  else if (step.isList) copy[at] = [withElement((copy[at] as Content[])[0] ?? [], rest, element)];
  else copy[at] = withElement((copy[at] ?? []) as Content, rest, element);
  return copy;
};

/** Returns a content for each element of the list at a path, with only this element in the list. */
export const splitAt = (content: Content, path: ContentPath): Content[] =>
  valuesAtPath(content, path).map(element => withElement(content, path, element));
