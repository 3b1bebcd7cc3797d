/** A product as grids: its variants, prices by market, stock and texts, with one button that saves what was typed. */
import { Alert, Badge, Button, Group, Image, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errorText';
import { cellParts } from '../grid/cellId';
import { Grid } from '../grid/Grid';
import { type EditHistory, useEdits } from '../grid/useEdits';
import { Loading } from '../layout/Loading';
import { useWords } from '../words/useWords';
import { attributePrefix, cellIn, isStock, newRowPrefix, type ProductState, type Setup, variantOf } from './cells';
import { ChangesTable } from './ChangesTable';
import { useProductState } from './load';
import { MarketDialog } from './MarketDialog';
import type { Market } from './markets';
import type { Product, Variant } from './Product';
import { type ProductSave, useProductSave } from './useProductSave';
import { columnsOf, rowsOf, type ViewName, viewNames } from './views';
import { WithReason } from '../layout/WithReason';

const AttributesDialog = lazy(() => import('./AttributesDialog'));
const PicturesDialog = lazy(() => import('./PicturesDialog'));

interface ProductEditorProps {
  readonly product: Product;
  readonly isEditable: boolean;
  /** A view whose first cell gets the focus. */
  readonly initialView?: ViewName;
  readonly onSaved?: () => void;
}

interface RowHeadProps {
  readonly variant: Variant;
  readonly isMaster: boolean;
  readonly text: string;
  /** Absent where the pictures are only shown. */
  readonly onPictures: (() => void) | undefined;
}

const RowHead = ({ variant, isMaster, text, onPictures }: RowHeadProps) => {
  const { t } = useTranslation();
  const [picture] = variant.images ?? [];
  const shown = picture === undefined ? null : <Image src={picture.url} alt="" w={28} h={28} radius="sm" fit="cover" />;
  return (
    <Group gap="xs" wrap="nowrap">
      {onPictures === undefined ? (
        shown
      ) : (
        <UnstyledButton
          w={28}
          fz="lg"
          ta="center"
          aria-label={t('product.picturesOf', { variant: variant.sku ?? variant.id })}
          title={t('product.pictures')}
          onClick={onPictures}
        >
          {shown ?? '+'}
        </UnstyledButton>
      )}
      <div>
        {text}{' '}
        {isMaster && (
          <Badge component="span" size="xs" variant="default">
            {t('product.master')}
          </Badge>
        )}
      </div>
    </Group>
  );
};

const SaveBar = ({ edits, save, product }: { edits: EditHistory; save: ProductSave; product: Product }) => {
  const { t } = useTranslation();
  const { published, hasStagedChanges } = product.masterData;
  const count = new Set([...edits.texts.keys(), ...edits.newRows]).size;
  // Stock is no part of what is published.
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

/** Why nothing was saved, where it is not said at a cell. */
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
  if (failure !== undefined) return <Alert color="red">{errorText(failure, t)}</Alert>;
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
  readonly onAddMarket: (market: Market) => void;
  readonly onAddVariant: () => void;
}

/** Which grid is shown, and what can be added to it. */
const ViewHead = ({ isEditable, setup, view, onView, onAddMarket, onAddVariant }: ViewHeadProps) => {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Group justify="space-between">
      <SegmentedControl
        aria-label={t('product.views')}
        // On a phone the names do not stand in one line.
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
  const { masterVariant } = product.masterData.staged;
  const headOf = (variant: Variant, label: string): ReactNode => (
    <RowHead
      variant={variant}
      isMaster={variant.id === masterVariant.id}
      text={view === 'variants' ? String(variant.id) : label}
      onPictures={isEditable ? () => setOpened({ row: String(variant.id), kind: 'pictures' }) : undefined}
    />
  );
  const rows = rowsOf(view, context, edits.newRows).map(row => ({
    ...row,
    head: row.variant && headOf(row.variant, row.label),
  }));
  return (
    <Stack gap="xs">
      <ViewHead
        isEditable={isEditable}
        setup={setup}
        view={view}
        onView={setView}
        onAddMarket={market => setMarkets([...markets, market])}
        onAddVariant={() => edits.set(new Map(), [...edits.newRows, newRow()])}
      />
      <Grid
        key={view}
        takesFocus={view === initialView}
        label={t(`product.viewNames.${view}`)}
        corner={t(view === 'texts' ? 'product.text' : 'product.columns.id')}
        columns={columnsOf(view, context, markets)}
        rows={rows}
        cellOf={(row, column) => cellIn(state, setup, row, column, t, language)}
        errors={save.errors}
        edits={isEditable ? edits : undefined}
        onOpen={(row, column) => column.startsWith(attributePrefix) && setOpened({ row, kind: 'attributes' })}
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

export const ProductEditor = (props: ProductEditorProps) => {
  const { t } = useTranslation();
  const { product, onSaved } = props;
  const edits = useEdits(product.id);
  const { loaded, error, reloadStock } = useProductState(product);
  const save = useProductSave(loaded, edits, reloadStock, onSaved);
  if (error !== null) return <Alert color="red">{errorText(error, t)}</Alert>;
  if (loaded === undefined) return <Loading />;
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
