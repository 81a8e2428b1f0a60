import type { Actor } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule, ChangeFacts } from '../contract.ts'

/** A change that a rule would make: `key` identifies it permanently, so it is not found again. */
export type Found = {
  key: string
  /** The shift's id. */
  entity_id: string
  student_id?: string
  label: string
  /** The input for performing it. */
  input: Readonly<Record<string, unknown>>
  before: ChangeFacts | null
  after: ChangeFacts
}

/** A change to perform; without an id it is only tried. */
export type ChangeToExecute = Pick<Found, 'entity_id' | 'input' | 'after'> & {
  id: string | null
  student_id: string | null
  rule_name: string
  school_id: string
}

/** What rules of one kind do. Everything goes through the commands that people use, with the same refusals. */
export type RuleAction = {
  /** What there is to do now, in order. */
  find: (tx: Tx, rule: AutomationRule) => Promise<Found[]>
  /** Performs it; returns the new facts. Throws the refusal of the command. */
  executeChange: (tx: Tx, me: Actor, change: ChangeToExecute) => Promise<ChangeFacts>
  /** Undoes it, if possible. */
  undo?: (tx: Tx, me: Actor, change: ChangeToExecute) => Promise<void>
}
