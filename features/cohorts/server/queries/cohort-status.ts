import { sql } from 'kysely'
import type { CohortStatus } from '../../contract.ts'

/** For statements over `public.cohorts c`: a planned cohort is active from its first day on by itself, as its guard has it too. */
export const cohortStatus = sql<CohortStatus>`
  case when c.status = 'planned' and c.start_date <= app.school_today(c.school_id) then 'active' else c.status end`
