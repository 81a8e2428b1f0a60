import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'
import { COUNTED_TO, type ShiftFilter, type ShiftRow } from '../../contract.ts'
import { latestByWords } from './find-by-words.ts'
import { MAX_FOUND, conditions, isNationwide, searchConditions } from './shift-conditions.ts'
import { type Page, rowsOf } from './shift-rows.ts'

/** Orders that indexes can provide: they keep the shifts of a school or facility together, by day. */
const orders = {
  date: (dir: RawBuilder<unknown>) => sql`x.date ${dir}, x.starts_at ${dir}, x.id`,
  status: (dir: RawBuilder<unknown>) => sql`x.status ${dir}, x.date ${dir}, x.starts_at ${dir}, x.id ${dir}`,
  unit: (dir: RawBuilder<unknown>) => sql`f.name ${dir}, f.id ${dir}, x.date, x.starts_at, x.id`,
  school: (dir: RawBuilder<unknown>) => sql`c.name ${dir}, c.id ${dir}, x.date, x.starts_at, x.id`,
  seats: (dir: RawBuilder<unknown>) =>
    sql`coalesce(x.seats, x.capacity) - x.seats_taken ${dir}, x.date, x.starts_at, x.id`,
} satisfies Record<ShiftFilter['sort'], unknown>

export async function listShifts(
  tx: Tx,
  role: Role,
  filter: ShiftFilter,
  page: Page,
): Promise<{ rows: ShiftRow[]; total: number; is_more: boolean }> {
  const words = await searchConditions(tx, role, filter)
  const where = conditions(filter, role, words)
  const order = orders[filter.sort](sql.raw(filter.dir))
  const rows =
    filter.sort === 'unit' && isNationwide(filter, role)
      ? await byFacility(tx, where, filter.dir, page)
      : await rowsOf(tx, where, order, page)
  const isWhole = page.offset === 0 && rows.length < page.limit
  if (words && isNationwide(filter, role) && hasOnlyWords(filter))
    return { rows, total: Math.min(words.count, MAX_FOUND), is_more: words.count > MAX_FOUND }
  const total = isWhole ? rows.length : await countShifts(tx, where)
  return { rows, total: Math.min(total, COUNTED_TO), is_more: total > COUNTED_TO }
}

/**
 * The list for the search bar, which shows the latest few. A nationwide search finds only those, because counting the rest reads thousands
 * of rows.
 */
export async function listInPassing(
  tx: Tx,
  role: Role,
  filter: ShiftFilter,
  page: Page,
): Promise<{ rows: ShiftRow[]; total: number; is_more: boolean }> {
  const { q, from, to, sort, dir } = filter
  const isLatest = sort === 'date' && dir === 'desc' && !from && !to && page.offset === 0
  if (!q || !isLatest || !isNationwide(filter, role) || !hasOnlyWords(filter))
    return listShifts(tx, role, filter, page)
  const ids = await latestByWords(tx, q, page.limit)
  const rows = await rowsOf(tx, sql`x.id = any (${ids}::uuid[])`, orders.date(sql.raw(dir)), page)
  return { rows, total: rows.length, is_more: rows.length === page.limit }
}

/** True if the filter has only words and days. */
const hasOnlyWords = ({
  q: _q,
  sort: _sort,
  dir: _dir,
  from: _from,
  to: _to,
  ...others
}: ShiftFilter): boolean =>
  Object.values(others).every((value) => !value || (Array.isArray(value) && value.length === 0))

/** Shifts nationwide by unit: those at a unit by its name, and those on campus where nulls would be sorted. */
async function byFacility(
  tx: Tx,
  where: RawBuilder<unknown>,
  dir: ShiftFilter['dir'],
  { limit, offset }: Page,
): Promise<ShiftRow[]> {
  const placed = { where: sql`${where} and f.id is not null`, order: orders.unit(sql.raw(dir)) }
  const onCampus = { where: sql`${where} and x.facility_id is null`, order: orders.date(sql`asc`) }
  const rows: ShiftRow[] = []
  let skipped = offset
  for (const part of dir === 'asc' ? [placed, onCampus] : [onCampus, placed]) {
    const found = await rowsOf(tx, part.where, part.order, { limit: limit - rows.length, offset: skipped })
    rows.push(...found)
    if (rows.length === limit) break
    if (skipped > 0) skipped = found.length > 0 ? 0 : skipped - (await countShifts(tx, part.where))
  }
  return rows
}

/** How many rows of an export are read in one transaction. */
export const EXPORT_PAGE = 2000

/** The shifts of a filter by day, after a given row; empty at the end. */
export async function listAfter(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  after: ShiftRow | undefined,
): Promise<ShiftRow[]> {
  const behind = after
    ? sql`(x.date, x.starts_at, x.id) > (${after.date}::date, ${after.starts_at}::timestamptz, ${after.id}::uuid)`
    : sql`true`
  const where = conditions(filter, role, await searchConditions(tx, role, filter))
  return rowsOf(tx, sql`${where} and ${behind}`, sql`x.date, x.starts_at, x.id`, {
    limit: EXPORT_PAGE,
    offset: 0,
  })
}

export async function countShifts(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  // Ordered as an index is, so that no more rows are read than counted.
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select 1 from public.shifts x join public.schools c on c.id = x.school_id
      left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id where ${where}
      order by x.date, x.starts_at, x.id limit ${COUNTED_TO + 1}) counted`.execute(tx)
  return rows[0]!.count
}
