/** Staged data in a content: behind all members of the current data, where it differs from that. */
import type { FieldTable } from '../fields/FieldTable.js';
import type { Content } from './contentOf.js';

/** The position of the staged data in a content. */
export const stagedPosition = ({ root }: Pick<FieldTable, 'root'>): number => root.children.size;

export const withStagedContent = (table: FieldTable, current: Content, staged: Content): Content => {
  const content = [...current];
  content[stagedPosition(table)] = staged;
  return Array.from(content);
};

/** The staged data; undefined where it is the current data. */
export const stagedContentOf = (table: FieldTable, content: Content): Content | undefined =>
  (content[stagedPosition(table)] as Content | null | undefined) ?? undefined;
