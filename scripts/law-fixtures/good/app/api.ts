import { handlers as semesters } from '#features/semesters/server/handlers.ts'
import { handlers as shifts } from '#features/shifts/server/handlers.ts'

export const api = { semesters, shifts }
