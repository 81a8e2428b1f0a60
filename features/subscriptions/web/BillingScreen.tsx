import { Text, Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ownZone } from '#core/plain-date.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { type Filters, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Billing, Invoice, InvoiceStatus } from '../contract.ts'
import { endWords, eventWords, invoiceLabels, statusLabels, statusLooks } from '../messages.ts'
import { daysUntil, MAX_HISTORY, planStep, TRIAL_NAME } from '../rules.ts'
import { invoiceColumns } from './invoice-columns.tsx'
import { NoSchool } from './NoSchool.tsx'
import { subscriptions } from './queries.ts'
import { useBillingActions } from './use-billing-actions.ts'
import { Contact, nextOf, priceWords, Reach } from './words.tsx'

const filters: Filters<{ status: InvoiceStatus }> = { status: tabs('Status', 'All', invoiceLabels) }

/** /billing: what the school pays for, what happens next, its invoices, and its billing owner (Spec §2). */
export function BillingScreen(): ReactNode {
  return useSchoolId() ? <Invoices /> : <NoSchool title="Billing" />
}

function Invoices(): ReactNode {
  const query = useQuery({ ...subscriptions.get.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  const invoices = useQuery({
    ...subscriptions.invoices.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const kit = useBillingActions()
  const { status } = list.filter
  const found = invoices.data?.filter((one) => status === undefined || one.status === status)
  const shown = pageOfRows(found ?? [], list)
  const billing = query.data
  return (
    <>
      <ListPage
        title="Billing"
        badge={
          billing && <StateBadge state={statusLooks[billing.status]} label={statusLabels[billing.status]} />
        }
        buttons={billing && kit.buttonsOf(billing, planStep(billing) ?? undefined)}
        above={
          <>
            {billing && <Waiting billing={billing} invoices={invoices.data} />}
            <Loaded
              query={query}
              skeleton={<Skeletons shape="text" />}
              failedTitle="The subscription couldn’t be loaded"
            >
              {(now) => <Plan billing={now} />}
            </Loaded>
            <Title order={2} size="h3">
              Invoices
            </Title>
          </>
        }
        list={list}
        label="Invoices"
        query={invoices}
        rows={found && shown.rows}
        total={found && shown.total}
        page={shown.page}
        columns={invoiceColumns(billing?.time_zone ?? ownZone())}
        rowKey={({ id }) => id}
        rowLabel={({ number }) => number ?? 'Invoice'}
        exported={{ name: 'invoices', rows: async () => found ?? [] }}
        failedTitle="The invoices couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No invoices with this status', icon: IconReceipt }
            : {
                title: 'No invoices yet',
                description: billing?.by_invoice
                  ? 'Invoices by agreement come by email and are not shown here.'
                  : 'Each invoice appears here with its PDF once a plan begins.',
                icon: IconReceipt,
              }
        }
      >
        {billing && <History zone={billing.time_zone} />}
      </ListPage>
      {kit.dialog}
    </>
  )
}

const isLate = ({ status }: Billing): boolean => status === 'past_due' || status === 'unpaid'

/** What needs the viewer first: an offer to take billing over, a late payment, or payment that is not set up. */
function Waiting({ billing, invoices }: { billing: Billing; invoices: Invoice[] | undefined }): ReactNode {
  const { transfer, status, may_manage, takes_payments, contact_email } = billing
  const me = useMe()
  const open = invoices?.find((one) => one.status === 'open' && one.page_url)
  return (
    <>
      {transfer && (
        <Banner
          kind="info"
          title={`Billing was offered to ${transfer.nominee.id === me.id ? 'you' : transfer.nominee.name}`}
          action={
            <LinkButton variant="default" href="/billing/transfer-ownership">
              See the offer
            </LinkButton>
          }
        />
      )}
      {isLate(billing) ? (
        <Banner
          kind="warning"
          title={statusLabels[status]}
          action={
            open && (
              <LinkButton variant="default" href={open.page_url!}>
                Pay invoice {open.number}
              </LinkButton>
            )
          }
        >
          {nextOf(billing)}
        </Banner>
      ) : (
        // Not a description, which phones hide.
        <Text size="sm" c="dimmed">
          {nextOf(billing)}
        </Text>
      )}
      {may_manage && !takes_payments && (
        <Banner kind="info" title="Online payment is not set up here">
          Placewell sends an invoice by agreement. Write to <Contact email={contact_email} />.
        </Banner>
      )}
    </>
  )
}

function Plan({ billing }: { billing: Billing }): ReactNode {
  const [now] = useState(Date.now)
  const { plan, status, owner, may_manage, trial_ends_at: end, time_zone: zone } = billing
  return (
    <PageSection title="Plan" folds>
      <KeyValue
        items={[
          { label: 'Plan', value: plan?.name ?? (status === 'trialing' ? TRIAL_NAME : 'None') },
          ...(plan ? [{ label: 'Price', value: `${priceWords(plan)}, before tax` }] : []),
          ...(status === 'trialing'
            ? [
                { label: 'Days left in the trial', value: daysUntil(end, now) },
                { label: 'Trial ends', value: endWords(end, zone) },
              ]
            : []),
          {
            label: 'Payment',
            value: billing.by_invoice ? 'By invoice' : billing.is_online ? 'Online' : 'None',
          },
          {
            label: 'Billing owner',
            value: owner ? <Reach {...owner} /> : 'No one yet. An administrator is chosen within 15 minutes.',
          },
          ...(may_manage
            ? []
            : [
                {
                  label: 'Changes',
                  value: 'Only the billing owner can change the plan, payment methods and owner.',
                },
              ]),
        ]}
      />
    </PageSection>
  )
}

function History({ zone }: { zone: string }): ReactNode {
  const query = useQuery({ ...subscriptions.history.queryOptions(), staleTime: 0 })
  return (
    <PageSection title="History" folds>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The history couldn’t be loaded"
      >
        {(events) => (
          <Timeline
            most={MAX_HISTORY}
            events={events.map((event) => ({
              id: event.id,
              at: event.at,
              title: eventWords(event, zone),
              ...(event.by && { by: event.by }),
              ...(event.reason && { note: event.reason }),
            }))}
          />
        )}
      </Loaded>
    </PageSection>
  )
}
