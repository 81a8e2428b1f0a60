import type { Tx } from '#platform/server/db.ts'
import type { InstrumentContent } from '../../contract.ts'
import type { EvaluationTime } from '../../rules.ts'

/** The defaults for a school that has not chosen. */
const usual: Record<EvaluationTime, string> = {
  shift: 'shift-quick-check',
  midterm: 'clinical-s-ni-u',
  final: 'clinical-s-ni-u',
}

/** The forms that students give feedback with. */
const feedbackForms = { site: 'site-feedback', instructor: 'instructor-feedback' } as const

const newest = (tx: Tx) =>
  tx
    .selectFrom('evaluation_instruments as i')
    .innerJoin('instrument_versions as v', (join) =>
      join.onRef('v.instrument_id', '=', 'i.id').onRef('v.number', '=', 'i.latest_version'),
    )
    .select(['i.id', 'v.number as version', 'v.name', 'v.content'])

/** The newest version of the instrument that a school uses at this time. */
export async function findInstrumentFor(tx: Tx, schoolId: string, time: EvaluationTime) {
  const chosen = await newest(tx)
    .innerJoin('school_instruments as c', 'c.instrument_id', 'i.id')
    .where('c.school_id', '=', schoolId)
    .where('c.time', '=', time)
    .executeTakeFirst()
  const found = chosen ?? (await newest(tx).where('i.key', '=', usual[time]).executeTakeFirst())
  return found && { ...found, content: found.content as InstrumentContent }
}

/** The newest version of the form for feedback on a site or an instructor. */
export async function findFeedbackForm(tx: Tx, about: keyof typeof feedbackForms) {
  const found = await newest(tx).where('i.key', '=', feedbackForms[about]).executeTakeFirstOrThrow()
  return { ...found, content: found.content as InstrumentContent }
}
