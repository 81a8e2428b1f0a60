import type { Actor } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule, ChangeFacts } from '../contract.ts'

/** Something that a rule would change: `key` names it once and for all, so that it is not found again. */
export type Found = {
  key: string
  /** The shift. */
  entity_id: string
  student_id?: string
  label: string
  /** What carrying it out needs to know. */
  input: Readonly<Record<string, unknown>>
  before: ChangeFacts | null
  after: ChangeFacts
}

/** What rules of the kind came to before: keys that are not found again, keys that were refused, and students for whom a suggestion waits. */
export type Known = Record<'keys' | 'refused' | 'students', ReadonlySet<string>>

/** One of them as it is carried out; without an id it is only tried. */
export type ToDo = Pick<Found, 'entity_id' | 'input' | 'after'> & {
  id: string | null
  student_id: string | null
  rule_name: string
  school_id: string
}

/** What rules of one kind do. All of it goes through the commands that people use, which refuse as they refuse people. */
export type RuleAction = {
  /** What there is to do now, in the order in which it is done. */
  find: (tx: Tx, rule: AutomationRule, known: Known) => Promise<Found[]>
  /** Does it; returns how it is now. Throws the refusal of the command. */
  carryOut: (tx: Tx, me: Actor, change: ToDo) => Promise<ChangeFacts>
  /** Takes it back, where it can be. */
  undo?: (tx: Tx, me: Actor, change: ToDo) => Promise<void>
}
