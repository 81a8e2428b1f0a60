import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setup } from '../e2e/setup.ts'
import { person, visitor, type Visitor } from '../e2e/people.ts'

// Draws the pictures of the README anew, from the demonstration: node scripts/bootstrap.mjs screenshots
const folder = join(import.meta.dirname, '../docs/screenshots')
mkdirSync(folder, { recursive: true })
const close = await setup()

async function shoot(who: Visitor, path: string, name: string): Promise<void> {
  await who.page.goto(path)
  await who.page.locator('h1').first().waitFor()
  await who.page.waitForTimeout(1_000)
  await who.page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(name)
}

try {
  await shoot(await visitor(), '/', 'landing')
  const ana = await person('ana')
  await shoot(ana, '/school/dashboard', 'school-dashboard')
  await shoot(ana, '/school/students?view=invitations', 'invitations')
  await shoot(ana, '/school/settings', 'semesters')
  await shoot(await person('sam', { dark: true }), '/admin/users', 'users-dark')
  await shoot(await person('jenna', { size: 'phone' }), '/student/dashboard', 'student-phone')
} finally {
  await close()
  process.exit()
}
