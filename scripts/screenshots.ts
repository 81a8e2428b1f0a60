import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoId } from '#database/seeds/demo.ts'
import { openSignedIn, openStage } from '../bench/screens/stage.ts'

// Renders the README's pictures again from the demonstration: node scripts/bootstrap.mjs screenshots
const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })
const stage = await openStage()

async function shoot(page: Page, path: string, name: string, press?: () => Promise<void>): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await press?.()
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(name)
}

// Where the school of the demonstration is.
const timezoneId = 'America/Chicago'

try {
  const visitor = await stage.browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId,
    baseURL: stage.url,
  })
  await shoot(await visitor.newPage(), '/', 'landing')
  const ana = await openSignedIn(stage, 'ana', { timezoneId })
  await shoot(ana.page, '/school/dashboard', 'school-dashboard')
  await shoot(ana.page, '/shifts?view=calendar', 'shifts')
  await shoot(ana.page, '/school/facilities?zip=53202&within=25', 'facilities')
  await shoot(ana.page, `/school/wishlists?id=${demoId('wishlist matched')}&view=runs`, 'match', () =>
    ana.page.locator('a[href*="run="]').first().click(),
  )
  await shoot(ana.page, '/school/compliance/students/verification-queue', 'credentials', async () => {
    await ana.page.getByText(/^1–\d+ of/).waitFor()
    await ana.page.keyboard.press('j')
  })
  const frank = await openSignedIn(stage, 'frank', { timezoneId })
  await shoot(frank.page, '/facility/shifts?view=requests', 'facility-requests')
  const sam = await openSignedIn(stage, 'sam', { timezoneId, colorScheme: 'dark' })
  await shoot(sam.page, '/admin/relationships', 'relationships-dark')
  const jenna = await openSignedIn(stage, 'jenna', { timezoneId })
  await shoot(jenna.page, '/student/progress', 'progress')
  const phone = await openSignedIn(stage, 'jenna', { timezoneId, viewport: { width: 320, height: 700 } })
  await shoot(phone.page, '/student/dashboard', 'student-phone')
} finally {
  await stage.close()
}
process.exit()
