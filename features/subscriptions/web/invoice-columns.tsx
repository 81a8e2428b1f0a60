import { Anchor } from '@mantine/core'
import { formatMoney } from '#core/number-text.ts'
import { formatInstant } from '#core/plain-date.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Invoice } from '../contract.ts'
import { invoiceLabels, invoiceLooks } from '../messages.ts'

/** The columns of the invoices, with dates in the school's time zone, like the other dates of its plan. */
export const invoiceColumns = (zone: string): readonly Column<Invoice>[] => [
  { key: 'number', title: 'Invoice', render: ({ number }) => number ?? 'Draft' },
  { key: 'issued', title: 'Date', render: ({ issued_at: at }) => formatInstant(at, zone) },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right',
    render: ({ due_cents, currency }) => formatMoney(due_cents, currency),
  },
  {
    key: 'status',
    title: 'Status',
    render: ({ status }) => <StateBadge state={invoiceLooks[status]} label={invoiceLabels[status]} />,
  },
  {
    key: 'pdf',
    title: 'PDF',
    text: ({ pdf_url: url }) => url ?? '',
    render: ({ pdf_url, page_url, status, number }) => (
      <>
        {status === 'open' && page_url && (
          <>
            <Anchor href={page_url} target="_blank" rel="noreferrer" aria-label={`Pay invoice ${number}`}>
              Pay
            </Anchor>{' '}
          </>
        )}
        {pdf_url && (
          <Anchor href={pdf_url} target="_blank" rel="noreferrer" aria-label={`PDF of invoice ${number}`}>
            PDF
          </Anchor>
        )}
      </>
    ),
  },
]
