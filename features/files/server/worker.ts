import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { clearFiles } from './commands/clear-files.ts'
import { recordFileOpenings } from './commands/note-openings.ts'
import { resealFiles } from './commands/reseal-files.ts'

export type FileServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  objects: ObjectStore
  log: Log
  tasks?: TaskRegistry
}

/**
 * Removes the objects of removed files and of uploads that no one kept within two days, and re-encrypts what is under an earlier key, a
 * minute after the start and then every ten. Any number of processes may run it. Returns a function that stops it.
 */
export function startFileWorker(
  { workerPool, objects, log, tasks }: FileServices,
  { everyMs = 600_000, firstMs = 60_000 }: { everyMs?: number; firstMs?: number } = {},
): () => Promise<void> {
  return startBackgroundTask(
    { log, tasks },
    {
      name: 'files',
      everyMs,
      firstMs,
      failed: 'files could not be cleared or encrypted anew',
      round: async () => {
        const done = await withActor(
          workerPool,
          null,
          async (tx) => ({
            cleared: await clearFiles({ objects }, tx),
            ...(await resealFiles({ objects }, tx)),
          }),
          { deadlineMs: 60_000 },
        )
        const { unreadable, ...counts } = done
        if (unreadable.length > 0)
          log.error({ unreadable }, 'files cannot be read with the keys that are here')
        if (done.cleared + done.resealed > 0) log.info(counts, 'files were cleared or encrypted anew')
        return done.cleared + done.resealed > 0
      },
    },
  )
}

/**
 * Writes openings of files to the access trail, as soon as there are any. Any number of processes may run it. Returns a function that stops
 * it.
 */
export function startRecordingOpenings(
  services: Pick<FileServices, 'workerPool' | 'log'> & { listener: Pick<Listener, 'on' | 'off'> },
): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'file-openings',
    everyMs: 10_000,
    wakeOn: 'file_opened',
    failed: 'openings of files could not be noted',
    round: () => withActor(services.workerPool, null, recordFileOpenings, { deadlineMs: 10_000 }),
  })
}
