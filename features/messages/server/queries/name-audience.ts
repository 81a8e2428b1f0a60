import { sql } from 'kysely'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience } from '../../contract.ts'
import { audienceText } from '../../rules.ts'

/** The maximum length of a stored name. */
const LONGEST = 300

/** The current name of these recipients, for the list of sent messages. */
export async function nameAudience(tx: Tx, audience: Audience): Promise<string> {
  return audienceText(audience, await namesOf(tx, audience)).slice(0, LONGEST)
}

async function namesOf(tx: Tx, audience: Audience): Promise<string[]> {
  switch (audience.kind) {
    case 'school':
    case 'own_shifts':
      return []
    case 'series':
      return names(
        tx,
        sql`select concat_ws(', ', x.title, f.name) as name from public.shifts x left join public.facilities f on f.id = x.facility_id
        where x.series_id = ${audience.series_id}::uuid and x.date >= ${audience.from}::date order by x.starts_at, x.id limit 1`,
      )
    case 'cohorts':
      return names(
        tx,
        sql`select name from public.cohorts where id = any (${audience.cohort_ids}::uuid[]) order by name, id`,
      )
    case 'site':
      return names(tx, sql`select name from public.facilities where id = ${audience.facility_id}::uuid`)
    case 'partner':
      return names(tx, sql`select name from public.schools where id = ${audience.school_id}::uuid`)
    case 'partners':
      return names(
        tx,
        sql`select name from public.facilities where id = any (${audience.facility_ids}::uuid[]) order by name, id`,
      )
    case 'shifts': {
      const { rows } = await sql<{ unit: string | null; date: PlainDate }>`
        select f.name as unit, x.date from public.shifts x left join public.facilities f on f.id = x.facility_id
        where x.id = any (${audience.shift_ids}::uuid[]) order by x.starts_at, x.id`.execute(tx)
      return rows.map(({ unit, date }) => `${unit ?? 'On campus'} on ${formatDate(date, 'weekday')}`)
    }
  }
}

async function names(tx: Tx, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await query.execute(tx)
  return (rows as { name: string }[]).map(({ name }) => name)
}
