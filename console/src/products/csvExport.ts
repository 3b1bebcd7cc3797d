/** Writes the variants of products as a file that can be imported again. */
import type { TFunction } from 'i18next';
import { loadDefinitions } from '../forms/definitions';
import { resourcesOf, type Selection } from '../lists/resourcesOf';
import { csvHead, csvRow } from '../lists/toCsv';
import type { ProductState } from './cells';
import { columnsOfProducts, linesOf } from './csvColumns';
import { loadCsvSetup, statesOf } from './load';
import type { Product } from './Product';

/** Spreadsheets read a file as UTF-8 if it begins with this mark. */
const byteOrderMark = '\ufeff';

export const exportProducts = async (
  selection: Selection,
  t: TFunction,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<readonly string[]> => {
  const { projectKey } = selection;
  const { productTypes } = await loadDefinitions(projectKey);
  const setup = await loadCsvSetup(projectKey, productTypes);
  const states: ProductState[] = [];
  for await (const page of resourcesOf(selection, signal)) {
    states.push(...(await statesOf(projectKey, page as readonly Product[], productTypes)));
    onProgress(states.length);
  }
  const columns = columnsOfProducts(states, setup);
  const lines = states.flatMap(state => linesOf(state, columns, setup, t));
  return [byteOrderMark, csvHead(columns), ...lines.map(line => csvRow(line, ''))];
};
