import type { NoPatientNamed } from '#core/patient-data.ts'
import { useContentId } from '#platform/web/use-content-id.ts'
import type { SeriesPattern, ShiftFields } from '../contract.ts'
import { useCreateSeries, useCreateShift } from './queries.ts'
import type { Saved } from './use-saved.tsx'

type Planned = {
  fields: ShiftFields
  /** The weekly pattern of a series. */
  pattern: SeriesPattern | null
  site: string | null
  /** That no patient is named in its texts. */
  ticked: NoPatientNamed
}

/** Plans a shift or a weekly series as drafts. */
export function usePlanShift(schoolId: string): (planned: Planned) => Promise<Saved> {
  const create = useCreateShift()
  const createSeries = useCreateSeries()
  const idOf = useContentId()
  return async ({ fields, pattern, site, ticked }) => {
    if (pattern === null) {
      const id = idOf(fields)
      await create.mutateAsync({ ...fields, id, school_id: schoolId, ...ticked })
      return { id, count: 1, isSeries: false, site }
    }
    const { date: _date, ...rest } = fields
    const id = idOf([rest, pattern])
    const { created } = await createSeries.mutateAsync({
      ...rest,
      id,
      school_id: schoolId,
      pattern,
      ...ticked,
    })
    return { id, count: created, isSeries: true, site }
  }
}
