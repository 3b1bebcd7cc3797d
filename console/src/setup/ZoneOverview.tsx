/** One shipping zone: its name, and its countries and states. */
import { Button, Group, MultiSelect, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../api/Resource';
import { Section } from '../layout/Section';
import { useAllowed } from '../session/useAllowed';
import { useProject } from '../session/useProject';
import { countryName } from '../values/format';
import { KeyField, textActions } from './KeyField';
import { SetupForm } from './SetupForm';

interface Place {
  readonly country: string;
  readonly state?: string;
}

interface Zone extends Resource {
  readonly name: string;
  readonly key?: string;
  readonly description?: string;
  readonly locations: readonly Place[];
}

const nameOf = ({ country, state }: Place): string => `${country} ${state ?? ''}`;

/** Returns the update actions that replace the places of a zone by those of the form. */
const placeActions = (before: readonly Place[], after: readonly Place[]) => {
  const [had, has] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))];
  return [
    ...before.filter(place => !has.has(nameOf(place))).map(location => ({ action: 'removeLocation', location })),
    ...after.filter(place => !had.has(nameOf(place))).map(location => ({ action: 'addLocation', location })),
  ];
};

interface PlacesProps {
  readonly places: readonly Place[];
  readonly onChange: (places: readonly Place[]) => void;
}

const useCountryChoices = (places: readonly Place[]) => {
  const { i18n } = useTranslation();
  const codes = new Set([...useProject().countries, ...places.map(({ country }) => country)]);
  return [...codes]
    .map(code => ({ value: code, label: countryName(code, i18n.language) }))
    .sort((a, b) => a.label.localeCompare(b.label));
};

/** The states of a zone; they are separate places, because a zone may contain only some states of a country. */
const States = ({ places, onChange }: PlacesProps) => {
  const { t, i18n } = useTranslation();
  const mayChange = useAllowed()('POST', '/zones/{id}');
  const [country, setCountry] = useState<string | null>(null);
  const [state, setState] = useState('');
  const choices = useCountryChoices(places);
  const add = (): void => {
    if (country === null || state.trim() === '') return;
    onChange([...places, { country, state: state.trim() }]);
    setState('');
  };
  const textOf = (place: Place): string => `${countryName(place.country, i18n.language)}, ${place.state ?? ''}`;
  return (
    <>
      {places
        .filter(place => place.state !== undefined)
        .map(place => (
          <Group key={nameOf(place)} gap="xs">
            <Text size="sm">{textOf(place)}</Text>
            {mayChange && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={t('setup.removePlace', { place: textOf(place) })}
                onClick={() => onChange(places.filter(each => each !== place))}
              >
                {t('setup.remove')}
              </Button>
            )}
          </Group>
        ))}
      {mayChange && (
        <Group gap="xs" align="end">
          <Select label={t('setup.country')} data={choices} value={country} onChange={setCountry} searchable />
          <TextInput
            label={t('setup.zoneState')}
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value)}
          />
          <Button variant="default" onClick={add}>
            {t('setup.addPlace')}
          </Button>
        </Group>
      )}
    </>
  );
};

const Places = ({ places, onChange }: PlacesProps) => {
  const { t } = useTranslation();
  const states = places.filter(({ state }) => state !== undefined);
  const choices = useCountryChoices(places);
  return (
    <Stack gap="xs">
      {places.length === 0 && <Text size="sm">{t('setup.noPlaces')}</Text>}
      <MultiSelect
        label={t('setup.zoneCountries')}
        description={t('setup.zoneCountriesHint')}
        data={choices}
        value={places.filter(({ state }) => state === undefined).map(({ country }) => country)}
        onChange={countries => onChange([...countries.map(country => ({ country })), ...states])}
        searchable
      />
      <States places={places} onChange={onChange} />
    </Stack>
  );
};

const ZoneForm = ({ zone }: { readonly zone: Zone }) => {
  const { t } = useTranslation();
  const [name, setName] = useState(zone.name);
  const [description, setDescription] = useState(zone.description ?? '');
  const [key, setKey] = useState(zone.key ?? '');
  const [places, setPlaces] = useState(zone.locations);
  const actions = [
    ...(name === zone.name ? [] : [{ action: 'changeName', name }]),
    ...textActions('setDescription', 'description', zone.description, description),
    ...textActions('setKey', 'key', zone.key, key),
    ...placeActions(zone.locations, places),
  ];
  const missing = name.trim() === '' ? t('reason.empty', { field: t('setup.zoneName') }) : undefined;
  return (
    <SetupForm path="zones" resource={zone} actions={actions} missing={missing}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Stack gap="xs">
          <TextInput
            label={t('setup.zoneName')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
          />
          <TextInput
            label={t('setup.zoneDescription')}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <KeyField value={key} onChange={setKey} />
        </Stack>
        <Section title={t('setup.zonePlaces')}>
          <Places places={places} onChange={setPlaces} />
        </Section>
      </SimpleGrid>
    </SetupForm>
  );
};

const ZoneOverview = ({ resource }: { readonly resource: Resource }) => (
  <ZoneForm key={resource.version} zone={resource as Zone} />
);

export default ZoneOverview;
