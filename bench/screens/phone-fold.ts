/**
 * What a phone (360 × 740) shows of each page of the menus without scrolling: where the content begins below heading, tabs and filters
 * (goal: within 200 px), and whether the first row of its list is fully visible (goal: above the bottom bar).
 *
 *   node bench/screens/phone-fold.ts [name …]
 */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { mayOpen, type Viewer } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { pages } from '#features/shell/web/pages.ts'
import { measureFold, notLists, phoneFold as SIZE } from '../../e2e/fold.ts'
import { openSignedIn, openStage } from './stage.ts'

/** Views that are separate lists. */
const views: Record<string, readonly string[]> = {
  school_admin: ['/shifts?view=board', '/shifts?view=series', '/shifts?view=calendar', '/notifications'],
  facility_admin: ['requests', 'list', 'month', 'roster', 'offers'].map(
    (view) => `/facility/shifts?view=${view}`,
  ),
  student: ['open', 'requests', 'swaps', 'makeups'].map((show) => `/student/shifts?show=${show}`),
  proctor: ['/proctor/schedule?when=past', '/shifts'],
}

const everyone = ['jenna', 'marcus', 'ana', 'frank', 'priya', 'sam']
const names = process.argv.slice(2).filter((name) => everyone.includes(name))
const shots = process.env['SHOTS']
if (shots) mkdirSync(shots, { recursive: true })
const stage = await openStage()
let failures = 0
try {
  for (const name of names.length > 0 ? names : everyone) {
    const account = demoAccounts.find(({ email }) => email.startsWith(`${name}.`))!
    const viewer: Viewer = { role: account.role as Role, isPreceptor: name === 'priya' }
    const { page, context } = await openSignedIn(stage, name, {
      viewport: { width: SIZE.width, height: SIZE.height },
    })
    const own = pages.filter(({ area, access }) => areaOf(viewer, area) && mayOpen(access, viewer))
    const paths = [...own.map(({ href }) => href), ...(views[viewer.role] ?? [])]
    for (const path of paths)
      failures += await measure(page, name, path).catch((error: Error) => {
        console.log(`FAIL\t${name}\t${path}\t${error.message.split('\n')[0]}`)
        return 1
      })
    await context.close()
  }
} finally {
  await stage.close()
}
console.log(`${failures} beyond the goal`)
process.exitCode = failures > 0 ? 1 : 0

function areaOf(viewer: Viewer, area: string): boolean {
  const own = {
    superadmin: 'admin',
    school_super_admin: 'school',
    school_admin: 'school',
    facility_admin: 'facility',
  }
  const home = (own as Record<string, string>)[viewer.role] ?? viewer.role
  return area === home || area === 'any' || (area === 'preceptor' && viewer.isPreceptor)
}

/** Prints one line; returns 1 if a goal is missed. */
async function measure(page: Page, name: string, path: string): Promise<number> {
  await page.goto(path)
  // Pages keep a stream open, so the network is never idle.
  await page.locator('main h1').first().waitFor({ timeout: 10_000 })
  await page.waitForTimeout(1_200)
  const found = await measureFold(page)
  const bar = found.bar || SIZE.height
  const misses = [
    ...(found.content > SIZE.contentMost ? ['content'] : []),
    ...(found.row > bar && !notLists.test(path) ? ['row'] : []),
    ...(found.wide > SIZE.width ? ['wide'] : []),
  ]
  console.log(
    [
      misses.length > 0 ? 'MISS' : 'ok',
      name,
      path,
      `content ${found.content}`,
      `first row ends ${found.row}`,
      misses.join('+'),
    ].join('\t'),
  )
  if (shots) await page.screenshot({ path: `${shots}/${name}${path.replaceAll(/\W+/g, '-')}.png` })
  return misses.length > 0 ? 1 : 0
}
