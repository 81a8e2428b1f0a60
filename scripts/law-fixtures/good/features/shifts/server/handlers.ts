import { allSemesters } from '#features/semesters/server/public.ts'
import { one } from './shift-sql.ts'

export const handlers = [allSemesters, one]
