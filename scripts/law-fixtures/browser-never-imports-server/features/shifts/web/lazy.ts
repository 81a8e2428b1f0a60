export const load = () => import('../server/handlers.ts') // bad
