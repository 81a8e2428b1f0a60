import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { OptionToRank } from '../../contract.ts'
import { yearOfStudy } from '../../rules.ts'

type Row = {
  option_id: string
  wishlist: string
  student_id: string
  /**
   * Stands for the student in what a facility sees: different for each option, and not computable from what is known about the student.
   */
  key: string
  level: string | null
  starts: string | null
  project: string | null
}

/** The students who chose these options, for the caller who ranks them; none for options that are not theirs to rank. */
export async function loadApplicants(tx: Tx): Promise<Map<string, Row[]>> {
  const { rows } = await sql<Row>`select * from app.students_to_rank()`.execute(tx)
  return Map.groupBy(rows, (row) => row.option_id)
}

/** The options whose students the calling facility or preceptor ranks, with these students: numbers instead of names. */
export async function listToRank(tx: Tx, id?: string): Promise<OptionToRank[]> {
  const applicants = await loadApplicants(tx)
  const ids = [...applicants.keys()].filter((option) => id === undefined || option === id)
  if (ids.length === 0) return []
  const options = await tx
    .selectFrom('wishlist_options as o')
    .innerJoin('schools as s', 's.id', 'o.school_id')
    .select([
      'o.id',
      'o.name',
      'o.location',
      'o.first_date',
      'o.last_date',
      'o.seats',
      'o.student_order',
      's.name as school',
    ])
    .where('o.id', 'in', ids)
    .orderBy('o.campaign_id')
    .orderBy('o.position')
    .execute()
  return options.map(({ student_order: order, ...option }) => {
    const rows = applicants.get(option.id)!
    const { wishlist } = rows[0]!
    const students = rows
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map((row, at) => ({
        key: row.key,
        number: at + 1,
        level: row.level,
        year: row.starts === null ? null : yearOfStudy(row.starts, option.first_date),
        project: row.project,
        is_ranked: order.includes(row.student_id),
        position: order.includes(row.student_id) ? order.indexOf(row.student_id) : order.length,
      }))
      .toSorted((a, b) => a.position - b.position || a.number - b.number)
      .map(({ position: _position, ...student }) => student)
    return { ...option, wishlist, students }
  })
}
