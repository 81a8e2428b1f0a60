import { expect, it } from 'vitest'
import { exportHref } from './export-href.ts'

it('includes every value of a filter, and nothing that is not set', () => {
  const href = exportHref(
    '/shifts/export',
    { q: 'a&b', status: ['draft', 'full'], mine: true, to: undefined },
    'xlsx',
  )
  expect(href).toBe('/api/shifts/export?format=xlsx&q=a%26b&status%5B%5D=draft&status%5B%5D=full&mine=true')
})
