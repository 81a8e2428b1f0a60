import { expect, test } from 'vitest'
import { askedBy, pageAt } from '#platform/web/testing-page.tsx'
import { SecurityScreen } from './SecurityScreen.tsx'

test('impersonations show the page that the address names', async () => {
  expect(askedBy(await pageAt('/security?impersonations_page=2', <SecurityScreen />))).toContainEqual({
    page: 2,
  })
})
