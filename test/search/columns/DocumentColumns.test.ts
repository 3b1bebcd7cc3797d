import { variantRows } from '../../../src/search/productResults.js';
import { DocumentColumns } from '../../../src/search/columns/DocumentColumns.js';
import { contentOf, packContent } from '../../../src/search/document/contentOf.js';
import { searchedProduct } from '../../../src/search/types/product/product.js';
import { variantAttributes } from '../../../src/search/types/product/productFields.js';
import { test } from '../../support/tap.js';

const { table } = searchedProduct;
const context = { resolve: () => undefined, languages: new Set(['en']) };

const contentWith = (color: string, variants = 2): Buffer => {
  const attributes = { 'text color': color };
  const list = Array.from({ length: variants }, (_, at) => ({ id: at + 1, prices: [{ id: 'p' }], attributes }));
  return packContent(contentOf(table, { id: color, createdAt: '2026-01-01T00:00:00.000Z', variants: list }, context));
};

const fieldOf = (name: string) => ({ field: table.openField(variantAttributes, name, 'text')!, language: undefined });

const valuesOf = (columns: DocumentColumns, name: string): unknown[][] => {
  const column = columns.columnOf(fieldOf(name))!;
  return Array.from({ length: columns.rowCount }, (_, row) => [...column.valuesOf(column.codes[row]!)]);
};

test('reads documents for a field that some have, and none for a name that a client made up', t => {
  const columns = new DocumentColumns(table, variantRows);
  columns.put('1', contentWith('red'));
  columns.put('2', contentWith('blue', 1));
  t.equal([...columns.prepare([fieldOf('madeUp')])].length, 0);
  t.same(valuesOf(columns, 'madeUp'), [[], [], []]);
  t.equal([...columns.prepare([fieldOf('color')])].length, 2);
  t.same(valuesOf(columns, 'color'), [['red'], ['red'], ['blue']]);
  t.equal([...columns.prepare([fieldOf('color')])].length, 0, 'once');
  t.end();
});

test('fills a column as documents come, are replaced and go', t => {
  const columns = new DocumentColumns(table, variantRows);
  t.equal([...columns.prepare([fieldOf('color')])].length, 0);
  columns.put('1', contentWith('red'));
  columns.put('1', contentWith('green'));
  t.same(valuesOf(columns, 'color'), [['green'], ['green']], 'in place');
  columns.put('1', contentWith('blue', 3));
  t.same([columns.liveCount, columns.documentCount, columns.numberOf('1')], [1, 2, 1], 'another number of variants');
  t.same(valuesOf(columns, 'color').slice(2), [['blue'], ['blue'], ['blue']]);
  const { revision } = columns;
  columns.put('1', undefined);
  t.same([columns.liveCount, columns.numberOf('1')], [0, undefined]);
  t.not(columns.revision, revision);
  t.end();
});
