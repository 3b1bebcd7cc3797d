/** One cart: its owner, lines, codes and addresses, and the actions that support performs for a customer. */
import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../addresses/AddressText';
import { OwnerView } from '../customers/OwnerView';
import { Section } from '../layout/Section';
import { LinesTable } from '../lines/LinesTable';
import type { LineItem } from '../lines/PricedLines';
import { type Resource, textOf } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { ValueView } from '../values/ValueView';
import { useWords } from '../words/useWords';
import type { Cart } from './Cart';
import { CartActions } from './CartActions';
import { DiscountCodes } from '../lines/DiscountCodes';
import { QuantityDialog } from './itemDialogs';

const Owner = ({ cart }: { readonly cart: Cart }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <OwnerView owner={cart} />
      {cart.customerId !== undefined && <Text size="sm">{t('cart.owned')}</Text>}
    </Stack>
  );
};

const Lines = ({ cart, mayChange }: { readonly cart: Cart; readonly mayChange: boolean }) => {
  const { t, i18n } = useTranslation();
  const [changed, setChanged] = useState<LineItem>();
  const button = (item: LineItem) => (
    <Button
      variant="default"
      size="xs"
      aria-label={t('cart.changeLine', { name: textOf(item.name, i18n.language) ?? item.variant?.sku })}
      onClick={() => setChanged(item)}
    >
      {t('detail.change')}
    </Button>
  );
  return (
    <>
      <LinesTable lines={cart} lineActions={mayChange ? button : undefined} />
      {changed !== undefined && <QuantityDialog cart={cart} item={changed} onClose={() => setChanged(undefined)} />}
    </>
  );
};

const CartOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const words = useWords();
  const cart = resource as Cart;
  const isActive = cart.cartState === 'Active';
  const mayChange = useAllowed()('POST', '/carts/{id}') && isActive;
  return (
    <Stack>
      {mayChange && <CartActions cart={cart} />}
      {!isActive && <Alert>{t('cart.inactive', { state: words.value('cartState', cart.cartState) })}</Alert>}
      <Section title={t('order.lines')}>
        <Lines cart={cart} mayChange={mayChange} />
      </Section>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Section title={t('cart.customer')}>
          <Owner cart={cart} />
        </Section>
        <Section title={t('cart.codes')}>
          <DiscountCodes of={cart} mayChange={mayChange} />
        </Section>
        <Section title={t('order.shippingAddress')}>
          <AddressText address={cart.shippingAddress} />
        </Section>
        <Section title={t('order.billingAddress')}>
          <AddressText address={cart.billingAddress} />
        </Section>
        {cart.custom !== undefined && (
          <Section title={t('order.customFields')}>
            <ValueView value={cart.custom} />
          </Section>
        )}
      </SimpleGrid>
    </Stack>
  );
};

export default CartOverview;
