import { expect, test } from 'vitest'
import { mayOpen, type Viewer } from '#core/access.ts'
import { frameOf } from './frame.ts'
import { pageKeywords } from './page-keywords.ts'
import { pages, pagesFor } from './pages.ts'

const preceptor: Viewer = { role: 'facility_admin', isPreceptor: true }
const facility: Viewer = { role: 'facility_admin', isPreceptor: false }

const frameFor = (path: string, viewer: Viewer) => frameOf(path, viewer, pagesFor(viewer))
const entriesFor = (path: string, viewer: Viewer) =>
  frameFor(path, viewer).nav.map(({ label, items }) => [label, items.map((item) => item.label)])

test("the preceptor's header is on /preceptor, for a preceptor, with the brand linking to /", () => {
  const header = { tone: 'preceptor', toneLabel: 'Preceptor Portal', homeHref: '/' }
  expect(frameFor('/preceptor/dashboard', preceptor)).toMatchObject(header)
  expect(frameFor('/preceptor/dashboard', { role: 'superadmin', isPreceptor: false })).toMatchObject(header)
  const none = { tone: 'facility', toneLabel: undefined, homeHref: '/facility/dashboard' }
  expect(frameFor('/preceptor/dashboard', facility)).toMatchObject(none)
  expect(frameFor('/facility/dashboard', preceptor)).toMatchObject(none)
  expect(frameFor('/mentor/dashboard', preceptor)).toMatchObject({ ...none, tone: 'preceptor' })
})

test("the preceptor area is offered to preceptors, next to the facility's menu and within it", () => {
  const help = ['Help', ['Permissions guide']]
  // prettier-ignore
  const own = [undefined, ['Dashboard', 'Shifts', 'Credentials', 'Preceptors', 'Rank students', 'Messages', 'Users', 'Management', 'Settings', 'My profile', 'Clinical mapping', 'Permission requests']]
  expect(entriesFor('/preceptor/dashboard', preceptor)).toEqual([
    [undefined, ['Preceptor Dashboard', 'My Students']],
    help,
  ])
  expect(entriesFor('/facility/users', preceptor)).toEqual([
    own,
    ['Preceptor', ['Preceptor Dashboard', 'My Students']],
    help,
  ])
  expect(entriesFor('/facility/users', facility)).toEqual([own, help])
})

test("a page of no area has the menu of the viewer's own area", () => {
  const student: Viewer = { role: 'student', isPreceptor: false }
  expect(entriesFor('/shift/7', student)).toEqual(entriesFor('/student/dashboard', student))
})

test("the page of a shift marks the viewer's page of shifts", () => {
  const entryAt = (path: string, role: Viewer['role']) => frameFor(path, { role, isPreceptor: false }).entry
  expect(entryAt('/shift/7', 'student')).toBe('/student/shifts')
  expect(entryAt('/shift/7', 'proctor')).toBe('/proctor/schedule')
  expect(entryAt('/shift/7/evaluate/8', 'proctor')).toBe('/proctor/schedule')
  expect(entryAt('/student/progress', 'student')).toBeUndefined()
  for (const role of ['student', 'proctor', 'school_admin'] as const) {
    const { nav, entry } = frameFor('/shift/7', { role, isPreceptor: false })
    expect(nav.flatMap(({ items }) => items.map(({ href }) => href))).toContain(entry)
  }
})

test.each<[string, Viewer['role'], string]>([
  ['/admin/dashboard', 'superadmin', 'admin'],
  ['/school/dashboard', 'school_admin', 'school'],
  ['/billing', 'school_super_admin', 'school'],
  ['/facility/dashboard', 'facility_admin', 'facility'],
  ['/student/dashboard', 'student', 'student'],
  ['/proctor/dashboard', 'proctor', 'proctor'],
  ['/shifts', 'student', 'student'],
  ['/shift/7', 'school_admin', 'school'],
  ['/shifts', 'superadmin', 'default'],
])('%s is rendered in the style %s', (path, role, tone) => {
  expect(frameFor(path, { role, isPreceptor: false }).tone).toBe(tone)
})

test('the long menus are in groups, and no page is missing', () => {
  for (const [path, role] of [
    ['/admin/dashboard', 'superadmin'],
    ['/school/dashboard', 'school_super_admin'],
  ] as const) {
    const viewer = { role, isPreceptor: false }
    const groups = entriesFor(path, viewer)
    expect(groups.length).toBeGreaterThan(5)
    const area = path.split('/')[1]
    const own = pages.filter(
      (page) => mayOpen(page.access, viewer) && (page.area === area || page.alsoIn === area),
    )
    expect(groups.slice(0, -1).flatMap(([, labels]) => labels)).toHaveLength(own.length)
  }
  expect(entriesFor('/shifts', { role: 'school_admin', isPreceptor: false })[3]).toEqual([
    'Records',
    ['Shift reports', 'Evaluation verification', 'Reports', 'Semester reports', 'Mapping documentation'],
  ])
})

test.each<[string, Viewer['role'], string[] | undefined]>([
  ['/student/profile', 'student', ['Home', 'Shifts', 'Hours', 'Credentials']],
  ['/shift/7', 'student', ['Home', 'Shifts', 'Hours', 'Credentials']],
  ['/proctor/dashboard', 'proctor', ['Home', 'Schedule', 'Students', 'Reports']],
  ['/school/dashboard', 'school_admin', undefined],
  ['/facility/shifts', 'facility_admin', undefined],
])('the bar at the bottom of a phone on %s for a %s', (path, role, labels) => {
  const { bottom } = frameFor(path, { role, isPreceptor: false })
  expect(bottom?.map(({ label }) => label)).toEqual(labels)
})

test('the keywords of a page belong to an existing page', () => {
  const known = new Set(pages.map(({ href }) => href))
  expect(Object.keys(pageKeywords).filter((href) => !known.has(href))).toEqual([])
})
