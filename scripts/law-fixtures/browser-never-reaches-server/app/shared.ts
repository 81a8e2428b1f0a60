import { handlers } from '#features/shifts/server/handlers.ts'

export const shared = handlers
