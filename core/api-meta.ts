import type { Access } from './access.ts'

/** What of students' records a procedure shows; features/audit/rules.ts has the words for each. */
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
 * A procedure that shows students' records, or gives out a list as a file (34 CFR 99.32; docs/decisions/048). The trail keeps
 * who called it and whose records were in the answer.
 */
export type TrailMeta = {
  /** An export is answered only once it is recorded; views are written within a quarter of a second. */
  kind: 'view' | 'export'
  what: RecordPart
  /** PostgreSQL itself writes the look, with what it shows (files): the guard notes refusals alone. */
  isWrittenByDatabase?: true
  /**
   * Where the ids of the people are: a path from `input` or `output` with `*` for every element of an array, or `viewer`
   * for a page of one's own, which counts when someone else looks at it with that person's eyes.
   */
  people?: readonly (`input.${string}` | `output.${string}` | 'viewer')[]
}

/** A write that goes on while a school is read-only: always, or only with these answers in its input (`{ accept: [false] }`). */
export type WhileReadOnly = true | Readonly<Record<string, readonly unknown[]>>

/** Does it go on while the school of the person who asks is read-only? What is not said is stopped. */
export function goesOn(rule: WhileReadOnly | undefined, input: unknown): boolean {
  if (rule === undefined || rule === true) return rule === true
  const given = (input ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(rule).every(([field, values]) => values.includes(given[field]))
}

/** What the guard reads of every procedure. */
export type ApiMeta = {
  /** Who may call; 'self' is any signed-in person, also one who still waits for approval. */
  access: Access | 'self'
  /** Does it change anything? A read runs in a read-only transaction, and a read-only impersonation may call it. */
  write: boolean
  /** May be called while impersonating read-only although it writes: ending it, signing out. */
  duringImpersonation?: boolean
  /** May be called by someone who must change their password before anything else: changing it, seeing who one is, signing out. */
  beforePasswordChange?: boolean
  /** Belongs to the person alone (password, e-mail address): refused to anyone who acts as them, even with writes allowed. */
  inPersonOnly?: boolean
  /**
   * Goes on while the caller's school is read-only because it does not pay (decision 209): what ends something, protects people, or
   * records what happens anyway. Any other write is stopped, except those of `public` and `self`.
   */
  whileReadOnly?: WhileReadOnly
  /** A long list whose rows are read column by column as the contract has them, and plain JSON: sent without a look at each field. */
  answersAsRead?: boolean
  /** Shows students' records, or gives out a list. */
  trail?: TrailMeta
}
