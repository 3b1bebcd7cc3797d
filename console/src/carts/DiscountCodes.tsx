import { Button, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { ReferenceLink } from '../values/ReferenceLink';
import type { Cart } from './Cart';

/** The discount codes of a cart, with whether each of them applies. */
export const DiscountCodes = ({ cart, mayChange }: { readonly cart: Cart; readonly mayChange: boolean }) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'carts' }, cart);
  const codes = cart.discountCodes ?? [];
  return (
    <Stack gap="xs">
      {codes.length === 0 && <Text size="sm">{t('cart.noCodes')}</Text>}
      <Table>
        <Table.Tbody>
          {codes.map(({ discountCode, state }) => (
            <Table.Tr key={discountCode.id}>
              <Table.Td>
                <ReferenceLink reference={discountCode} />
              </Table.Td>
              <Table.Td>{state}</Table.Td>
              <Table.Td ta="right">
                {mayChange && (
                  <Button
                    variant="default"
                    size="xs"
                    loading={change.isSaving}
                    onClick={() => change.apply([{ action: 'removeDiscountCode', discountCode }])}
                  >
                    {t('cart.removeCode')}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <ChangeAlert change={change} resource={cart} />
    </Stack>
  );
};
