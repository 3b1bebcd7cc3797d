/** One discount: its sentence, and the form that changes it, if the account may change it. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Resource } from '../api/Resource';
import { ChangeAlert } from '../changes/ChangeAlert';
import { useChange } from '../changes/useChange';
import { useAllowed } from '../session/useAllowed';
import { StateBadge } from '../values/StateBadge';
import { CampaignForm } from './CampaignForm';
import { actionsFor, type CampaignPath, campaignOf, type Discount, stateOf } from './campaign';
import { CampaignTest } from './CampaignTest';
import { CodesSection } from './CodesSection';
import { Sentence } from './Sentence';

const CampaignOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const path = useParams().path as CampaignPath;
  const discount = resource as Discount;
  const change = useChange({ path }, discount);
  const mayChange = useAllowed()('POST', `/${path}/{id}`);
  const before = campaignOf(path, discount);
  const endNow = (): void => change.apply(actionsFor(before, { ...before, validUntil: new Date().toISOString() }));
  return (
    <Stack>
      <Group gap="xs">
        <StateBadge member="campaignState" value={stateOf(discount)} />
        {mayChange && stateOf(discount) === 'Running' && (
          <Button variant="default" size="xs" loading={change.isSaving} onClick={endNow}>
            {t('campaign.endNow')}
          </Button>
        )}
        {discount.requiresDiscountCode === true && <Text size="sm">{t('campaign.requiresCode')}</Text>}
      </Group>
      {mayChange ? (
        <CampaignForm
          key={discount.version}
          initial={before}
          id={discount.id}
          alert={<ChangeAlert change={change} resource={discount} />}
          isSaving={change.isSaving}
          onSubmit={({ campaign }) => change.apply(actionsFor(before, campaign))}
        />
      ) : (
        <>
          <Card withBorder>
            <Text fw={600}>
              <Sentence path={path} discount={discount} />
            </Text>
          </Card>
          <CampaignTest campaign={before} id={discount.id} />
        </>
      )}
      {path === 'cart-discounts' && <CodesSection discount={discount} />}
    </Stack>
  );
};

export default CampaignOverview;
