import { dashboardOf, type Viewer } from './access.ts'

/** The parts of the product a person can be in; each has its own look and navigation. */
export type Area = 'admin' | 'school' | 'facility' | 'student' | 'preceptor' | 'proctor' | 'default'
/** The views that a superadmin takes on by walking into an area. */
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

/** The area a path belongs to by its first word; /student-pending-approval is not /student. */
export function areaOfPath(path: string): Area {
  return areas.find(([prefix]) => isUnder(path, prefix))?.[1] ?? 'default'
}

/**
 * The area whose look a page has (Spec §2): that of its path, and the asker's own where its path has none. Pages of administrators that others share keep the look of the
 * asker's own area, and the preceptor's header is a preceptor's alone; the superadmin looks with every eye.
 */
export function areaFor(path: string, viewer: Viewer): Area {
  const area = areaOfPath(path)
  if (viewer.role === 'superadmin') return area
  // A shift, a profile: pages of no area are looked at from home.
  if (area === 'default' || area === 'admin') return areaOfPath(dashboardOf(viewer.role))
  // Students and proctors open single pages of the school; what surrounds them stays their own.
  if (area === 'school' && (viewer.role === 'student' || viewer.role === 'proctor'))
    return areaOfPath(dashboardOf(viewer.role))
  // The school reads the reports that its instructors comment on.
  if (area === 'proctor' && (viewer.role === 'school_admin' || viewer.role === 'school_super_admin'))
    return 'school'
  return area === 'preceptor' && !viewer.isPreceptor ? 'facility' : area
}

/** The view that follows the path prefix /proctor/, /school/, /facility/ or /student/; null leaves the view as it was (Spec §4). */
export function viewOfPath(path: string): View | null {
  return views.find((view) => path.startsWith(`/${view}/`)) ?? null
}

function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
