import { allSemesters } from '#features/semesters/server/public.ts'
import { one } from './queries/one.ts'

export const handlers = [allSemesters, one]
