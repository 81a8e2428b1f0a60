/**
 * The journeys that a review of the product found slow, counted: presses of a button or a choice, and fields that are filled. Each
 * takes at most half of what it took then. Seconds are told, not held: they are the machine's.
 */
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { calm, person } from './people.ts'

/** What the review counted on November 22, 2026: presses and fields together. */
const BEFORE = {
  'plan a series of 4 and submit it': 5 + 10 + 3 + 1,
  'approve a request of several shifts': 5,
  'publish a series': 3,
} as const

const counts: string[] = []
let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env['E2E_DATABASE_URL'] })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  console.log(counts.join('\n'))
})

/** Counts what a journey takes on a page. */
function counted(page: Page, journey: keyof typeof BEFORE) {
  const began = performance.now()
  let taken = 0
  return {
    press: async (name: string | RegExp, role: 'button' | 'option' | 'switch' = 'button') => {
      taken++
      await page.getByRole(role, { name }).first().click()
    },
    fill: async (label: string, text: string, role: 'textbox' | 'combobox' = 'textbox') => {
      taken++
      await page.getByRole(role, { name: label }).fill(text)
    },
    /** How much of what it took then it takes now. */
    share: () => {
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      counts.push(`${journey}: ${BEFORE[journey]} → ${taken}, ${seconds} s`)
      return taken / BEFORE[journey]
    },
  }
}

it('Ana plans a series, submits it and publishes another', async () => {
  const spring = demoId('lakeshore spring-2027')
  const { rows } = await admin.query<{ name: string; last: string }>(
    'select name, end_date::text as last from public.semesters where id = $1',
    [spring],
  )
  const { name, last } = rows[0]!
  const { page } = await person('ana', { at: '/shifts' })
  await calm(page)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('combobox', { name: 'Semester' }).selectOption({ label: name })
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor()
  const planning = counted(page, 'plan a series of 4 and submit it')
  await planning.press('Plan a shift')
  await planning.fill('Title', 'Counted rotation')
  await planning.fill('Unit', '5 East', 'combobox')
  await planning.press(/^5 East/, 'option')
  await planning.fill('Date', addDays(last, -25))
  await page.getByRole('textbox', { name: 'Date' }).press('Tab')
  await planning.press('Repeat every week', 'switch')
  await page.getByRole('button', { name: 'Save 4 drafts' }).waitFor()
  await planning.press('Save and submit')
  await page.getByText('4 shifts submitted').waitFor()
  expect(planning.share()).toBeLessThanOrEqual(0.5)

  await page.goto(`/shifts?view=series&semester=${spring}`)
  const publishing = counted(page, 'publish a series')
  await publishing.press(/^Publish 3 shifts/)
  await page.getByText('3 shifts published').waitFor()
  expect(publishing.share()).toBeLessThanOrEqual(0.5)
})

it('a hospital approves a whole request', async () => {
  const { page } = await person('frank', { at: '/facility/dashboard' })
  const approving = counted(page, 'approve a request of several shifts')
  await approving.press(/^Approve all \d+: /)
  await page.getByText(/^\d+ shifts approved/).waitFor()
  expect(approving.share()).toBeLessThanOrEqual(0.5)
})
