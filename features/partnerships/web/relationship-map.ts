import type { Partnership, PartnershipState } from '../contract.ts'

/** How close a state is to working together; of several partnerships of one pair, the map shows the closest. */
const nearness: Record<PartnershipState, number> = {
  active: 9,
  expiring: 8,
  ending: 8,
  suspended: 7,
  under_review: 6,
  requested: 5,
  expired: 4,
  draft: 3,
  declined: 2,
  terminated: 1,
  withdrawn: 0,
}

export type MapNode = { id: string; name: string; count: number }
export type MapCell = { school: number; organization: number; partnership: Partnership; others: number }
export type RelationshipMap = { schools: MapNode[]; organizations: MapNode[]; cells: MapCell[] }

/** Schools as rows and organizations as columns, those with most partners first, and one cell for each pair with a partnership. */
export function mapOf(partnerships: readonly Partnership[]): RelationshipMap {
  const pairs = Map.groupBy(partnerships, (row) => `${row.school_id} ${row.organization_id}`)
  const best = [...pairs.values()].map((rows) => ({
    partnership: rows.toSorted(
      (a, b) => nearness[b.state] - nearness[a.state] || b.updated_at.localeCompare(a.updated_at),
    )[0]!,
    others: rows.length - 1,
  }))
  const nodes = (id: 'school_id' | 'organization_id', name: 'school_name' | 'organization_name'): MapNode[] =>
    [...Map.groupBy(best, ({ partnership }) => partnership[id]).entries()]
      .map(([key, of]) => ({ id: key, name: of[0]!.partnership[name], count: of.length }))
      .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  const schools = nodes('school_id', 'school_name')
  const organizations = nodes('organization_id', 'organization_name')
  const rowOf = new Map(schools.map(({ id }, index) => [id, index]))
  const columnOf = new Map(organizations.map(({ id }, index) => [id, index]))
  const cells = best
    .map(({ partnership, others }) => ({
      school: rowOf.get(partnership.school_id)!,
      organization: columnOf.get(partnership.organization_id)!,
      partnership,
      others,
    }))
    .toSorted((a, b) => a.school - b.school || a.organization - b.organization)
  return { schools, organizations, cells }
}

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

/** The cell that an arrow key moves to: the nearest in that direction, rows first; Home and End go to the first and last. */
export function stepFrom(cells: readonly MapCell[], from: number, arrow: Arrow): number {
  const here = cells[from]
  if (!here) return 0
  if (arrow === 'Home') return 0
  if (arrow === 'End') return cells.length - 1
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const sign = arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1
  let found = from
  let least = Number.POSITIVE_INFINITY
  for (const [index, cell] of cells.entries()) {
    const along = sign * (isAcross ? cell.organization - here.organization : cell.school - here.school)
    const aside = Math.abs(isAcross ? cell.school - here.school : cell.organization - here.organization)
    // Left and right stay in the row; up and down go to the nearest column.
    if (along <= 0 || (isAcross && aside > 0)) continue
    const distance = isAcross ? along : along * 1_000 + aside
    if (distance < least) {
      least = distance
      found = index
    }
  }
  return found
}

/** The size of a cell in pixels, so that 50 columns fit a screen and 5 are not tiny. */
export function cellSize(columns: number): number {
  return columns <= 12 ? 34 : columns <= 25 ? 26 : columns <= 38 ? 19 : 15
}

/** Cuts a name to what fits next to the map. */
export function cut(name: string, length: number): string {
  return name.length <= length ? name : `${name.slice(0, length - 1).trimEnd()}…`
}
