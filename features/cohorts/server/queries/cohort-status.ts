import { sql } from 'kysely'
import type { CohortStatus } from '../../contract.ts'

/** For statements over `public.cohorts c`: a planned cohort becomes active on its first day, same as in its guard. */
export const cohortStatus = sql<CohortStatus>`
  case when c.status = 'planned' and c.start_date <= app.school_today(c.school_id) then 'active' else c.status end`
