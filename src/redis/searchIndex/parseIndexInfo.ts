import { toPairs } from './toPairs.js';

export interface IndexInfo {
  readonly documents: number;
  /** Documents that were replaced or removed: the index gives each written document a new number. */
  readonly replaced: number;
  readonly bytes: number;
}

/** Parses an answer to FT.INFO; `sizeFields` are the fields that add up to the bytes. */
export const parseIndexInfo = (answer: readonly unknown[], sizeFields: readonly string[]): IndexInfo => {
  const fields = toPairs(answer);
  const documents = Number(fields.get('num_docs'));
  // Some servers answer `-nan`.
  const mebibytes = sizeFields.reduce((sum, name) => sum + (Number(fields.get(name)) || 0), 0);
  return { documents, replaced: Number(fields.get('max_doc_id')) - documents, bytes: Math.round(mebibytes * 2 ** 20) };
};
