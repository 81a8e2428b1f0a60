import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#core/roles.ts'

/**
 * For lists: repeats what policies require of a school's administrators, so that an index finds their rows. Policies alone are checked row
 * by row, since those of all roles are joined by `or`. Narrows nothing for other roles. `schoolId` is a column, such as `r.school_id`.
 */
export const ofOwnSchool = (role: Role, schoolId: string): RawBuilder<boolean> =>
  role === 'school_admin' || role === 'school_super_admin'
    ? sql<boolean>`${sql.ref(schoolId)} = (select app.school_id())`
    : sql<boolean>`true`
