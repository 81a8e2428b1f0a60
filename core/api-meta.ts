import type { Access } from './access.ts'

/** What the guard reads of every procedure. */
export type ApiMeta = {
  /** Who may call; 'self' is any signed-in person, also one who still waits for approval. */
  access: Access | 'self'
  /** Does it change anything? A read runs in a read-only transaction, and a read-only impersonation may call it. */
  write: boolean
  /** May be called while impersonating read-only although it writes: ending it, signing out. */
  duringImpersonation?: boolean
  /** May be called by somebody who must change their password before anything else: changing it, seeing who one is, signing out. */
  beforePasswordChange?: boolean
  /** Belongs to the person alone (password, e-mail address): refused to whoever acts as them, even with writes allowed. */
  inPersonOnly?: boolean
  /** A long list whose rows are read column by column as the contract has them, and plain JSON: sent without a look at each field. */
  answersAsRead?: boolean
}
