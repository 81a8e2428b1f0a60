import { type RawBuilder, sql } from 'kysely'

/** True if a student's latest membership of a cohort ended with graduation: they need no cohort. */
export const hasGraduated = (student: RawBuilder<unknown>) => sql<boolean>`
  ((select m.end_reason from public.cohort_memberships m where m.student_id = ${student}
    order by m.from_date desc, m.created_at desc limit 1) is not distinct from 'graduated')`
