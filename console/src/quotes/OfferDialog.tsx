/** The window that asks for the seller's comment and the end of the validity of an offer, before it is sent. */
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import type { StagedQuote } from './useNegotiation';

interface OfferDialogProps {
  readonly staged: StagedQuote;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const dayLength = 'YYYY-MM-DD'.length;

export const OfferDialog = ({ staged, onSaved, onClose }: OfferDialogProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'staged-quotes' }, staged);
  const [sellerComment, setSellerComment] = useState(staged.sellerComment ?? '');
  const [validTo, setValidTo] = useState(staged.validTo?.slice(0, dayLength) ?? '');
  const actions = [
    { action: 'setSellerComment', ...(sellerComment !== '' && { sellerComment }) },
    // The offer is valid until the end of the day.
    { action: 'setValidTo', ...(validTo !== '' && { validTo: `${validTo}T23:59:59.999Z` }) },
  ];
  return (
    <Dialog
      title={t('quote.edit')}
      submitText={t('order.save')}
      change={change}
      resource={staged}
      onSubmit={() =>
        change.apply(actions, () => {
          onSaved();
          onClose();
        })
      }
      onClose={onClose}
    >
      <Textarea
        label={t('quote.sellerComment')}
        value={sellerComment}
        onChange={({ currentTarget }) => setSellerComment(currentTarget.value)}
        autosize
        minRows={2}
      />
      <TextInput
        type="date"
        label={t('quote.validTo')}
        value={validTo}
        onChange={({ currentTarget }) => setValidTo(currentTarget.value)}
      />
    </Dialog>
  );
};
