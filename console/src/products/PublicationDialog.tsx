/** The window that publishes a product, with the changes for customers, or withdraws it, with the consequences. */
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { labelOf } from '../values/labelOf';
import { ChangesTable } from './ChangesTable';
import { useProductState } from './load';
import type { Product } from './Product';
import { LoadState } from '../layout/LoadError';

interface PublicationDialogProps {
  readonly product: Product;
  readonly onClose: () => void;
}

const products = { path: 'products' } as const;

/** The changes for customers; none for a product whose staged data is already published. */
const WhatChanges = ({ product }: { readonly product: Product }) => {
  const { t } = useTranslation();
  const { loaded, queries } = useProductState(product);
  const { published, current, staged } = product.masterData;
  if (loaded === undefined) return <LoadState of={queries} />;
  return (
    <Stack gap="xs">
      <Text size="sm">{t(published ? 'product.publishHint' : 'product.firstPublishHint')}</Text>
      <ChangesTable
        before={current}
        after={staged}
        headings={[t('product.current'), t('product.staged')]}
        definitions={loaded.state.definitions}
        setup={loaded.setup}
      />
    </Stack>
  );
};

const PublicationDialog = ({ product, onClose }: PublicationDialogProps) => {
  const { t, i18n } = useTranslation();
  const change = useChange(products, product);
  const { published, hasStagedChanges } = product.masterData;
  const button = (action: string, props: { readonly color?: string; readonly variant?: string }) => (
    <Button {...props} loading={change.isSaving} onClick={() => change.apply([{ action }], onClose)}>
      {t(`product.${action}`)}
    </Button>
  );
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={labelOf(product, i18n.language)}
      closeButtonProps={{ 'aria-label': t('order.close') }}
    >
      <Stack>
        {(!published || hasStagedChanges) && <WhatChanges product={product} />}
        {published && (
          <Stack gap="xs">
            <Text size="sm">{t('product.unpublishHint')}</Text>
            <List size="sm">
              {(['search', 'carts', 'orders', 'kept'] as const).map(name => (
                <List.Item key={name}>{t(`product.unpublishFollows.${name}`)}</List.Item>
              ))}
            </List>
          </Stack>
        )}
        {!change.isSaved && <ChangeAlert change={change} resource={product} />}
        <Group justify="end">
          <Button variant="default" onClick={onClose}>
            {t('order.close')}
          </Button>
          {hasStagedChanges && button('revertStagedChanges', { variant: 'default' })}
          {published && button('unpublish', hasStagedChanges ? { variant: 'default' } : { color: 'red.9' })}
          {(!published || hasStagedChanges) && button('publish', {})}
        </Group>
      </Stack>
    </Modal>
  );
};

export default PublicationDialog;
