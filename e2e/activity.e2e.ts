import { expect, it } from 'vitest'
import { expectGoodPage, person } from './people.ts'

it.each(['wide', 'phone'] as const)('a coordinator reads recent activity: %s', async (size) => {
  const { page, complaints } = await person('ana', {
    at: '/school/dashboard',
    ...(size === 'phone' && { size }),
  })
  await page.getByText('Recent activity', { exact: true }).click()
  const lines = page.getByRole('list', { name: 'Recent activity' }).getByRole('listitem')
  await lines.first().waitFor()
  expect(await lines.count()).toBeLessThanOrEqual(20)
  await expectGoodPage(page)
  expect(complaints).toEqual([])
})
