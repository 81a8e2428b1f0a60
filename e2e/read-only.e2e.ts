import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { demoId } from '#database/seeds/demo.ts'
import { openDatabase } from './database.ts'
import { measureFold } from './fold.ts'
import { expectGoodPage, person, sizes } from './people.ts'

const admin = openDatabase()
/** Sets the status as the worker does, and notifies every server. */
async function become(status: string): Promise<void> {
  await admin.query('update public.subscriptions set status = $2 where school_id = $1', [
    demoId('lakeshore'),
    status,
  ])
  await admin.query(`select pg_notify('billing_changed', $1)`, [demoId('lakeshore')])
}

it('a school that does not pay says so on every page, can’t begin anything new, and is open again as soon as it pays', async () => {
  const grace = await person('grace', { at: '/school/cohorts', size: 'thumb' })
  await grace.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await grace.page.getByText('is read-only.').count()).toBe(0)

  // The open page is notified.
  await become('paused')
  const notice = grace.page.getByRole('region', { name: 'Notice' })
  await notice.getByText(/^Lakeshore .* is read-only\.$/).waitFor()
  await notice.getByRole('link', { name: 'Choose a plan' }).waitFor()
  await expectGoodPage(grace.page)
  // Sticky parts don't cover each other: on a phone the notice scrolls away, in a wide window the header is below it.
  const topOf = (at: Locator) => at.evaluate((node) => Math.round(node.getBoundingClientRect().top))
  const header = grace.page.locator('header').first()
  const scroll = (y: number) => grace.page.evaluate((to) => globalThis.scrollTo(0, to), y)
  await scroll(400)
  expect(await topOf(header)).toBe(0)
  expect(await topOf(notice)).toBeLessThan(0)
  await grace.page.setViewportSize({ width: 1280, height: 400 })
  await scroll(400)
  await expect.poll(() => topOf(notice)).toBe(0)
  const high = await notice.evaluate((node) => Math.round(node.getBoundingClientRect().height))
  await expect.poll(() => topOf(header)).toBe(high)
  await grace.page.setViewportSize(sizes.thumb)
  await scroll(0)
  const { row, bar } = await measureFold(grace.page)
  expect(row).toBeGreaterThan(0)
  expect(row).toBeLessThanOrEqual(bar || 740)

  await grace.page.getByRole('button', { name: 'New cohort' }).first().click()
  const form = grace.page.getByRole('form', { name: 'New cohort' })
  await form.getByLabel('Name').fill('While we do not pay')
  await form.getByRole('textbox', { name: 'First day' }).fill('2027-01-19')
  await form.getByRole('textbox', { name: 'Expected graduation' }).fill('2029-05-12')
  await form.getByLabel('Target size').fill('2')
  await form.getByRole('button', { name: 'Create cohort' }).click()
  await grace.page.getByText('so your school is read-only').first().waitFor()

  const jenna = await person('jenna', { size: 'thumb' })
  await jenna.page.getByText('Your shifts and records work as always').waitFor()
  await expectGoodPage(jenna.page)

  await become('active')
  await notice.waitFor({ state: 'detached' })
  await jenna.page.getByRole('region', { name: 'Notice' }).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Create cohort' }).click()
  await form.waitFor({ state: 'detached' })
  expect([...grace.complaints.filter((text) => !text.includes('409')), ...jenna.complaints]).toEqual([])
})
