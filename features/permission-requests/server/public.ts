export { startPermissionExpiry } from './expiry.ts'
export { mayDecide } from './queries/may-decide.ts'
