import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RecordRow } from '../contract.ts'
import { importRecord } from './commands/import-record.ts'
import { remindPeople } from './commands/remind-people.ts'

const write = async (tx: Tx, input: object) =>
  (await importRecord(tx, input as RecordRow)) ? undefined : ({ status: 'done', code: 'known' } as const)

/** Writes records one by one, each with its own result. */
const importRecords: JobKind = async (job) => {
  await job.eachItem((tx, { input }) => write(tx, input))
}

/** Tries the records, those of one person together, and rolls back: the same command returns each result. */
const tryRecords: JobKind = async (job) => {
  await job.tryItems(
    ({ input }) => String(input['person']).toLowerCase(),
    (tx, { input }) => write(tx, input),
  )
}

/** Reminds about expiring credentials, some at a time: each person once a day per credential, however often it is started. */
const remindAll: JobKind = async (job) => {
  await job.eachItem(async (tx, { input }) => {
    await remindPeople(tx, input['ids'] as string[])
  })
}

export const credentialJobs = {
  credential_records: importRecords,
  credential_reminders: remindAll,
  credential_records_trial: tryRecords,
} satisfies JobKinds
