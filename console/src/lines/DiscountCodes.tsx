import { Button, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { ReferenceLink } from '../values/ReferenceLink';
import type { PricedLines } from './PricedLines';

interface DiscountCodesProps {
  readonly of: PricedLines;
  readonly mayChange: boolean;
}

/** The discount codes of a cart or an order, each with its state and, if it does not apply, the reason. */
export const DiscountCodes = ({ of, mayChange }: DiscountCodesProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'carts' }, of);
  const codes = of.discountCodes ?? [];
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
              <Table.Td>{t(`cart.codeStates.${state}`, { defaultValue: state })}</Table.Td>
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
      <ChangeAlert change={change} resource={of} />
    </Stack>
  );
};
