import { type ActionTable, change, set } from '../../../engine/define/actions.js';
import { DateTime, Text } from '../../../engine/schema/primitives.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { transitionState, type Workflow } from '../shared/workflow.js';
import { type StagedQuote, StagedQuoteState } from './members.js';

export const stagedQuoteWorkflow: Workflow<StagedQuote> = {
  type: 'StagedQuoteState',
  subject: 'A staged quote',
  nouns: 'Staged quotes',
  message: 'StagedQuoteStateTransition',
};

export const stagedQuoteStateChanged = (
  { stagedQuoteState: oldStagedQuoteState }: StagedQuote,
  stagedQuoteState: StagedQuote['stagedQuoteState'],
) => ({
  type: 'StagedQuoteStateChanged' as const,
  stagedQuoteState,
  oldStagedQuoteState,
});

export const actions: ActionTable<StagedQuote> = {
  changeStagedQuoteState: change<StagedQuote>('stagedQuoteState', StagedQuoteState, stagedQuoteStateChanged),
  setSellerComment: set<StagedQuote>('sellerComment', Text, (_stagedQuote, sellerComment) => ({
    type: 'StagedQuoteSellerCommentSet',
    sellerComment,
  })),
  setValidTo: set<StagedQuote>('validTo', DateTime, (_stagedQuote, validTo) => ({
    type: 'StagedQuoteValidToSet',
    validTo,
  })),
  transitionState: transitionState(stagedQuoteWorkflow),
  ...customFieldActions('', resourceCustomFields<StagedQuote>('staged-quote')),
};
