import type { Tx } from '#platform/server/db.ts'
import type { TaskStatus } from '../../contract.ts'
import { systemJobKinds } from '../../rules.ts'

/** A task that someone started here, as the superadmin sees it. */
export async function findTask(tx: Tx, id: string): Promise<TaskStatus | undefined> {
  const row = await tx
    .selectFrom('jobs')
    .select([
      'id as task_id',
      'input',
      'status',
      'result',
      'error_message as error',
      'created_at',
      'started_at',
      'finished_at',
    ])
    .where('id', '=', id)
    .where('kind', 'in', systemJobKinds)
    .executeTakeFirst()
  if (!row) return undefined
  const { input, ...task } = row
  return { ...task, task_name: (input as { task_name: string }).task_name } as TaskStatus
}
