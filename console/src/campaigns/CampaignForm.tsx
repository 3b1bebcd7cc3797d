/** The form of a discount, with a sentence above it that changes with the fields. */
import { Button, Card, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '../layout/Section';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';
import { mainLanguage, useProject } from '../session/useProject';
import { isRange } from '../validity/times';
import { TimeFields } from '../validity/TimeFields';
import { BuyersFields } from './BuyersFields';
import { type Campaign, campaignPaths, hasItems, newCampaign } from './campaign';
import { CampaignTest } from './CampaignTest';
import { Choice } from './Choice';
import { GoodsFields } from './GoodsFields';
import { isGift, isTargetComplete, isValueComplete } from './kinds';
import { TargetFields } from './TargetFields';
import { Templates } from './Templates';
import { useSentence } from './useSentence';
import { ValueFields } from './ValueFields';

export interface Plan {
  readonly campaign: Campaign;
  /** The code of a new discount; empty for none. */
  readonly code: string;
}

interface CampaignFormProps {
  readonly initial: Campaign;
  /** The stored discount that the form changes; absent for a new one. */
  readonly id?: string;
  readonly alert: ReactNode;
  readonly isSaving: boolean;
  readonly onSubmit: (plan: Plan) => void;
}

interface FieldsProps {
  readonly campaign: Campaign;
  readonly onChange: (changes: Partial<Campaign>) => void;
}

/** Shows the language of the console first, and languages with a name; the others only on demand. */
const NameFields = ({ campaign: { name }, onChange, isNew }: FieldsProps & { readonly isNew: boolean }) => {
  const { t, i18n } = useTranslation();
  const [showsAll, setShowsAll] = useState(false);
  const { languages } = useProject();
  const main = mainLanguage(languages, i18n.language);
  const all = [...new Set([main, ...Object.keys(name), ...languages])];
  const shown = all.filter(language => showsAll || language === main || name[language] !== undefined);
  return (
    <SimpleGrid cols={{ base: 1, sm: Math.min(shown.length, 3) }}>
      {shown.map(language => (
        <TextInput
          key={language}
          label={all.length === 1 ? t('campaign.name') : t('campaign.nameIn', { language })}
          required={language === main && Object.keys(name).length === 0}
          autoFocus={isNew && language === main}
          value={name[language] ?? ''}
          onChange={({ currentTarget }) => onChange({ name: { ...name, [language]: currentTarget.value } })}
        />
      ))}
      {shown.length < all.length && (
        <Group align="end">
          <Button variant="subtle" size="xs" onClick={() => setShowsAll(true)}>
            {t('campaign.moreLanguages')}
          </Button>
        </Group>
      )}
    </SimpleGrid>
  );
};

const KindField = ({ campaign: { path, name, isActive }, onChange }: FieldsProps) => {
  const { t } = useTranslation();
  return (
    <Choice
      label={t('campaign.kind')}
      value={path}
      kinds={campaignPaths.map(each => ({ value: each, label: t(`campaign.kinds.${each}`) }))}
      onChange={next => onChange({ ...newCampaign(next), name, isActive })}
    />
  );
};

const CodeFields = (props: FieldsProps & { readonly code: string; readonly onCode?: (code: string) => void }) => {
  const { campaign, onChange, code, onCode } = props;
  const { t } = useTranslation();
  return (
    <Group align="end">
      {campaign.path === 'cart-discounts' &&
        (onCode === undefined ? (
          <Switch
            label={t('campaign.requiresCode')}
            checked={campaign.requiresDiscountCode}
            onChange={({ currentTarget }) => onChange({ requiresDiscountCode: currentTarget.checked })}
          />
        ) : (
          <TextInput
            label={t('campaign.code')}
            description={t('campaign.codeHint')}
            value={code}
            onChange={({ currentTarget }) => onCode(currentTarget.value.trim())}
          />
        ))}
      <Switch
        label={t('campaign.isActive')}
        checked={campaign.isActive}
        onChange={({ currentTarget }) => onChange({ isActive: currentTarget.checked })}
      />
    </Group>
  );
};

const isComplete = ({ name, value, target, goods, buyers }: Campaign): boolean =>
  Object.values(name).some(text => text.trim() !== '') &&
  isValueComplete(value) &&
  isTargetComplete(target) &&
  goods !== '' &&
  buyers !== '' &&
  (typeof goods === 'string' || goods.attribute === '' || goods.attributeValue !== '');

/** Returns the campaign without languages that have no name. */
const written = (campaign: Campaign): Campaign => ({
  ...campaign,
  name: Object.fromEntries(Object.entries(campaign.name).filter(([, text]) => text.trim() !== '')),
});

export const CampaignForm = ({ initial, id, alert, isSaving, onSubmit }: CampaignFormProps) => {
  const { t } = useTranslation();
  const isNew = id === undefined;
  const [campaign, setCampaign] = useState(initial);
  const [code, setCode] = useState('');
  const change = (changes: Partial<Campaign>): void => setCampaign({ ...campaign, ...changes });
  const fields: FieldsProps = { campaign, onChange: change };
  const sentence = useSentence(campaign, campaign.path === 'cart-discounts' ? code : '');
  const sent = written(campaign);
  const missing = isComplete(campaign) ? (isRange(campaign) ? undefined : 'endsFirst') : 'campaignIncomplete';
  // The predicate of a discount on prices is about goods and buyers at once.
  const hasBuyers = campaign.path === 'cart-discounts' || typeof campaign.goods !== 'string';
  return (
    <Stack>
      <Card withBorder role="status" bg="var(--mantine-color-default-hover)">
        <Text fw={600}>{sentence}</Text>
      </Card>
      <CheckedForm
        missing={missing && t(`reason.${missing}`)}
        onSubmit={() =>
          onSubmit({ campaign: { ...sent, requiresDiscountCode: sent.requiresDiscountCode || code !== '' }, code })
        }
      >
        <Stack>
          {isNew && (
            <Templates
              campaign={campaign}
              onChoose={(next, itsCode) => {
                setCampaign(next);
                setCode(itsCode);
              }}
            />
          )}
          <NameFields {...fields} isNew={isNew} />
          {isNew && <KindField {...fields} />}
          <ValueFields {...fields} isNew={isNew} />
          {campaign.path === 'cart-discounts' && !isGift(campaign.value) && (
            <TargetFields campaign={campaign} onChange={target => change({ target })} />
          )}
          {hasItems(campaign) && (
            <Section title={t('campaign.what')}>
              <GoodsFields goods={campaign.goods} onChange={goods => change({ goods })} />
            </Section>
          )}
          {hasBuyers && (
            <Section title={t('campaign.who')}>
              <BuyersFields {...fields} />
            </Section>
          )}
          <Section title={t('campaign.time')}>
            <TimeFields range={campaign} onChange={change} />
          </Section>
          <CodeFields {...fields} code={code} onCode={isNew ? setCode : undefined} />
          {alert}
          <Group>
            <SubmitButton loading={isSaving}>{t(isNew ? 'campaign.saveNew' : 'campaign.save')}</SubmitButton>
          </Group>
        </Stack>
      </CheckedForm>
      {isComplete(campaign) && <CampaignTest campaign={sent} id={id} />}
    </Stack>
  );
};
