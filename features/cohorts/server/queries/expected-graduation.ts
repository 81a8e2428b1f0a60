import { sql } from 'kysely'

/** For statements over `public.users u`: a student's own expected graduation, otherwise that of their cohort. */
export const expectedGraduation = sql<string | null>`coalesce(u.graduation_date,
  (select c.expected_graduation from app.current_memberships m join public.cohorts c on c.id = m.cohort_id
    where m.student_id = u.id and m.school_id = u.linked_school_id))`
