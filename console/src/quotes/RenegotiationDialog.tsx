/** Records that the buyer wants another offer, with the buyer's words. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../changes/useChange';
import { Dialog } from '../changes/Dialog';
import type { Quote } from './useNegotiation';

interface RenegotiationDialogProps {
  readonly quote: Quote;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export const RenegotiationDialog = ({ quote, onSaved, onClose }: RenegotiationDialogProps) => {
  const { t } = useTranslation();
  const change = useChange({ path: 'quotes' }, quote);
  const [buyerComment, setBuyerComment] = useState('');
  return (
    <Dialog
      title={t('quote.renegotiate')}
      hint={t('quote.renegotiateHint')}
      submitText={t('quote.renegotiate')}
      change={change}
      resource={quote}
      missing={buyerComment === '' ? t('reason.empty', { field: t('quote.buyerComment') }) : undefined}
      onSubmit={() =>
        change.apply([{ action: 'requestQuoteRenegotiation', buyerComment }], () => {
          onSaved();
          onClose();
        })
      }
      onClose={onClose}
    >
      <Textarea
        label={t('quote.buyerComment')}
        value={buyerComment}
        onChange={({ currentTarget }) => setBuyerComment(currentTarget.value)}
        autosize
        minRows={2}
      />
    </Dialog>
  );
};
