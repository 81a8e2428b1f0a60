import { preceptorHandlers } from './handlers.ts'

/** The calls about preceptors, for tests of projects. */
export const preceptorCalls = () => preceptorHandlers()
