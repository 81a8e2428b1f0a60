export { CredentialFields } from './CredentialFields.tsx'
export { credentialTypes } from './queries.ts'
