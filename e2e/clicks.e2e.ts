/**
 * The journeys that a product review found slow, counted: presses of a button or a choice, and filled fields. Each now takes at most half
 * of what it took. Seconds are printed but not checked, because they depend on the machine.
 */
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { demoId } from '#database/seeds/demo.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { templates } from '#features/instruments/server/public.ts'
import { openDatabase } from './database.ts'
import { labThatIsOver } from './lab-that-is-over.ts'
import { waitUntilSettled, expectGoodPage, person } from './people.ts'

/** What the review counted on November 22, 2026: presses and fields together. */
const BEFORE = {
  'plan a series of 4 and submit it': 5 + 10 + 3 + 1,
  'approve a request of several shifts': 5,
  'publish a series': 3,
} as const

const counts: string[] = []
const admin = openDatabase()
afterAll(async () => {
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
    /** The share of the earlier count that it takes now. */
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
  await waitUntilSettled(page)
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

/**
 * How long a person with one thumb takes: a keystroke-level model (Card, Moran and Newell 1983) with 1.1 s to move to a control and press
 * it, 1.35 s to decide before each, 0.9 s to swipe, and 4 words a second to read.
 */
const thumbSeconds = ({ taps, swipes, words }: { taps: number; swipes: number; words: number }): number =>
  taps * (1.1 + 1.35) + swipes * 0.9 + words / 4

it('the longest evaluation is filled in with one thumb in under three minutes', async () => {
  const id = await labThatIsOver(admin)
  const longest = templates.toSorted((a, b) => itemsOf(b.content).length - itemsOf(a.content).length)[0]!
  const items = itemsOf(longest.content)
  const { rows } = await admin.query<{ student_id: string }>(
    'select student_id from public.assignments where shift_id = $1 and student_id <> $2 order by student_id limit 1',
    [id, demoId('jenna.student@lakeshore.example')],
  )
  const path = `/shift/${id}/evaluate/${rows[0]!.student_id}?kind=final`
  const { page, complaints } = await person('marcus', { at: path, size: 'thumb' })
  await page.getByText(`0 of ${items.length}`).waitFor()
  await page.getByText(longest.name).first().waitFor()
  await waitUntilSettled(page)
  const done = { taps: 0, swipes: 0, words: items.flatMap(({ text }) => text.split(/\s+/)).length }
  let machineMs = 0
  /** Swipes until the control is fully visible, taps it, and waits for the result; other time is the machine's. */
  const tap = async (control: Locator, then: () => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < 20; at++) {
      const box = (await control.boundingBox())!
      // The bottom bar covers what is behind it.
      if (box.y >= 0 && box.y + box.height <= 640) break
      await page.mouse.wheel(0, 400)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      done.swipes++
    }
    const began = performance.now()
    await control.tap()
    await then()
    machineMs += performance.now() - began
    done.taps++
  }
  for (const [at, item] of items.entries()) {
    const points = page.locator(`[id="item-${item.code}"]`)
    await tap(points.locator('label').first(), () => page.getByText(`${at + 1} of ${items.length}`).waitFor())
  }
  await page.getByText('· Saved').waitFor()
  await expectGoodPage(page)
  const submit = page.getByRole('button', { name: 'Submit evaluation' })
  const began = performance.now()
  await submit.tap()
  done.taps++
  await page.getByText(/^Evaluation of .* submitted/).waitFor()
  machineMs += performance.now() - began
  // One tap for each item and one to submit: nothing is typed if everything was satisfactory.
  expect(done.taps).toBe(items.length + 1)
  const seconds = thumbSeconds(done)
  counts.push(
    `${longest.name}: ${done.taps} taps, ${done.swipes} swipes, ${done.words} words: ${Math.round(seconds)} s of a person, ${(machineMs / 1000).toFixed(1)} s of this machine`,
  )
  expect(seconds).toBeLessThan(180)
  expect(complaints).toEqual([])
})
