/** The window with the pictures of a variant: changes their order, and adds pictures by their addresses. */
import { Alert, Button, Group, Image, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import type { Product, Variant } from './Product';
import { WithReason } from '../layout/WithReason';

interface PicturesDialogProps {
  readonly product: Product;
  readonly variant: Variant;
  readonly onClose: () => void;
}

const products = { path: 'products' } as const;

/** Returns the size of the picture at an address; rejects if there is none. */
const sizeOf = async (url: string): Promise<{ readonly w: number; readonly h: number }> => {
  const picture = document.createElement('img');
  picture.src = url;
  await picture.decode();
  return { w: picture.naturalWidth, h: picture.naturalHeight };
};

interface PictureProps {
  readonly url: string;
  readonly name: string;
  readonly isFirst: boolean;
  readonly isSaving: boolean;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}

const Picture = ({ url, name, isFirst, isSaving, onUp, onRemove }: PictureProps) => {
  const { t } = useTranslation();
  const shared = { variant: 'default', size: 'xs' } as const;
  return (
    <Group wrap="nowrap">
      <Image src={url} alt={name} w={72} h={72} radius="sm" fit="contain" />
      <WithReason reason={isFirst ? t('reason.isFirst') : undefined}>
        <Button {...shared} loading={isSaving} aria-label={t('product.pictureFirst', { name })} onClick={onUp}>
          ↑
        </Button>
      </WithReason>
      <Button {...shared} loading={isSaving} aria-label={t('product.removePicture', { name })} onClick={onRemove}>
        {t('product.remove')}
      </Button>
    </Group>
  );
};

const PicturesDialog = ({ product, variant, onClose }: PicturesDialogProps) => {
  const { t } = useTranslation();
  const change = useChange(products, product);
  const [address, setAddress] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { images = [], id: variantId, sku } = variant;
  const apply = (action: string, members: object): void => change.apply([{ action, variantId, ...members }]);
  const add = async (): Promise<void> => {
    const url = address.trim();
    const dimensions = await sizeOf(url).catch(() => undefined);
    setIsMissing(dimensions === undefined);
    if (dimensions === undefined) return;
    apply('addExternalImage', { image: { url, dimensions } });
    setAddress('');
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('product.picturesOf', { variant: sku ?? variantId })}
      closeButtonProps={{ 'aria-label': t('order.close') }}
    >
      <Stack>
        {images.length === 0 && <Text size="sm">{t('product.noPictures')}</Text>}
        {images.map(({ url, label }, position) => (
          <Picture
            key={url}
            url={url}
            name={label ?? t('product.picture', { count: position + 1 })}
            isFirst={position === 0}
            isSaving={change.isSaving}
            onUp={() => apply('moveImageToPosition', { imageUrl: url, position: position - 1 })}
            onRemove={() => apply('removeImage', { imageUrl: url })}
          />
        ))}
        <form
          onSubmit={event => {
            event.preventDefault();
            void add();
          }}
        >
          <Group align="end">
            <TextInput
              style={{ flex: 1 }}
              type="url"
              label={t('product.pictureAddress')}
              placeholder="https://"
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
              required
            />
            <Button type="submit" loading={change.isSaving}>
              {t('product.add')}
            </Button>
          </Group>
        </form>
        {isMissing && <Alert color="red">{t('product.noPictureThere')}</Alert>}
        {!change.isSaved && <ChangeAlert change={change} resource={product} />}
      </Stack>
    </Modal>
  );
};

export default PicturesDialog;
