/** An address in the lines in which people write it. */
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countryName } from '../values/format';

type Address = Readonly<Record<string, string | undefined>>;

const linesOf = (address: Address, country: string): readonly string[] =>
  [
    [address.title, address.firstName, address.lastName],
    [address.company, address.department],
    [address.streetName, address.streetNumber],
    [address.additionalStreetInfo],
    [address.building, address.apartment],
    [address.pOBox],
    [address.postalCode, address.city],
    [address.region, address.state],
    [country],
    [address.additionalAddressInfo],
    [address.email],
    [address.phone ?? address.mobile],
  ]
    .map(parts => parts.filter(part => part !== undefined && part !== '').join(' '))
    .filter(line => line !== '');

export const AddressText = ({ address }: { readonly address: unknown }) => {
  const { t, i18n } = useTranslation();
  if (typeof address !== 'object' || address === null) return <Text size="sm">{t('value.noAddress')}</Text>;
  const fields = address as Address;
  return (
    <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {linesOf(fields, fields.country === undefined ? '' : countryName(fields.country, i18n.language)).join('\n')}
    </Text>
  );
};
