/** A content has the staged data after all members of the current data, where the two differ. */
import type { FieldTable } from '../fields/FieldTable.js';
import type { Content } from './contentOf.js';

export const stagedPosition = ({ root }: Pick<FieldTable, 'root'>): number => root.children.size;

export const withStagedContent = (table: FieldTable, current: Content, staged: Content): Content => {
  const content = [...current];
  content[stagedPosition(table)] = staged;
  return Array.from(content);
};

/** Returns the staged data; undefined where it equals the current data. */
export const stagedContentOf = (table: FieldTable, content: Content): Content | undefined =>
  (content[stagedPosition(table)] as Content | null | undefined) ?? undefined;
