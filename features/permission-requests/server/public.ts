export { startPermissionExpiry } from './expiry.ts'
