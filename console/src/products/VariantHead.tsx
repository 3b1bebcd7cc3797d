/** The name of a variant at its row, with its picture and the actions on the whole variant. */
import { ActionIcon, Badge, Group, Image, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EditHistory } from '../grid/useEdits';
import type { ProductData, Variant } from './Product';
import { isRemovedRow, masterRow, newMaster, removal, rowReasons, textsOfRow } from './variantEdits';

interface VariantHeadProps {
  readonly row: string;
  /** Absent for a variant that is not saved. */
  readonly variant: Variant | undefined;
  readonly data: ProductData;
  readonly text: string;
  /** The name of the variant for screen readers. */
  readonly label: string;
  readonly edits: EditHistory;
  /** Absent if the pictures are only shown. */
  readonly onPictures: (() => void) | undefined;
  /** True if the variant can be removed or made the master here. */
  readonly hasMenu: boolean;
}

const Picture = ({ variant, onPictures }: Pick<VariantHeadProps, 'onPictures'> & { readonly variant: Variant }) => {
  const { t } = useTranslation();
  const [picture] = variant.images ?? [];
  const shown = picture === undefined ? null : <Image src={picture.url} alt="" w={28} h={28} radius="sm" fit="cover" />;
  if (onPictures === undefined) return shown;
  return (
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
  );
};

interface ItemProps {
  readonly text: string;
  /** The reason why the action is not possible now. The item can still be reached by the arrow keys. */
  readonly reason: string | undefined;
  readonly onClick: () => void;
}

const Item = ({ text, reason, onClick }: ItemProps) => (
  <Menu.Item
    aria-disabled={reason !== undefined}
    closeMenuOnClick={reason === undefined}
    onClick={reason === undefined ? onClick : undefined}
    maw={280}
  >
    <Text size="sm" c={reason === undefined ? undefined : 'dimmed'}>
      {text}
    </Text>
    {reason !== undefined && <Text size="xs">{reason}</Text>}
  </Menu.Item>
);

const RowMenu = ({ row, data, label, edits }: VariantHeadProps) => {
  const { t } = useTranslation();
  const isNew = !/^\d+$/.test(row);
  const isRemoved = isRemovedRow(row, edits);
  const reasons = rowReasons(row, data, edits);
  const textOf = (reason: string | undefined) => reason && t(`product.rowReasons.${reason}`);
  const remove = (): void =>
    isNew
      ? edits.set(
          textsOfRow(row, edits),
          edits.newRows.filter(each => each !== row),
        )
      : edits.set(removal(row, true));
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" ml="auto" aria-label={t('product.rowMenu', { label })}>
          ⋯
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {masterRow(data, edits) !== row && (
          <Item
            text={t('product.makeMaster')}
            reason={textOf(reasons.master)}
            onClick={() => edits.set(newMaster(data, row))}
          />
        )}
        {isRemoved ? (
          <Item text={t('product.keepVariant')} reason={undefined} onClick={() => edits.set(removal(row, false))} />
        ) : (
          <Item text={t('product.removeVariant')} reason={textOf(reasons.remove)} onClick={remove} />
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

export const VariantHead = (props: VariantHeadProps) => {
  const { t } = useTranslation();
  const { row, variant, data, text, edits, onPictures, hasMenu } = props;
  const badge = isRemovedRow(row, edits) ? 'isRemoved' : masterRow(data, edits) === row ? 'master' : undefined;
  return (
    <Stack gap={2} align="start">
      <Group gap="xs" wrap="nowrap" w="100%">
        {variant !== undefined && <Picture variant={variant} onPictures={onPictures} />}
        <div>{text}</div>
        {hasMenu && <RowMenu {...props} />}
      </Group>
      {badge !== undefined && (
        <Badge component="span" size="xs" variant="default" miw="max-content">
          {t(`product.${badge}`)}
        </Badge>
      )}
    </Stack>
  );
};
