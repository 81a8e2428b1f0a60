export { MaintenanceBanner } from './MaintenanceBanner.tsx'
export {
  calls as accountCalls,
  isLeaving,
  meQuery,
  useMe,
  useResetSecondFactor,
  useSchoolId,
  useSignOut,
} from './queries.ts'
export { emptyNewPassword, useNewPassword } from './new-password.ts'
export { NewPasswordField } from './NewPasswordField.tsx'
