/** The rows and columns of a product's grids, with their heads. */
import type { EditHistory } from '../grid/useEdits';
import { pricePrefix } from './cells';
import { marketCell, marketIdIn, newMarket } from './marketEdits';
import { type Market, marketId, parseMarket } from './markets';
import { PriceHead } from './PriceHead';
import { isRemovedRow } from './variantEdits';
import { VariantHead } from './VariantHead';
import { columnsOf, rowsOf, type ViewContext, type ViewName } from './views';

interface RowsOptions {
  readonly view: ViewName;
  readonly context: ViewContext;
  readonly edits: EditHistory;
  readonly isEditable: boolean;
  readonly onPictures: (row: string) => void;
}

export const rowsWithHeads = ({ view, context, edits, isEditable, onPictures }: RowsOptions) =>
  rowsOf(view, context, edits.newRows).map(row => ({
    ...row,
    isRemoved: isRemovedRow(row.id, edits),
    head: view !== 'texts' && (
      <VariantHead
        row={row.id}
        variant={row.variant}
        data={context.state.product.masterData.staged}
        text={view === 'variants' && row.variant !== undefined ? row.id : row.label}
        label={row.label}
        edits={edits}
        onPictures={isEditable ? () => onPictures(row.id) : undefined}
        hasMenu={isEditable && view === 'variants'}
      />
    ),
  }));

interface ColumnsOptions extends Pick<RowsOptions, 'view' | 'context' | 'edits' | 'isEditable'> {
  /** Added markets, which have no prices yet. */
  readonly markets: readonly Market[];
}

export const columnsWithHeads = ({ view, context, edits, isEditable, markets }: ColumnsOptions) => {
  const { setup, t } = context;
  const added = new Set(markets.map(market => `${pricePrefix}${marketId(market, setup)}`));
  return columnsOf(view, context, markets).map(column => {
    if (view !== 'prices') return column;
    const mayChange = isEditable && !added.has(column.id);
    return {
      ...column,
      isChanged: edits.texts.has(marketCell(column.id)),
      head: (
        <PriceHead
          market={parseMarket(marketIdIn(column.id, edits), setup, t)}
          setup={setup}
          onChange={mayChange ? market => edits.set(newMarket(column.id, market, setup)) : undefined}
        />
      ),
    };
  });
};
