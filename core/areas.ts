import { dashboardOf, type Viewer } from './access.ts'

/** The areas of the product; each has its own look and navigation. */
export type Area = 'admin' | 'school' | 'facility' | 'student' | 'preceptor' | 'proctor' | 'default'
/** The views that a superadmin switches to by opening an area. */
export type View = 'proctor' | 'school' | 'facility' | 'student'

const areas: readonly [prefix: string, area: Area][] = [
  ['/admin', 'admin'],
  ['/school', 'school'],
  ['/billing', 'school'],
  ['/facility', 'facility'],
  ['/student', 'student'],
  ['/preceptor', 'preceptor'],
  ['/mentor', 'preceptor'],
  ['/proctor', 'proctor'],
]

const views: readonly View[] = ['proctor', 'school', 'facility', 'student']

/** The area of a path by its first segment; /student-pending-approval is not in /student. */
export function areaOfPath(path: string): Area {
  return areas.find(([prefix]) => isUnder(path, prefix))?.[1] ?? 'default'
}

/**
 * The area whose look a page has (Spec §2): that of its path, or the viewer's own if the path has none. Admin pages that other roles share
 * have the look of the viewer's own area, and only preceptors see the preceptor header; the superadmin sees each area's own look.
 */
export function areaFor(path: string, viewer: Viewer): Area {
  const area = areaOfPath(path)
  if (viewer.role === 'superadmin') return area
  // Pages of no area, such as a shift or a profile, have the look of the viewer's own area.
  if (area === 'default' || area === 'admin') return areaOfPath(dashboardOf(viewer.role))
  // Students and proctors may open some pages of the school, in their own area's look.
  if (area === 'school' && (viewer.role === 'student' || viewer.role === 'proctor'))
    return areaOfPath(dashboardOf(viewer.role))
  // The school reads the reports that its instructors comment on.
  if (area === 'proctor' && (viewer.role === 'school_admin' || viewer.role === 'school_super_admin'))
    return 'school'
  return area === 'preceptor' && !viewer.isPreceptor ? 'facility' : area
}

/** The view of the path prefix /proctor/, /school/, /facility/ or /student/; null keeps the current view (Spec §4). */
export function viewOfPath(path: string): View | null {
  return views.find((view) => path.startsWith(`/${view}/`)) ?? null
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
