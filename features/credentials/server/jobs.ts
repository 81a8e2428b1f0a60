import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RecordRow } from '../contract.ts'
import { importRecord } from './commands/import-record.ts'

const write = async (tx: Tx, input: object) =>
  (await importRecord(tx, input as RecordRow)) ? undefined : ({ status: 'done', code: 'known' } as const)

/** Writes records one by one, each with its own outcome. */
const importRecords: JobKind = async (job) => {
  await job.eachItem((tx, { input }) => write(tx, input))
}

/** Tries them, those of one person together, and undoes it: the same command says what would become of each. */
const tryRecords: JobKind = async (job) => {
  await job.tryItems(
    ({ input }) => String(input['person']).toLowerCase(),
    (tx, { input }) => write(tx, input),
  )
}

export const credentialJobs = {
  credential_records: importRecords,
  credential_records_trial: tryRecords,
} satisfies JobKinds
