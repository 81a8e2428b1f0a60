import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openSignedIn, openStage } from '../bench/screens/stage.ts'

// Draws the pictures of the README anew, from the demonstration: node scripts/bootstrap.mjs screenshots
const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })
const stage = await openStage()

async function shoot(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForTimeout(2_000)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(name)
}

try {
  const visitor = await stage.browser.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: stage.url,
  })
  await shoot(await visitor.newPage(), '/', 'landing')
  const ana = await openSignedIn(stage, 'ana')
  await shoot(ana.page, '/school/dashboard', 'school-dashboard')
  await shoot(ana.page, '/shifts?view=calendar', 'shifts')
  await shoot(ana.page, '/school/students?view=invitations', 'invitations')
  await shoot(ana.page, '/school/settings', 'semesters')
  await shoot(ana.page, '/school/facilities?zip=53202&within=25', 'facilities')
  const frank = await openSignedIn(stage, 'frank')
  await shoot(frank.page, '/facility/shifts', 'facility-board')
  const sam = await openSignedIn(stage, 'sam', { colorScheme: 'dark' })
  await shoot(sam.page, '/admin/users', 'users-dark')
  await shoot(sam.page, '/admin/relationships', 'relationships-dark')
  const jenna = await openSignedIn(stage, 'jenna', { viewport: { width: 320, height: 700 } })
  await shoot(jenna.page, '/student/shifts', 'student-phone')
} finally {
  await stage.close()
}
process.exit()
