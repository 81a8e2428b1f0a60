import { expect, test } from 'vitest'
import { askedBy, pageAt } from '#platform/web/testing-page.tsx'
import { OpenMakeups, SwapRequests } from './SchoolDecisions.tsx'

test('swaps and make-ups show the page that the address names, each its own', async () => {
  const page = await pageAt(
    '/school/dashboard?swaps_page=2&makeups_page=3',
    <>
      <SwapRequests />
      <OpenMakeups />
    </>,
  )
  expect(askedBy(page)).toEqual([
    { status: 'accepted', page: 2 },
    { open_only: true, page: 3 },
  ])
})
