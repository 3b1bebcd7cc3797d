/** A product as grids: its variants, prices by market, stock and texts, with one button that saves all edits. */
import { Alert, Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellParts } from '../grid/cellId';
import { Grid } from '../grid/Grid';
import type { GridCell } from '../grid/GridCell';
import { type EditHistory, useEdits } from '../grid/useEdits';
import { Loading } from '../layout/Loading';
import { useWords } from '../words/useWords';
import { attributePrefix, cellIn, isStock, newRowPrefix, type ProductState, type Setup, variantOf } from './cells';
import { ChangesTable } from './ChangesTable';
import { useProductState } from './load';
import { MarketDialog } from './MarketDialog';
import { columnsWithHeads, rowsWithHeads } from './heads';
import { reducedPrices } from './marketEdits';
import type { Market } from './markets';
import { type Product, variantsOf } from './Product';
import { type ProductSave, useProductSave } from './useProductSave';
import { isRemovedRow } from './variantEdits';
import { type ViewName, viewNames } from './views';
import { WithReason } from '../layout/WithReason';
import { ErrorAlert, LoadState } from '../layout/LoadError';

const AttributesDialog = lazy(() => import('./AttributesDialog'));
const PicturesDialog = lazy(() => import('./PicturesDialog'));

interface ProductEditorProps {
  readonly product: Product;
  readonly isEditable: boolean;
  /** The initial view, whose first cell gets the focus. */
  readonly initialView?: ViewName;
  readonly onSaved?: () => void;
}

const SaveBar = ({ edits, save, product }: { edits: EditHistory; save: ProductSave; product: Product }) => {
  const { t } = useTranslation();
  const { published, hasStagedChanges } = product.masterData;
  const count = new Set([...edits.texts.keys(), ...edits.newRows]).size;
  // Stock is not a part of the published data.
  const isPublishable = edits.newRows.length > 0 || [...edits.texts.keys()].some(cell => !isStock(cellParts(cell)[1]));
  if (count === 0) return save.isSaved ? <Text role="status">{t('grid.saved')}</Text> : null;
  return (
    <Group gap="xs" className="grid-save">
      <Text size="sm" role="status">
        {t('grid.changes', { count })}
      </Text>
      <Button loading={save.isSaving} onClick={() => save.save(false)}>
        {t('grid.save')}
      </Button>
      {published && !hasStagedChanges && isPublishable && (
        <Button variant="default" loading={save.isSaving} onClick={() => save.save(true)}>
          {t('grid.saveAndPublish')}
        </Button>
      )}
      <WithReason reason={edits.canUndo ? undefined : t('reason.unchanged')}>
        <Button variant="default" onClick={edits.undo}>
          {t('grid.undo')}
        </Button>
      </WithReason>
      <Button variant="default" onClick={() => edits.forget(() => true)}>
        {t('grid.discard')}
      </Button>
    </Group>
  );
};

interface RefusalProps {
  readonly save: ProductSave;
  readonly state: ProductState;
  readonly setup: Setup;
}

/** Shows why nothing was saved, if no cell shows it. */
const Refusal = ({ save, state, setup }: RefusalProps) => {
  const { t } = useTranslation();
  const { shown, newest, failure, errors } = save;
  if (shown !== undefined && newest !== undefined)
    return (
      <Alert color="orange" title={t('change.conflict')}>
        <Stack gap="xs">
          <Text size="sm">{t('grid.conflict')}</Text>
          <ChangesTable
            before={shown.masterData.staged}
            after={newest.masterData.staged}
            headings={[t('grid.shown'), t('grid.newest')]}
            definitions={state.definitions}
            setup={setup}
          />
        </Stack>
      </Alert>
    );
  if (failure !== undefined) return <ErrorAlert error={failure} />;
  return errors.size > 0 ? <Alert color="red">{t('grid.refused', { count: errors.size })}</Alert> : null;
};

interface LoadedEditorProps extends ProductEditorProps {
  readonly state: ProductState;
  readonly setup: Setup;
  readonly edits: EditHistory;
  readonly save: ProductSave;
}

interface ViewHeadProps extends Pick<LoadedEditorProps, 'isEditable' | 'setup'> {
  readonly view: ViewName;
  readonly onView: (view: ViewName) => void;
  readonly onAddMarket: (market: Market, percent?: number) => void;
  readonly onAddVariant: () => void;
}

/** Selects the grid, and offers the parts that can be added to it. */
const ViewHead = ({ isEditable, setup, view, onView, onAddMarket, onAddVariant }: ViewHeadProps) => {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Group justify="space-between">
      <SegmentedControl
        aria-label={t('product.views')}
        // On a phone the names do not fit in one line.
        style={{ flexWrap: 'wrap' }}
        value={view}
        onChange={next => onView(next as ViewName)}
        data={viewNames.map(value => ({ value, label: t(`product.viewNames.${value}`) }))}
      />
      {isEditable && view === 'prices' && (
        <Button variant="default" onClick={() => setIsAdding(true)}>
          {t('product.addMarket')}
        </Button>
      )}
      {isEditable && view === 'variants' && (
        <Button variant="default" onClick={onAddVariant}>
          {t('product.addVariant')}
        </Button>
      )}
      {isAdding && <MarketDialog setup={setup} onAdd={onAddMarket} onClose={() => setIsAdding(false)} />}
    </Group>
  );
};

const newRow = (): string => `${newRowPrefix}${crypto.randomUUID()}`;

const LoadedEditor = ({ product, isEditable, initialView, state, setup, edits, save }: LoadedEditorProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const [view, setView] = useState<ViewName>(initialView ?? 'variants');
  const [markets, setMarkets] = useState<readonly Market[]>([]);
  const [opened, setOpened] = useState<{ readonly row: string; readonly kind: 'attributes' | 'pictures' }>();
  const openedVariant = opened && variantOf(state, opened.row);
  const onClose = (): void => setOpened(undefined);
  const { language } = i18n;
  const context = { state, setup, language, words, t };
  const onPictures = (row: string): void => setOpened({ row, kind: 'pictures' });
  const rows = rowsWithHeads({ view, context, edits, isEditable, onPictures });
  const columns = columnsWithHeads({ view, context, edits, isEditable, markets });
  const cellOf = (row: string, column: string): GridCell => {
    const cell = cellIn(state, setup, row, column, t, language);
    return isRemovedRow(row, edits) ? { ...cell, isReadOnly: true } : cell;
  };
  return (
    <Stack gap="xs">
      <ViewHead
        isEditable={isEditable}
        setup={setup}
        view={view}
        onView={setView}
        onAddMarket={(market, percent) => {
          setMarkets([...markets, market]);
          if (percent !== undefined) edits.set(reducedPrices(state, setup, { market, percent }));
        }}
        onAddVariant={() => edits.set(new Map(), [...edits.newRows, newRow()])}
      />
      <Grid
        key={view}
        takesFocus={view === initialView}
        label={t(`product.viewNames.${view}`)}
        corner={t(view === 'texts' ? 'product.text' : 'product.columns.id')}
        columns={columns}
        isWide={view === 'texts'}
        rows={rows}
        cellOf={cellOf}
        errors={save.errors}
        edits={isEditable ? edits : undefined}
        onOpen={(row, column) =>
          column.startsWith(attributePrefix) && !isRemovedRow(row, edits) && setOpened({ row, kind: 'attributes' })
        }
        newRow={view === 'variants' ? newRow : undefined}
      />
      {isEditable && (
        <Text size="xs" c="dimmed">
          {t('grid.hint')}
        </Text>
      )}
      <Refusal save={save} state={state} setup={setup} />
      {isEditable && <SaveBar edits={edits} save={save} product={product} />}
      {openedVariant !== undefined && (
        <Suspense fallback={<Loading />}>
          {opened?.kind === 'pictures' ? (
            <PicturesDialog product={product} variant={openedVariant} onClose={onClose} />
          ) : (
            <AttributesDialog product={product} of={{ kind: 'variant', variant: openedVariant }} onClose={onClose} />
          )}
        </Suspense>
      )}
    </Stack>
  );
};

/** The approximate heights of the grid, so that the parts below it do not jump. */
const [headHeight, rowHeight] = [130, 40];

export const ProductEditor = (props: ProductEditorProps) => {
  const { product, onSaved } = props;
  const edits = useEdits(product.id);
  const { loaded, queries, reloadStock } = useProductState(product);
  const save = useProductSave(loaded, edits, reloadStock, onSaved);
  if (loaded === undefined)
    return (
      <Box mih={headHeight + rowHeight * variantsOf(product.masterData.staged).length}>
        <LoadState of={queries} />
      </Box>
    );
  return (
    <div
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's' || edits.texts.size + edits.newRows.length === 0)
          return;
        event.preventDefault();
        save.save(false);
      }}
    >
      <LoadedEditor {...props} {...loaded} edits={edits} save={save} />
    </div>
  );
};
