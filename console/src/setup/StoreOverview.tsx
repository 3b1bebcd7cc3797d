/** One store: its names, languages and countries, and the names of its channels and product selections. */
import { MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference, Resource } from '../api/Resource';
import { ReferenceMultiSelect } from '../find/ReferenceMultiSelect';
import { Section } from '../layout/Section';
import { useProject } from '../session/useProject';
import { countryName } from '../values/format';
import { ValueView } from '../values/ValueView';
import { filledNames, NameFields, type Names } from './NameFields';
import { isSame, SetupForm } from './SetupForm';

interface Store extends Resource {
  readonly name?: Names;
  readonly languages: readonly string[];
  readonly countries: readonly { readonly code: string }[];
  readonly distributionChannels: readonly Reference[];
  readonly supplyChannels: readonly Reference[];
  readonly productSelections: readonly { readonly productSelection: Reference; readonly active: boolean }[];
}

const toForm = (store: Store) => ({
  name: store.name ?? {},
  languages: [...store.languages],
  countries: store.countries.map(({ code }) => code),
  distributionChannels: store.distributionChannels.map(({ id }) => id),
  supplyChannels: store.supplyChannels.map(({ id }) => id),
  productSelections: store.productSelections.map(({ productSelection }) => productSelection.id),
});

type StoreForm = ReturnType<typeof toForm>;

/** Returns the update actions. A new product selection is active; one that is inactive stays so. */
const actionsFor = (store: Store, form: StoreForm) => {
  const before = toForm(store);
  const identifiers = (typeId: string, ids: readonly string[]) => ids.map(id => ({ typeId, id }));
  const isActive = (id: string): boolean =>
    store.productSelections.find(({ productSelection }) => productSelection.id === id)?.active ?? true;
  const values: Readonly<Record<keyof StoreForm, unknown>> = {
    name: filledNames(form.name),
    languages: form.languages,
    countries: form.countries.map(code => ({ code })),
    distributionChannels: identifiers('channel', form.distributionChannels),
    supplyChannels: identifiers('channel', form.supplyChannels),
    productSelections: form.productSelections.map(id => ({
      productSelection: { typeId: 'product-selection', id },
      active: isActive(id),
    })),
  };
  return (Object.keys(values) as (keyof StoreForm)[])
    .filter(member => !isSame(before[member], form[member]))
    .map(member => ({ action: `set${member.charAt(0).toUpperCase()}${member.slice(1)}`, [member]: values[member] }));
};

const StoreForms = ({ store }: { readonly store: Store }) => {
  const { t, i18n } = useTranslation();
  const project = useProject();
  const [form, setForm] = useState(() => toForm(store));
  const change = (members: Partial<StoreForm>): void => setForm({ ...form, ...members });
  const references = [
    ['distributionChannels', 'channel'],
    ['supplyChannels', 'channel'],
    ['productSelections', 'product-selection'],
  ] as const;
  return (
    <SetupForm path="stores" resource={store} actions={actionsFor(store, form)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <Section title={t('setup.storeNames')}>
          <Stack gap="xs">
            <NameFields names={form.name} onChange={name => change({ name })} />
          </Stack>
        </Section>
        <Section title={t('setup.offered')}>
          <Stack gap="xs">
            <MultiSelect
              label={t('projects.languages')}
              description={t('setup.languagesHint')}
              data={[...new Set([...project.languages, ...form.languages])]}
              value={form.languages}
              onChange={languages => change({ languages })}
              searchable
            />
            <MultiSelect
              label={t('projects.countries')}
              description={t('setup.countriesHint')}
              data={[...new Set([...project.countries, ...form.countries])].map(code => ({
                value: code,
                label: countryName(code, i18n.language),
              }))}
              value={form.countries}
              onChange={countries => change({ countries })}
              searchable
            />
            {references.map(([member, typeId]) => (
              <ReferenceMultiSelect
                key={member}
                label={t(`setup.${member}`)}
                typeId={typeId}
                member="id"
                value={form[member]}
                onChange={ids => change({ [member]: [...ids] })}
              />
            ))}
          </Stack>
        </Section>
      </SimpleGrid>
    </SetupForm>
  );
};

const StoreOverview = ({ resource }: { readonly resource: Resource }) => {
  const store = resource as Store;
  const { key, custom, storefront } = store;
  return (
    <Stack gap="xs">
      <StoreForms key={store.version} store={store} />
      <ValueView value={{ key, storefront, custom }} typeName="Store" />
    </Stack>
  );
};

export default StoreOverview;
