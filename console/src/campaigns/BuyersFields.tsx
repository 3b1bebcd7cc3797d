/** The buyers of a discount: customer groups, stores, a least total, or a predicate that expresses something else. */
import { SimpleGrid, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReferenceMultiSelect } from '../find/ReferenceMultiSelect';
import { NumberField } from '../numbers/NumberField';
import { useProject } from '../session/useProject';
import { fractionDigitsOf } from '../values/format';
import type { Campaign } from './campaign';
import type { Buyers } from './conditions';

interface BuyersFieldsProps {
  readonly campaign: Campaign;
  readonly onChange: (changes: Partial<Campaign>) => void;
}

const Choices = ({ campaign, buyers, onChange }: BuyersFieldsProps & { readonly buyers: Buyers }) => {
  const { t } = useTranslation();
  const [first = ''] = useProject().currencies;
  const [amount = '', currency = first] = buyers.leastTotal.split(' ');
  return (
    <>
      <ReferenceMultiSelect
        label={t('campaign.groups')}
        typeId="customer-group"
        member={buyers.groups.by}
        value={buyers.groups.values}
        onChange={values => onChange({ buyers: { ...buyers, groups: { ...buyers.groups, values } } })}
      />
      {campaign.path === 'cart-discounts' && (
        <NumberField
          label={t('campaign.leastTotal', { currency })}
          min={0}
          currency={currency}
          value={amount === '' ? undefined : Number(amount)}
          onChange={next =>
            onChange({
              buyers: {
                ...buyers,
                leastTotal: next === undefined ? '' : `${next.toFixed(fractionDigitsOf(currency))} ${currency}`,
              },
            })
          }
        />
      )}
    </>
  );
};

export const BuyersFields = ({ campaign, onChange }: BuyersFieldsProps) => {
  const { t } = useTranslation();
  const { buyers, stores, path } = campaign;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {typeof buyers === 'string' ? (
        <Textarea
          label={t('campaign.buyersPredicate')}
          autosize
          required
          value={buyers}
          onChange={({ currentTarget }) => onChange({ buyers: currentTarget.value })}
        />
      ) : (
        <Choices campaign={campaign} buyers={buyers} onChange={onChange} />
      )}
      {path === 'cart-discounts' && (
        <ReferenceMultiSelect
          label={t('campaign.stores')}
          typeId="store"
          member="key"
          value={stores}
          onChange={next => onChange({ stores: next })}
        />
      )}
    </SimpleGrid>
  );
};
