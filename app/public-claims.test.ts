/**
 * Checks the public pages' claims about the product against the menus, the routes and the policies: a claimed page opens for that role,
 * what is called "in development" does not exist yet, and every page of a menu is mentioned.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type AccessRole, mayOpen } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { later, sights, today, viewers } from '#features/public-pages/web/claims.ts'
import { general } from '#features/public-pages/web/faq-general.ts'
import { instructors } from '#features/public-pages/web/faq-instructors.ts'
import { schools } from '#features/public-pages/web/faq-schools.ts'
import { students } from '#features/public-pages/web/faq-students.ts'
import type { PageEntry } from '#features/shell/web/pages.ts'
import { pages as menu } from '#features/shell/web/pages.ts'

const home = join(import.meta.dirname, '..')
const routes = globSync('routes/**/*.tsx', { cwd: home }).flatMap((file) => {
  const id = /createFileRoute\('([^']+)'\)/.exec(readFileSync(join(home, file), 'utf8'))?.[1]
  const steps = id?.split('/').filter((step) => step !== '' && !step.startsWith('_'))
  return steps
    ? [`/${steps.map((step) => step.replace(/^\$(.+)$/, '{$1}').replace(/_$/, '')).join('/')}`]
    : []
})
const matrix = readFileSync(join(home, 'database/matrix.txt'), 'utf8')
const questions = [general, students, schools, instructors].flatMap((audience) => audience.questions)

type Claimed = { pages?: Readonly<Record<string, AccessRole>> | undefined }
type Planned = { routes?: readonly string[] | undefined }

/** Claimed pages that no menu has, or that the role cannot open. */
const untrue = (claims: readonly Claimed[], entries: readonly PageEntry[]): string[] =>
  claims.flatMap(({ pages = {} }) =>
    Object.entries(pages).flatMap(([href, role]) => {
      const entry = entries.find((page) => page.href === href)
      const viewer =
        role === 'preceptor'
          ? { role: 'facility_admin' as const, isPreceptor: true }
          : { role: role as Role, isPreceptor: false }
      return entry && mayOpen(entry.access, viewer) ? [] : [`${href} for ${role}`]
    }),
  )

/** Addresses called "in development" that exist. */
const outOfDate = (plans: readonly Planned[], existing: readonly string[]): string[] =>
  plans.flatMap(({ routes: planned = [] }) => planned.filter((route) => existing.includes(route)))

/** Whether a role can read a table, from the matrix of database/matrix.db.test.ts; undefined if it is not listed. */
function readsOf(table: string, role: string): boolean | undefined {
  const part = new RegExp(`^${table.replace('.', '\\.')}\\n((?: .*\\n)+)`, 'm').exec(matrix)?.[1] ?? ''
  const groups = part.split(/^ {2}(?=select)/m).slice(1)
  const own = groups.find((group) => new RegExp(`(^ +|· )${role} A( ·|$)`, 'm').test(group))
  return own === undefined ? undefined : !/^select (–|no grant)/.test(own)
}

describe('the public pages', () => {
  it('were read', () => {
    expect(routes.length).toBeGreaterThan(50)
    expect(questions.length).toBeGreaterThan(30)
  })

  it('claim pages that the role can open', () => expect(untrue([...today, ...questions], menu)).toEqual([]))

  it('call "in development" only what does not exist', () => {
    const plans = [...later, ...questions.map((question) => ({ routes: question.later }))]
    expect(outOfDate(plans, routes)).toEqual([])
    const specified = readFileSync(join(home, 'docs/spec-routes.json'), 'utf8')
    expect(
      plans.flatMap(({ routes: all = [] }) => all).filter((route) => !specified.includes(`"${route}"`)),
    ).toEqual([])
  })

  it('mention every page of the menus that is not one of the platform or a profile', () => {
    const mentioned = new Set(today.flatMap(({ pages }) => Object.keys(pages)))
    const unmentioned = menu
      .filter(({ area, href }) => area !== 'admin' && !href.endsWith('profile'))
      .map(({ href }) => href)
    expect(unmentioned.filter((href) => !mentioned.has(href))).toEqual([])
  })

  it('say exactly what the policies say about who sees what', () => {
    const ofTables = sights.flatMap(({ what, seen, heldBy }) =>
      'table' in heldBy ? [{ what, seen, table: heldBy.table }] : [],
    )
    expect(ofTables.length).toBeGreaterThan(4)
    expect(ofTables.map(({ what, seen }) => [what, ...seen])).toEqual(
      ofTables.map(({ what, table }) => [
        what,
        ...viewers.map(({ role }) => (readsOf(table, role) ? 'Yes' : 'No')),
      ]),
    )
  })

  it('name an existing test for what no table shows', () => {
    const named = sights.flatMap(({ heldBy }) => ('test' in heldBy ? [heldBy.test] : []))
    expect(named.filter((file) => !/\bit\(/.test(readFileSync(join(home, file), 'utf8')))).toEqual([])
  })
})

describe('an untrue claim is found', () => {
  it('a page that does not exist, or that the role cannot open', () => {
    expect(untrue([{ pages: { '/student/nowhere': 'student' } }], menu)).toEqual([
      '/student/nowhere for student',
    ])
    expect(untrue([{ pages: { '/facility/shifts': 'student' } }], menu)).toEqual([
      '/facility/shifts for student',
    ])
  })

  it('something "in development" that exists', () => {
    expect(outOfDate([{ routes: ['/shifts', '/student/nowhere'] }], routes)).toEqual(['/shifts'])
  })

  it('a table that the matrix does not have', () =>
    expect(readsOf('public.nothing', 'student')).toBeUndefined())
})
