import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Instrument, InstrumentContent } from '../../contract.ts'
import { type EvaluationTime, timesOf } from '../../rules.ts'

const instruments = (tx: Tx) =>
  tx
    .selectFrom('evaluation_instruments as i')
    .leftJoin('instrument_versions as v', (join) =>
      join.onRef('v.instrument_id', '=', 'i.id').onRef('v.number', '=', 'i.latest_version'),
    )
    .select([
      'i.id',
      'i.name',
      'i.owner_school_id',
      'i.latest_version',
      'i.status',
      'i.draft',
      'i.version',
      'v.content',
      sql<string[]>`array(select c.time from public.school_instruments c where c.instrument_id = i.id
        and c.school_id = (select app.school_id()) order by 1)`.as('used_for'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof instruments>['execute']>>[number]

const instrumentOf = ({ owner_school_id: owner, draft, content, ...row }: Row): Instrument => ({
  ...row,
  is_shipped: owner === null,
  status: row.status as Instrument['status'],
  has_draft: draft !== null,
  made_for: content === null ? [] : timesOf(content as InstrumentContent),
  used_for: row.used_for as EvaluationTime[],
  content: (draft ?? content) as InstrumentContent,
})

/** Instruments that the caller may see: the school's first, then those that ship. */
export async function listInstruments(tx: Tx): Promise<Instrument[]> {
  const rows = await instruments(tx)
    .orderBy(sql`i.owner_school_id is null, i.status, i.name, i.id`)
    .execute()
  return rows.map(instrumentOf)
}

/** One instrument; undefined if the caller can't see it. */
export async function findInstrument(tx: Tx, id: string): Promise<Instrument | undefined> {
  const row = await instruments(tx).where('i.id', '=', id).executeTakeFirst()
  return row && instrumentOf(row)
}
