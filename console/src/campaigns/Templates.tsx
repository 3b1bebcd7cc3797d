/** The usual discounts as the first choice for a new one: each fills the form, which the person then completes. */
import { Button, Group, Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProject } from '../session/useProject';
import { type Campaign, newCampaign } from './campaign';
import { allBuyers } from './conditions';
import { newTarget } from './kinds';

interface Template {
  /** Members that differ from those of a new discount on carts. */
  readonly start: Partial<Campaign>;
  readonly code?: string;
}

const whole = { type: 'relative', permyriad: 10_000 } as const;
const percent = (permyriad: number) => ({ type: 'relative', permyriad }) as const;

const templatesIn = (currency: string) => {
  const from50 = { ...allBuyers, leastTotal: `50.00 ${currency}` };
  return {
    code: { start: { value: percent(1_000) }, code: 'SAVE10' },
    threeForTwo: { start: { value: whole, target: newTarget('multiBuyLineItems') } },
    shipping: { start: { value: whole, target: newTarget('shipping'), buyers: from50 } },
    gift: { start: { value: { type: 'giftLineItem' }, buyers: from50 } },
    sale: { start: { path: 'product-discounts', value: percent(2_000) } },
  } satisfies Readonly<Record<string, Template>>;
};

const names = Object.keys(templatesIn('')) as (keyof ReturnType<typeof templatesIn>)[];

interface TemplatesProps {
  readonly campaign: Campaign;
  readonly onChoose: (campaign: Campaign, code: string) => void;
}

export const Templates = ({ campaign, onChoose }: TemplatesProps) => {
  const { t } = useTranslation();
  const [currency = 'EUR'] = useProject().currencies;
  const choose = (name: (typeof names)[number]): void => {
    const { start, code = '' }: Template = templatesIn(currency)[name];
    onChoose({ ...newCampaign('cart-discounts'), name: campaign.name, ...start }, code);
  };
  return (
    <Input.Wrapper label={t('campaign.templates')} labelElement="div">
      <Group gap="xs">
        {names.map(name => (
          <Button key={name} variant="default" size="xs" onClick={() => choose(name)}>
            {t(`campaign.templateNames.${name}`)}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  );
};
