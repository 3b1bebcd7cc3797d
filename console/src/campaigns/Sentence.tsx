import { type Campaign, type CampaignPath, campaignOf, type Discount } from './campaign';
import { useSentence } from './useSentence';

const Words = ({ campaign }: { readonly campaign: Campaign }) => useSentence(campaign);

export const Sentence = ({ path, discount }: { readonly path: CampaignPath; readonly discount: Discount }) => (
  <Words campaign={campaignOf(path, discount)} />
);
