export { MaintenanceBanner } from './MaintenanceBanner.tsx'
export { hashPassword } from './password.ts'
export {
  accounts,
  calls as accountCalls,
  isLeaving,
  meQuery,
  useMe,
  useSchoolId,
  useSignOut,
} from './queries.ts'
export { emptyNewPassword, useNewPassword } from './new-password.ts'
export { NewPasswordField } from './NewPasswordField.tsx'
