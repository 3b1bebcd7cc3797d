/** Leads from the list of discounts to their order and their calendar, and back. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Views } from '../layout/Views';
import { type CampaignPath, campaignPaths } from './campaign';

const views = { list: '', order: '/order', calendar: '/calendar' } as const;

/** The type of discounts that the address names. */
export const useCampaignPath = (): CampaignPath => {
  const { pathname } = useLocation();
  return campaignPaths.find(path => pathname.includes(`/${path}/`)) ?? campaignPaths[0];
};

interface CampaignViewsProps {
  readonly path: CampaignPath;
  readonly shown: keyof typeof views;
}

export const CampaignViews = ({ path, shown }: CampaignViewsProps) => {
  const { t } = useTranslation();
  const all = (['list', 'order', 'calendar'] as const).map(view => ({
    path: `${path}${views[view]}`,
    label: t(`campaign.views.${view}`),
  }));
  return <Views views={all} shown={`${path}${views[shown]}`} />;
};
