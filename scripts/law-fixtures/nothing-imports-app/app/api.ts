export const api = 1
export type Api = typeof api
