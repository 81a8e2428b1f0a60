export const handlers = 1
