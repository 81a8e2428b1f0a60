export { isLeaving, meQuery, useMe, useSchoolId, useSignOut } from './queries.ts'
export { emptyNewPassword, useNewPassword } from './new-password.ts'
export { NewPasswordFields } from './NewPasswordFields.tsx'
