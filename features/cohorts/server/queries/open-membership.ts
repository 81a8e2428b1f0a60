import { sql } from 'kysely'

/** For statements over a student's membership `m`: the id of the one that is open, otherwise null; after a planned move it is another. */
export const openMembership = sql<string | null>`(select o.id from public.cohort_memberships o
  where o.student_id = m.student_id and o.school_id = m.school_id and o.to_date is null)`
