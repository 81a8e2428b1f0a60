import { dashboardOf, type Viewer } from '#core/access.ts'
import { type Area, areaFor, areaOfPath } from '#core/areas.ts'
import type { NavGroup } from '#ui/nav.ts'
import type { PageEntry } from './pages.ts'

/**
 * What the frame shows of an address (Spec §2): the look of its area, the entries that somebody who may open `entries`
 * finds there, and where the wordmark leads. The preceptor's header has a name of its own, and leads to /.
 */
export function frameOf(path: string, viewer: Viewer, entries: readonly PageEntry[]) {
  const tone = areaFor(path, viewer)
  const isPreceptor = tone === 'preceptor' && path.startsWith('/preceptor/')
  return {
    tone,
    toneLabel: isPreceptor ? 'Preceptor Portal' : undefined,
    homeHref: isPreceptor ? '/' : dashboardOf(viewer.role),
    // A page of no area has no entries of its own: whoever stands there finds those of home.
    nav: navOf(entries, tone === 'default' ? areaOfPath(dashboardOf(viewer.role)) : tone),
  }
}

function navOf(entries: readonly PageEntry[], area: Area): NavGroup[] {
  const own = [
    ...entries.filter((page) => page.area === area),
    ...entries.filter((page) => page.alsoIn === area),
  ]
  const others = entries.filter((page) => page.area === 'any')
  const preceptor = area === 'facility' ? entries.filter((page) => page.area === 'preceptor') : []
  return [
    { items: own },
    ...(preceptor.length > 0 ? [{ label: 'Preceptor', items: preceptor }] : []),
    ...(others.length > 0 ? [{ label: 'Help', items: others }] : []),
  ]
}
