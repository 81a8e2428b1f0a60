import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { expectGoodPage, person } from './people.ts'

it('a roster on paper is black on white, without what can only be pressed', async () => {
  const { page, complaints } = await person('ana', {
    at: `/school/cohorts/${demoId('cohort bsn-fall-2024')}`,
    dark: true,
  })
  await page.getByRole('row').nth(2).waitFor()
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printed') }))
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Print' }).click()
  await page.waitForFunction(() => document.title === 'Printed')

  await page.emulateMedia({ media: 'print' })
  await page.getByRole('navigation').first().waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Print' }).waitFor({ state: 'hidden' })
  await page.getByRole('search').waitFor({ state: 'hidden' })
  const drawn = await page
    .getByRole('row')
    .nth(2)
    .evaluate((row) => {
      const { color, breakInside } = getComputedStyle(row)
      return { color, ground: getComputedStyle(document.body).backgroundColor, breakInside }
    })
  expect(drawn).toEqual({ color: 'rgb(0, 0, 0)', ground: 'rgb(255, 255, 255)', breakInside: 'avoid' })
  expect(complaints).toEqual([])
})
