/** The whole negotiation of a quote request, on the pages of the request, of its staged quotes and of its quotes. */
import { Button, Stack, Timeline } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { OwnerView } from '../customers/OwnerView';
import { Section } from '../layout/Section';
import { LinesTable } from '../lines/LinesTable';
import type { PricedLines } from '../lines/PricedLines';
import { isReference, type Resource } from '../api/Resource';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { canEdit, type NamedMove, quoteMoves, requestMoves, stagedMoves } from './moves';
import { OfferDialog } from './OfferDialog';
import { RenegotiationDialog } from './RenegotiationDialog';
import { StepView } from './StepView';
import { type Quote, type StagedQuote, useNegotiation } from './useNegotiation';
import { ErrorAlert, LoadState } from '../layout/LoadError';

interface Step {
  readonly path: string;
  readonly nameKey: string;
  readonly resource: Resource;
  readonly state: string;
  readonly moves: readonly NamedMove[];
  readonly buttons?: ReactNode;
}

const byTime = (one: Step, other: Step): number => (one.resource.createdAt < other.resource.createdAt ? -1 : 1);

/** Returns the steps of a negotiation in chronological order. */
const useSteps = (resource: Resource, openDialog: (opened: StagedQuote | Quote) => void) => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  const allowedMoves = (moves: readonly NamedMove[]): readonly NamedMove[] =>
    moves.filter(({ move: { operation } }) => isAllowed('POST', operation));
  const projectKey = useProjectKey();
  const { query, move } = useNegotiation(resource);
  const negotiation = query.data;
  if (negotiation === undefined) return { steps: undefined, query, move };
  const { request, stagedQuotes, quotes, orders } = negotiation;
  const stagedStep = (staged: StagedQuote): Step => ({
    path: 'staged-quotes',
    nameKey: 'quote.stagedQuote',
    resource: staged,
    state: staged.stagedQuoteState,
    moves: allowedMoves(stagedMoves(staged, negotiation)),
    buttons: canEdit(staged, negotiation) && (
      <>
        {isAllowed('POST', '/staged-quotes/{id}') && (
          <Button size="xs" variant="default" onClick={() => openDialog(staged)}>
            {t('quote.edit')}
          </Button>
        )}
        <Button size="xs" variant="default" component={Link} to={`/${projectKey}/carts/${staged.quotationCart.id}`}>
          {t('quote.openCart')}
        </Button>
      </>
    ),
  });
  const quoteStep = (quote: Quote): Step => ({
    path: 'quotes',
    nameKey: 'quote.quote',
    resource: quote,
    state: quote.quoteState,
    moves: allowedMoves(quoteMoves(quote)),
    buttons: quote.quoteState === 'Pending' && isAllowed('POST', '/quotes/{id}') && (
      <Button size="xs" variant="default" onClick={() => openDialog(quote)}>
        {t('quote.renegotiate')}
      </Button>
    ),
  });
  const steps: readonly Step[] = [
    {
      path: 'quote-requests',
      nameKey: 'quote.request',
      resource: request,
      state: request.quoteRequestState,
      moves: allowedMoves(requestMoves(request)),
    },
    ...stagedQuotes.map(stagedStep),
    ...quotes.map(quoteStep),
    ...orders.map(order => ({
      path: 'orders',
      nameKey: 'quote.ordered',
      resource: order,
      state: String(order.orderState),
      moves: [],
    })),
  ].sort(byTime);
  return { steps, query, move };
};

const NegotiationOverview = ({ resource }: { readonly resource: Resource }) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [opened, setOpened] = useState<StagedQuote | Quote>();
  const { steps, query, move } = useSteps(resource, setOpened);
  const close = (): void => setOpened(undefined);
  const reload = (): void => void client.invalidateQueries();
  if (steps === undefined) return <LoadState of={query} />;
  return (
    <Stack>
      <ErrorAlert error={move.error} />
      <Section title={t('quote.negotiation')}>
        <Timeline bulletSize={14} active={steps.length - 1}>
          {steps.map(({ path, nameKey, buttons, ...step }) => (
            <Timeline.Item key={step.resource.id}>
              <StepView
                {...step}
                path={path}
                name={t(nameKey)}
                isShown={step.resource.id === resource.id}
                isMoving={move.isPending}
                onMove={move.mutate}
              >
                {buttons}
              </StepView>
            </Timeline.Item>
          ))}
        </Timeline>
      </Section>
      {isReference(resource.customer) && (
        <Section title={t('cart.customer')}>
          <OwnerView owner={{ customerId: resource.customer.id }} />
        </Section>
      )}
      {Array.isArray(resource.lineItems) && (
        <Section title={t('order.lines')}>
          <LinesTable lines={resource as PricedLines} />
        </Section>
      )}
      {opened !== undefined && 'stagedQuoteState' in opened && (
        <OfferDialog staged={opened as StagedQuote} onSaved={reload} onClose={close} />
      )}
      {opened !== undefined && 'quoteState' in opened && (
        <RenegotiationDialog quote={opened as Quote} onSaved={reload} onClose={close} />
      )}
    </Stack>
  );
};

export default NegotiationOverview;
