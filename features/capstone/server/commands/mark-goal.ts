import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { GoalState } from '../../contract.ts'
import { capstoneRefusals } from '../../messages.ts'
import { goalBlocker } from '../../rules.ts'
import { lockProject } from './lock-project.ts'

type Marked = { id: string; version: number; at: number; status: GoalState }

/** The faculty member or the school marks the progress of a learning goal; the goal itself stays as approved. */
export async function markGoal(tx: Tx, { id, version, at, status }: Marked) {
  const project = await lockProject(tx, { id, version })
  const goals = project.learning_goals as unknown as unknown[]
  refuseIf(capstoneRefusals, goalBlocker({ status: project.status, learning_goals: goals }, at))
  const states = goals.map((_, index) => (index === at ? status : (project.goal_states[index] ?? 'open')))
  await tx.updateTable('capstone_projects').set({ goal_states: states }).where('id', '=', id).execute()
  const saved = await lockProject(tx, { id })
  return { id, status: saved.status, version: saved.version }
}
