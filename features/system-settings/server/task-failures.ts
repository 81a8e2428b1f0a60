import { backgroundTasks } from '#core/background-tasks.ts'
import type { LogEntry, TaskState } from '../contract.ts'

/** The last failure of each background task of the server that responds. */
export const taskFailures = (tasks: readonly TaskState[]): LogEntry[] =>
  tasks.flatMap(({ name, last_failed_at: at, last_failure: why, failures }) =>
    at === null
      ? []
      : {
          id: `task ${name}`,
          at,
          level: 'warning' as const,
          source: 'task' as const,
          what: backgroundTasks[name][0],
          message: `${why ?? ''}${failures > 1 ? ` (the latest of ${failures} failures of this server)` : ''}`,
        },
  )
