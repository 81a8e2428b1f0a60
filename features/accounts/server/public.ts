import { type PasswordHasher, settingOf } from '#platform/server/passwords.ts'

/**
 * What is stored for a client hash: its salt setting (29 characters), then the server's
 * verifier. custom_auth_create_user and replacePassword take passwords in this form.
 */
export async function storedHash(passwords: PasswordHasher, clientHash: string): Promise<string> {
  return settingOf(clientHash) + (await passwords.hash(clientHash))
}

export { isCommonPassword } from './common-passwords.ts'
export { endSession, openSession } from './commands/open-session.ts'
export { replacePassword } from './commands/replace-password.ts'
export { startPasswordWalk } from './password-walk.ts'
export { findPerson } from './queries/find-person.ts'
export { mySessions } from './queries/my-sessions.ts'
