/**
 * Who may open which address: compares the route files with the specification's table (docs/spec-routes.json) in both directions, and the
 * menus with the routes.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Access, AccessRole } from '#core/access.ts'
import { pages } from '#features/shell/web/pages.ts'

const home = join(import.meta.dirname, '..')

/** Our addresses that the specification does not have, each with its reason. */
const OURS: Record<string, string> = {
  '/accessibility': 'the accessibility statement that schools ask for',
  '/comparison': 'how the work compares with email and spreadsheets, for who decides about a trial',
  '/privacy': 'the privacy policy; the specification names no legal pages',
  '/security-and-privacy': 'what a school’s IT and compliance offices ask before a trial',
  '/terms': 'the terms of use; the specification names no legal pages',
  '/school/facilities/{siteId}':
    'the specification names the search alone; a site that was found opens here, with its free seats',
  '/school/rotations':
    'the specification names rotations for students alone; schools plan and follow them here',
  '/school/shift-reports':
    'the specification names the instructor’s page alone; schools accept and return shift reports here',
  '/facility/credentials':
    'the specification names pages for the school alone; a facility reviews here what is sent of its own types',
  '/facility/requirements': 'a facility says here which credentials it requires',
  '/facility/requirements/new-type': 'a facility adds its own types of credentials here',
  '/school/compliance/credentials/new-type': 'a school adds its own types of credentials here',
  '/capstone-task': 'preceptors without an account do one task here, by a link from an email',
  '/shared-passport': 'anyone who has the link of a passport reads it here, or why it cannot be read',
  '/answer-requests': 'a facility answers requests here by the link of an email, without signing in',
  '/unit-today':
    'a charge nurse reads here who comes to the unit, by the link on its poster, without signing in',
  '/school/reported-hours':
    'the specification names progress alone; what students reported is listed, decided and exported here',
  '/school/messages':
    'the specification names the superadmin’s announcements alone; a school writes to its own people here',
  '/facility/messages': 'a facility writes to its partner schools here',
  '/proctor/messages': 'an instructor writes to the students on their own shifts here',
  '/facility/preceptors': 'the specification names no page where a facility keeps and nominates preceptors',
  '/facility/wishlists':
    'the specification names no page where a facility or a preceptor ranks the students who chose it',
  '/facility/preceptors/{projectId}': 'the project that a facility nominates a preceptor for',
  '/preceptor/shifts':
    'the specification names no page for the shifts that a preceptor leads; attendance is recorded from here',
  '/proctor/capstone':
    'the faculty member of a project reviews and signs it; the specification names pages for students and preceptors alone',
  '/proctor/capstone/{projectId}': 'one project of a faculty member',
  '/school/capstone':
    'the school reviews, approves and places projects; the specification names pages for students and preceptors alone',
  '/school/capstone/{projectId}': 'one project of the school',
  '/student/passport':
    'the specification names no page for it; a student shares their credentials as one document here',
  '/proctor/credentials':
    'the specification names pages for the school alone; instructors send their own credentials here',
  '/student/credentials':
    'the specification names pages for the school alone; students send their credentials here',
}

type Route = { file: string; id: string; path: string; access: Access; title: string | undefined }

/** What a route file declares. Throws if it is not a plain value. */
function readRoute(file: string, text: string): Route {
  const id = /createFileRoute\('([^']+)'\)/.exec(text)?.[1]
  const said = /staticData: \{\s*access: ('[^']*'|\[[^\]]*\])/.exec(text)?.[1]
  if (id === undefined || said === undefined) throw new Error(`${file} does not say plainly who may open it`)
  return {
    file,
    id,
    path: addressOf(id),
    access: JSON.parse(said.replaceAll("'", '"').replace(/,\s*\]/, ']')) as Access,
    title: /title: '([^']+)'/.exec(text)?.[1],
  }
}

/** '/_app/admin/users/$userId' has the address '/admin/users/{userId}'. */
function addressOf(id: string): string {
  const steps = id.split('/').filter((step) => step !== '' && !step.startsWith('_'))
  return `/${steps.map((step) => step.replace(/^\$(.+)$/, '{$1}').replace(/_$/, '')).join('/')}`
}

type Specified = { path: string; roles: 'public' | 'any' | 'school' | (AccessRole | 'school')[] }
function accessBySpecification({ path, roles }: Specified): Access {
  if (roles === 'public' || roles === 'any') return roles
  if (path.startsWith('/preceptor/') || path === '/mentor/dashboard') return ['preceptor']
  return (roles === 'school' ? ['school' as const] : roles).map((role) =>
    role === 'school' ? 'school_admin' : role,
  )
}

/** school_super_admin passes wherever school_admin does, so naming both means the same. */
function same(access: Access): string {
  if (typeof access === 'string') return access
  return [...access]
    .filter((role) => !(role === 'school_super_admin' && access.includes('school_admin')))
    .sort()
    .join(' ')
}

type Faults = { wrong: string[]; missing: string[]; extra: string[]; misplaced: string[] }
function compare(routes: Route[], specified: Specified[]): Faults {
  const bySpecification = new Map(specified.map((route) => [route.path, accessBySpecification(route)]))
  const known = (route: Route) => bySpecification.get(route.path)
  return {
    wrong: routes.flatMap((route) => {
      const wanted = known(route)
      return wanted === undefined || same(wanted) === same(route.access)
        ? []
        : [`${route.path}: ${JSON.stringify(route.access)} instead of ${JSON.stringify(wanted)}`]
    }),
    missing: specified.map(({ path }) => path).filter((path) => !routes.some((route) => route.path === path)),
    extra: routes.filter((route) => known(route) === undefined).map(({ path }) => path),
    // Only _app has the guard: routes outside of it are open to anyone, and routes inside are not.
    misplaced: routes
      .filter(({ id, access }) => (access === 'public') === id.startsWith('/_app/'))
      .map(({ file }) => file),
  }
}

const files = globSync('routes/**/*.tsx', { cwd: home })
  .filter((file) => !/\/(__root|route)\.tsx$/.test(file))
  .toSorted()
const routes = files.map((file) => readRoute(file, readFileSync(join(home, file), 'utf8')))
const { routes: specified } = JSON.parse(readFileSync(join(home, 'docs/spec-routes.json'), 'utf8')) as {
  routes: Specified[]
}
const faults = compare(routes, specified)

describe('the routes', () => {
  it('were read', () => {
    expect(routes.length).toBeGreaterThan(5)
    expect(specified).toHaveLength(144)
  })

  it('are open to those whom the specification names', () => expect(faults.wrong).toEqual([]))

  it('are behind the guard unless they are public', () => expect(faults.misplaced).toEqual([]))

  it('include all those of the specification', () => expect(faults.missing).toEqual([]))

  it('include no others, except ours with a reason', () => {
    expect(faults.extra.toSorted()).toEqual(Object.keys(OURS).toSorted())
  })

  it('are all in the route tree of the browser', () => {
    const tree = readFileSync(join(home, 'app/routeTree.gen.ts'), 'utf8')
    expect(
      routes.filter(({ id }) => !tree.includes(`'${id.replace(/^\/$/, '/')}'`)).map(({ id }) => id),
    ).toEqual([])
  })

  it('the layout for signed-in people has the guard, and the public one has none', () => {
    const frame = readFileSync(join(home, 'routes/_app/route.tsx'), 'utf8')
    expect(frame).toMatch(/beforeLoad: .*=>\s*guardSignedIn\(/s)
    expect(frame).toContain(`staticData: { access: 'any' }`)
  })
})

describe('the menus', () => {
  // A dashboard is "Dashboard" in its own menu, and "School dashboard" in the title, because windows of several areas may be open.
  it('call a page by its own title', () => {
    const titles = new Map(routes.map(({ path, title }) => [path, title]))
    expect(
      pages
        .filter(({ href, label }) => label !== 'Dashboard' && titles.get(href) !== label)
        .map(({ href, label }) => `${href}: ${label} in the menu, ${titles.get(href)} on the page`),
    ).toEqual([])
  })

  it('offer existing pages, to people who may open them', () => {
    const found = pages.map(({ href, access }) => ({ href, access: same(access) }))
    const wanted = pages.map(({ href }) => {
      const route = routes.find(({ path }) => path === href)
      return { href, access: route && same(route.access) }
    })
    expect(found).toEqual(wanted)
  })
})

describe('a wrong route is detected', () => {
  const route = (id: string, access: string): Route =>
    readRoute('x.tsx', `createFileRoute('${id}')({\n  staticData: { access: ${access}, title: 'X' } })`)
  const table: Specified[] = [
    { path: '/', roles: 'public' },
    { path: '/admin/users/{userId}', roles: [] },
    { path: '/school/reports', roles: 'school' },
    { path: '/preceptor/students', roles: ['facility_admin'] },
  ]
  const good = [
    route('/_public/', `'public'`),
    route('/_app/admin/users/$userId', '[]'),
    route('/_app/school/reports', `['school_admin', 'school_super_admin']`),
    route('/_app/preceptor/students', `['preceptor']`),
  ]
  it('and the right ones are not', () => {
    expect(compare(good, table)).toEqual({ wrong: [], missing: [], extra: [], misplaced: [] })
  })
  it.each([
    [
      'that is open to more',
      [route('/_app/admin/users/$userId', `['student']`), ...good.slice(2), good[0]!],
      'wrong',
    ],
    [
      'that is open to any facility admin',
      [route('/_app/preceptor/students', `['facility_admin']`), ...good.slice(0, 3)],
      'wrong',
    ],
    [
      'that lies outside the guard',
      [route('/_public/school/reports', `['school_admin']`), good[0]!, good[1]!, good[3]!],
      'misplaced',
    ],
    ['that is missing', good.slice(1), 'missing'],
    ['that nobody asked for', [...good, route('/_app/backdoor', `'any'`)], 'extra'],
  ] as const)('%s', (_, tree, fault) => {
    expect(compare([...tree], table)[fault]).toHaveLength(1)
  })
  it('that does not say who may open it', () => {
    expect(() => readRoute('x.tsx', `createFileRoute('/_app/x')({ staticData })`)).toThrow('x.tsx')
  })
})
