/** The market of a column of prices in words, and the validity of its prices, which can be changed. */
import { Badge, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../changes/FormDialog';
import { isRange, type Range, validityOf } from '../validity/times';
import { TimeFields } from '../validity/TimeFields';
import { useWords } from '../words/useWords';
import type { Setup } from './cells';
import { type Market, marketLabel, rangeLabel } from './markets';

/** Returns a market with the times of a range; absent times have no members. */
const withRange = (
  { validFrom: _from, validUntil: _until, ...market }: Market,
  { validFrom, validUntil }: Range,
): Market => ({
  ...market,
  ...(validFrom !== undefined && { validFrom }),
  ...(validUntil !== undefined && { validUntil }),
});

interface DatesDialogProps {
  readonly label: string;
  readonly market: Market;
  readonly onChange: (market: Market) => void;
  readonly onClose: () => void;
}

const DatesDialog = ({ label, market, onChange, onClose }: DatesDialogProps) => {
  const { t } = useTranslation();
  const [range, setRange] = useState<Range>({ validFrom: market.validFrom, validUntil: market.validUntil });
  return (
    <FormDialog
      title={t('product.datesOf', { market: label })}
      hint={t('product.datesHint')}
      submitText={t('product.setDates')}
      isSaving={false}
      missing={isRange(range) ? undefined : t('reason.endsFirst')}
      alert={null}
      onSubmit={() => {
        onChange(withRange(market, range));
        onClose();
      }}
      onClose={onClose}
    >
      <TimeFields range={range} onChange={setRange} />
    </FormDialog>
  );
};

interface PriceHeadProps {
  readonly market: Market;
  readonly setup: Setup;
  /** Absent if the dates cannot be changed. */
  readonly onChange: ((market: Market) => void) | undefined;
}

export const PriceHead = ({ market, setup, onChange }: PriceHeadProps) => {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const always = withRange(market, {});
  const label = marketLabel(always, setup, i18n.language, t);
  const dates = rangeLabel(market, i18n.language, t);
  return (
    <Stack gap={4} align="start">
      {label}
      {dates !== '' && (
        <>
          <Text size="xs" miw={160}>
            {dates}
          </Text>
          <Badge component="span" size="xs" variant="default" miw="max-content">
            {words.value('campaignState', validityOf(market))}
          </Badge>
        </>
      )}
      {onChange !== undefined && (
        <Button
          variant="default"
          size="compact-xs"
          fw={400}
          aria-label={t('product.datesOf', { market: marketLabel(market, setup, i18n.language, t) })}
          onClick={() => setIsOpen(true)}
        >
          {t('product.dates')}
        </Button>
      )}
      {isOpen && onChange !== undefined && (
        <DatesDialog label={label} market={market} onChange={onChange} onClose={() => setIsOpen(false)} />
      )}
    </Stack>
  );
};
