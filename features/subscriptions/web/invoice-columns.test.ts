import { expect, test } from 'vitest'
import { cellsOf } from '#platform/web/kit/rows-file.ts'
import type { Invoice } from '../contract.ts'
import { invoiceColumns } from './invoice-columns.tsx'

const invoice: Invoice = {
  id: 'in_1',
  number: 'PW-0001',
  status: 'paid',
  due_cents: 240_000,
  paid_cents: 240_000,
  currency: 'USD',
  issued_at: '2027-03-01T05:30:00Z',
  period_starts_at: null,
  period_ends_at: null,
  page_url: null,
  pdf_url: null,
}

test('an invoice is dated in the time zone of the school', () => {
  const issued = (zone: string) =>
    cellsOf(
      invoiceColumns(zone).find(({ key }) => key === 'issued')!,
      invoice,
    )
  expect(issued('America/New_York')).toEqual(['Mar 1, 2027, 12:30 AM'])
  expect(issued('America/Chicago')).toEqual(['Feb 28, 2027, 11:30 PM'])
})
