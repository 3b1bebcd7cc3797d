import { change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { DateTime, Text } from '../../schema/primitives.js';
import { transitionState, type Workflow } from '../shared/transitionState.js';
import { type StagedQuote, StagedQuoteState } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const stagedQuoteWorkflow: Workflow = {
  type: 'StagedQuoteState',
  subject: 'A staged quote',
  nouns: 'Staged quotes',
  message: 'StagedQuoteStateTransition',
};

export const stagedQuoteStateChanged = (
  { stagedQuoteState: oldStagedQuoteState }: StagedQuote,
  stagedQuoteState: unknown,
) => ({
  type: 'StagedQuoteStateChanged',
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
  setCustomType: setCustomType(resourceCustomFields<StagedQuote>('staged-quote')),
  setCustomField: setCustomField(resourceCustomFields<StagedQuote>('staged-quote')),
};
