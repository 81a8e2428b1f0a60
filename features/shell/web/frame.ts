import { dashboardOf, type Viewer } from '#core/access.ts'
import { type Area, areaFor, areaOfPath } from '#core/areas.ts'
import type { NavGroup, NavItem } from '#ui/nav.ts'
import type { PageEntry } from './pages.ts'

/**
 * What the layout shows at an address (Spec §2): the look of its area, the menu entries of that area that the viewer may open, and where
 * the wordmark links. The preceptor's header has a name of its own, and links to /.
 */
export function frameOf(path: string, viewer: Viewer, entries: readonly PageEntry[]) {
  const tone = areaFor(path, viewer)
  const isPreceptor = tone === 'preceptor' && path.startsWith('/preceptor/')
  // A page without an area has no entries of its own: its viewer sees those of their own area.
  const area = tone === 'default' ? areaOfPath(dashboardOf(viewer.role)) : tone
  return {
    tone,
    toneLabel: isPreceptor ? 'Preceptor Portal' : undefined,
    homeHref: isPreceptor ? '/' : dashboardOf(viewer.role),
    nav: navOf(entries, area),
    bottom: bottomOf(entries, area),
    entry: path.startsWith('/shift/') ? shiftsPages[area] : undefined,
  }
}

/** The bar at the bottom of a phone: what students and instructors open on the go, with short labels. */
const bottoms: Partial<Record<Area, readonly (readonly [label: string, href: string])[]>> = {
  student: [
    ['Home', '/student/dashboard'],
    ['Shifts', '/student/shifts'],
    ['Hours', '/student/progress'],
    ['Credentials', '/student/credentials'],
  ],
  proctor: [
    ['Home', '/proctor/dashboard'],
    ['Schedule', '/proctor/schedule'],
    ['Students', '/proctor/students'],
    ['Reports', '/proctor/shift-reports'],
  ],
}

/** The entry that is current on the page of a shift, which has none of its own. */
const shiftsPages: Partial<Record<Area, string>> = {
  student: '/student/shifts',
  proctor: '/proctor/schedule',
  school: '/shifts',
}

function bottomOf(entries: readonly PageEntry[], area: Area): NavItem[] | undefined {
  return bottoms[area]?.flatMap(([label, href]) => {
    const page = entries.find((one) => one.href === href)
    return page ? { label, href, icon: page.icon } : []
  })
}

/** The groups of the long menus, each with its pages in their order; a page that is not listed is added to the last group. */
const menus: Partial<Record<Area, readonly (readonly [label: string | undefined, ...hrefs: string[]])[]>> = {
  admin: [
    [undefined, '/admin/dashboard'],
    [
      'Work',
      '/admin/shifts',
      '/admin/all-shifts',
      '/admin/shift-automation',
      '/admin/student-progress',
      '/admin/semesters',
      '/admin/semester-reports',
      '/admin/evaluation-verification',
      '/admin/compliance',
    ],
    [
      'Schools and facilities',
      '/admin/schools',
      '/admin/relationships',
      '/admin/clinical-mapping',
      '/admin/clinical-mapping/admin',
      '/admin/organizations',
      '/admin/facility-hierarchy',
      '/admin/facility-operations',
    ],
    [
      'Access',
      '/admin/users',
      '/admin/permission-requests',
      '/admin/permissions-reporting',
      '/admin/permissions-system',
    ],
    [
      'System',
      '/admin/billing',
      '/admin/canvas-integration',
      '/admin/performance-monitor',
      '/performance',
      '/security',
      '/settings',
      '/admin/notifications',
      '/admin/shift-lifecycle-demo',
      '/admin/shift-lifecycle-test',
    ],
  ],
  school: [
    [
      undefined,
      '/school/dashboard',
      '/shifts',
      '/school/ai-shift-creator',
      '/admin/shift-automation',
      '/school/rotations',
      '/school/wishlists',
      '/school/capstone',
    ],
    [
      'People',
      '/school/students',
      '/school/cohorts',
      '/school/messages',
      '/school/student-progress',
      '/school/compliance',
    ],
    ['Sites', '/school/facilities', '/school/partnerships'],
    [
      'Records',
      '/school/shift-reports',
      '/admin/evaluation-verification',
      '/school/reports',
      '/admin/semester-reports',
      '/admin/clinical-mapping/documentation',
    ],
    ['School', '/school/settings', '/school/profile', '/school/account', '/billing'],
  ],
}

function grouped(area: Area, own: readonly PageEntry[]): NavGroup[] {
  const menu = menus[area]
  if (!menu) return [{ items: own }]
  const named = new Set(menu.flatMap(([, ...hrefs]) => hrefs))
  return menu.map(([label, ...hrefs], at) => ({
    ...(label && { label }),
    items: [
      ...hrefs.flatMap((href) => own.find((page) => page.href === href) ?? []),
      ...(at === menu.length - 1 ? own.filter(({ href }) => !named.has(href)) : []),
    ],
  }))
}

function navOf(all: readonly PageEntry[], area: Area): NavGroup[] {
  const entries = all.filter(({ isOffMenu }) => !isOffMenu)
  const own = [
    ...entries.filter((page) => page.area === area),
    ...entries.filter((page) => page.alsoIn === area),
  ]
  const others = entries.filter((page) => page.area === 'any')
  const preceptor = area === 'facility' ? entries.filter((page) => page.area === 'preceptor') : []
  return [
    ...grouped(area, own).filter(({ items }) => items.length > 0),
    ...(preceptor.length > 0 ? [{ label: 'Preceptor', items: preceptor }] : []),
    ...(others.length > 0 ? [{ label: 'Help', items: others }] : []),
  ]
}
