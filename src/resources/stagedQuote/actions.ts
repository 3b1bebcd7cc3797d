import { change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { DateTime, Text } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { transitionState, type Workflow } from '../shared/transitionState.js';
import { type StagedQuote, StagedQuoteState } from './members.js';

export const workflow: Workflow = {
  type: 'StagedQuoteState',
  subject: 'A staged quote',
  nouns: 'Staged quotes',
  message: 'StagedQuoteStateTransition',
};

export const stateChanged = ({ stagedQuoteState: oldStagedQuoteState }: StagedQuote, stagedQuoteState: unknown) => ({
  type: 'StagedQuoteStateChanged',
  stagedQuoteState,
  oldStagedQuoteState,
});

export const actions: ActionTable<StagedQuote> = {
  changeStagedQuoteState: change<StagedQuote>('stagedQuoteState', StagedQuoteState, stateChanged),
  setSellerComment: set<StagedQuote>('sellerComment', Text, (_stagedQuote, sellerComment) => ({
    type: 'StagedQuoteSellerCommentSet',
    sellerComment,
  })),
  setValidTo: set<StagedQuote>('validTo', DateTime, (_stagedQuote, validTo) => ({
    type: 'StagedQuoteValidToSet',
    validTo,
  })),
  transitionState: transitionState(workflow),
  setCustomType: setCustomType(ownCustom<StagedQuote>('staged-quote')),
  setCustomField: setCustomField(ownCustom<StagedQuote>('staged-quote')),
};
