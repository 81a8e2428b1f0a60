import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EvaluationRow } from '../contract.ts'
import { evaluationWords } from './EvaluationBadge.tsx'
import { EvaluationsDue } from './EvaluationsDue.tsx'
import { evaluations } from './queries.ts'

const row = {
  id: 'e1',
  student_id: 'chloe',
  student_name: 'Chloe Nguyen',
  kind: 'shift',
  status: 'assigned',
  shift_id: 's1',
  location: '5 East, Harborview',
  date: '2027-12-08',
  due_at: '2027-12-04T12:00:00Z',
  is_late: false,
} as EvaluationRow

test('a final says when it is due, an evaluation of a shift which shift it is', () => {
  const client = new QueryClient()
  client.setQueryData(evaluations.list.queryOptions({ input: { show: 'to_write', page: 1 } }).queryKey, {
    rows: [row, { ...row, id: 'e2', kind: 'final' }],
    total: 2,
  } as never)
  const words = renderToStaticMarkup(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <EvaluationsDue />
      </QueryClientProvider>
    </MantineProvider>,
  ).replaceAll(/<[^>]*>/g, ' ')
  expect(words).toMatch(/Chloe Nguyen, shift +5 East, Harborview, Dec 8/)
  expect(words).toMatch(/Chloe Nguyen, final +Due Sat, Dec 4/)
})

test('a late evaluation that was returned says both', () => {
  expect(evaluationWords({ status: 'returned', is_late: true })).toBe('Returned, overdue')
  expect(evaluationWords({ status: 'overdue', is_late: true })).toBe('Overdue')
})
