import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { continueAnnouncement } from './commands/continue-announcement.ts'

type AnnouncerServices = {
  config: Pick<Config, 'appUrl'>
  log: Log
  /** Logged in as app_worker. */
  workerPool: Pool
  listener: Pick<Listener, 'on' | 'off'>
}

/** People notified in one transaction: takes a fifth of a second on two cores, and lets others run in between. */
const BATCH = 2_000

/**
 * Continues announcements to many batch by batch, until everyone was notified once. Starts when one is sent, and checks every 10 s for what
 * a stopped process left. Any number of processes may run it. Returns a function that stops it after the current batch.
 */
export function startAnnouncer(
  services: AnnouncerServices,
  { batch = BATCH, pollMs = 10_000 } = {},
): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'announcements',
    everyMs: pollMs,
    wakeOn: 'broadcast_queued',
    failed: 'announcements cannot be sent',
    round: () =>
      withActor(
        services.workerPool,
        null,
        (tx) => continueAnnouncement(tx, { people: batch, appUrl: services.config.appUrl }),
        {
          deadlineMs: 10_000,
        },
      ),
  })
}
