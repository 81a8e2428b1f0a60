import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoId } from '#database/seeds/demo.ts'
import { waitUntilSettled, expectGoodPage, person, sizes } from './people.ts'

/** Types text into the palette and chooses the line with it. */
async function find(page: Page, words: string, line: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('textbox').fill(words)
  await palette.getByRole('button', { name: line }).first().click()
  await palette.waitFor({ state: 'hidden' })
}

const unit = demoId('main-icu')
it.each([
  [
    'ana',
    '/school/cohorts',
    'Jenna',
    /^Jenna Park/,
    `/school/students/${demoId('jenna.student@lakeshore.example')}`,
  ],
  ['ana', '/school/cohorts', 'harborview', /^Harborview Health/, '/school/partnerships'],
  ['frank', '/facility/management', 'intensive', /^Medical Intensive Care/, `/admin/units/${unit}/detail`],
  [
    'frank',
    '/facility/management',
    'lakeshore',
    /^Lakeshore College of Nursing/,
    '/facility/management?partnership=',
  ],
  ['frank', '/facility/shifts', 'Frank', /^Frank/, '/facility/users?q='],
  [
    'marcus',
    '/proctor/students',
    'Jenna',
    /^Jenna Park/,
    `/proctor/students/${demoId('jenna.student@lakeshore.example')}`,
  ],
  [
    'sam',
    '/admin/users',
    'lakeshore',
    /^Lakeshore College of Nursing and/,
    '/admin/relationships?partnership=',
  ],
] as const)('%s finds by name, from %s: %s', async (name, at, words, line, href) => {
  const { page, complaints } = await person(name, { at })
  await waitUntilSettled(page)
  await find(page, words, line)
  await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(href))
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(complaints).toEqual([])
})

it('a student finds one of their shifts by its unit, on a phone, and reads that nothing else matches', async () => {
  const { page } = await person('jenna', { at: '/student/dashboard', size: 'phone' })
  await waitUntilSettled(page)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('textbox').fill('zeppelin')
  await palette.getByText(/^No matches/).waitFor()
  await palette.getByRole('textbox').fill('harborview')
  await palette
    .getByRole('button', { name: /Harborview/ })
    .first()
    .waitFor()
  for (const size of [sizes.phone, sizes.wide]) {
    await page.setViewportSize(size)
    await expectGoodPage(page)
  }
})
