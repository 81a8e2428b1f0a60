export { startPermissionExpiry } from './expiry.ts'
export { mayDecide } from './queries/may-decide.ts'
export { countToDecide } from './queries/list-requests.ts'
