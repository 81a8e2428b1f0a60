import type { Access } from './access.ts'
import type { Role } from './roles.ts'

/** Which part of students' records a procedure shows; features/audit/rules.ts has the label of each. */
export type RecordPart =
  | 'profile'
  | 'list'
  | 'schedule'
  | 'progress'
  | 'roster'
  | 'candidates'
  | 'requests'
  | 'cohort'
  | 'releases'
  | 'disclosures'
  | 'trail'
  | 'data'
  | 'file'

/**
 * For a procedure that shows students' records, or exports a list (34 CFR 99.32; docs/decisions/048). The access trail records who called
 * it and whose records were in the answer.
 */
export type TrailMeta = {
  /** An export is sent only once it is recorded; views are written about once a second. */
  kind: 'view' | 'export'
  what: RecordPart
  /** PostgreSQL itself records the view (of files), so the guard only records refusals. */
  isWrittenByDatabase?: true
  /**
   * Where to find the ids of the people: a path from `input` or `output` with `*` for every element of an array, or `viewer` for a personal
   * page, which counts only if someone else acts as the viewer.
   */
  people?: readonly (`input.${string}` | `output.${string}` | 'viewer')[]
  /** The role that sees only what concerns the viewer too, such as a swap with a classmate: no look at the classmate's record. */
  concerns?: Role
}

/** A write that is allowed while a school is read-only: always, or only with these values in its input (`{ accept: [false] }`). */
export type WhileReadOnly = true | Readonly<Record<string, readonly unknown[]>>

/** True if a write is allowed while the caller's school is read-only. Without a rule it is refused. */
export function isAllowedWhileReadOnly(rule: WhileReadOnly | undefined, input: unknown): boolean {
  if (rule === undefined || rule === true) return rule === true
  const given = (input ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(rule).every(([field, values]) => values.includes(given[field]))
}

/** What the guard knows about every procedure. */
export type ApiMeta = {
  /** Who may call it; 'self' is any signed-in person, including those who await approval. */
  access: Access | 'self'
  /** True if it changes anything. A read runs in a read-only transaction, and a read-only impersonation may call it. */
  write: boolean
  /** Allowed during a read-only impersonation although it writes: ending the impersonation, signing out. */
  duringImpersonation?: boolean
  /** Allowed before a required password change: changing the password, reading the own account, signing out. */
  beforePasswordChange?: boolean
  /** Only for the person themselves (password, email address): refused to anyone who acts as them, even with writes allowed. */
  inPersonOnly?: boolean
  /**
   * Allowed while the caller's school is read-only because it does not pay (decision 209): what ends something, protects people, or records
   * what happens anyway. All other writes are refused, except those of `public` and `self`.
   */
  whileReadOnly?: WhileReadOnly
  /**
   * Creates a row by the `id` that the browser chose (with a `version`, if that is 0). The same id with other values is refused, because
   * the first values are what is saved.
   */
  createsById?: boolean
  /** A long list whose rows match the contract column by column and are plain JSON: sent without validating each field. */
  skipsOutputChecks?: boolean
  /** Shows students' records, or exports a list. */
  trail?: TrailMeta
}
