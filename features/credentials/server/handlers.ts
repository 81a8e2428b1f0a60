import { implement } from '@orpc/server'
import { attachment } from '#platform/server/attachment.ts'
import { exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { Documents } from '#features/files/server/public.ts'
import { type Credential, credentialsContract } from '../contract.ts'
import { credentialRefusals } from '../messages.ts'
import { withoutResults } from '../rules.ts'
import { addSharedDocument, endSharedDocument } from './commands/add-shared-document.ts'
import { approveSeveral } from './commands/approve-several.ts'
import { decideCredential } from './commands/decide-credential.ts'
import { startReminders } from './commands/start-reminders.ts'
import { startRecords } from './commands/start-records.ts'
import { recordsReport } from './queries/records-report.ts'
import { DocumentReader } from './document-reader.ts'
import { studentColumns } from './export-columns.ts'
import { openCredential } from './commands/open-credential.ts'
import { recordCheck } from './commands/record-check.ts'
import { remindPeople } from './commands/remind-people.ts'
import { submitCredential } from './commands/submit-credential.ts'
import { waiveCredential } from './commands/waive-credential.ts'
import { findClearance } from './queries/clearance-facts.ts'
import { findSpan } from './queries/find-spans.ts'
import { ownClearance } from './queries/own-clearance.ts'
import { getForReview } from './queries/get-for-review.ts'
import { isOfSchool } from './queries/is-of-school.ts'
import { getComplianceStatus } from './queries/get-compliance-status.ts'
import { getOverview } from './queries/get-overview.ts'
import { findCredential, findToday } from './queries/list-credentials.ts'
import { countExpirations, listExpirationChoices, listExpirations } from './queries/list-expirations.ts'
import { listSharedDocuments } from './queries/list-shared-documents.ts'
import { listQueue } from './queries/list-queue.ts'
import { findStudents, listStudents } from './queries/list-students.ts'

refuseByConstraint('credentials_one_waiting', 'credential.sent_elsewhere')
explainRefusals(credentialRefusals)

type Services = { objects: ObjectStore; documents: Pick<Documents, 'read'> }

export function credentialHandlers(services: Services) {
  const reader = new DocumentReader(services)
  const api = implement(credentialsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    mine: api.mine.handler(({ context }) =>
      context.act(async (tx) => getComplianceStatus(tx, (await findActor(tx)).id)),
    ),

    ofPerson: api.ofPerson.handler(({ input, context }) =>
      context.act(async (tx) => {
        if (!(await isOfSchool(tx, input.person_id))) refuse(credentialRefusals, refusal('credential.nobody'))
        return withoutResults(await getComplianceStatus(tx, input.person_id))
      }),
    ),

    submit: api.submit.handler(({ input, context }) =>
      reader.check(context, input).then(({ precheck }) =>
        context.act(async (tx) => {
          await submitCredential(tx, { ...input, precheck })
          return found(tx, input.id)
        }),
      ),
    ),

    precheck: api.precheck.handler(({ input, context }) => reader.check(context, input)),

    ofShift: api.ofShift.handler(({ input, context }) =>
      context.act(async (tx) => {
        const span = await findSpan(tx, input.shift_id)
        if (!span) return []
        const asker = await findActor(tx)
        // Students can only query themselves.
        const people = asker.role === 'student' ? [asker.id] : input.person_ids
        return findClearance(
          tx,
          people.map((id) => ({
            person_id: id,
            facility_ids: span.facility_ids,
            first: span.date,
            last: span.last,
          })),
          { shiftId: input.shift_id },
        )
      }),
    ),

    ofShifts: api.ofShifts.handler(({ input, context }) =>
      context.act(async (tx) => ownClearance(tx, input.shift_ids)),
    ),

    overview: api.overview.handler(({ context }) =>
      context.act(async (tx) => getOverview(tx, await findToday(tx))),
    ),

    students: api.students.handler(({ input, context }) =>
      context.act(async (tx) => listStudents(tx, await findToday(tx), input)),
    ),

    exportStudents: api.exportStudents.handler(
      async ({ input: { format, columns: chosen, ...filter }, context }) => {
        const { day, rows } = await context.act(async (tx) => {
          const today = await findToday(tx)
          return { day: today, rows: await findStudents(tx, today, filter) }
        })
        return exportAnswer({
          context,
          subject: 'clearance',
          day,
          format,
          chosen,
          columns: studentColumns,
          rows: rowsOfPages(async (after?: unknown) => (after ? [] : rows)),
        })
      },
    ),

    queue: api.queue.handler(({ input, context }) =>
      context.act((tx) => listQueue(tx, context.me().role, input)),
    ),

    get: api.get.handler(({ input, context }) => context.act((tx) => getForReview(tx, input.id))),

    open: api.open.handler(({ input, context }) => context.act((tx) => openCredential(tx, input.id))),

    decide: api.decide.handler(({ input, context }) =>
      context.act(async (tx) => {
        await decideCredential(tx, input.id, input)
        return found(tx, input.id)
      }),
    ),

    approveSeveral: api.approveSeveral.handler(({ input, context }) =>
      context.act((tx) => approveSeveral(tx, input.ids)),
    ),

    waive: api.waive.handler(({ input, context }) =>
      context.act(async (tx) => {
        await waiveCredential(tx, input)
        return found(tx, input.id)
      }),
    ),

    recordCheck: api.recordCheck.handler(({ input, context }) =>
      context.act(async (tx) => {
        await recordCheck(tx, input)
        return found(tx, input.id)
      }),
    ),

    importRecords: api.importRecords.handler(({ input, context }) =>
      context.act((tx) => startRecords(tx, input)),
    ),

    recordsReport: api.recordsReport.handler(async ({ input, context }) => {
      const csv = await context.act((tx) => recordsReport(tx, input.job_id))
      return attachment('imported-credentials.csv', 'text/csv', Buffer.from(csv))
    }),

    blankets: api.blankets.handler(({ context }) => context.act(listSharedDocuments)),

    addBlanket: api.addBlanket.handler(({ input, context }) =>
      context.act(async (tx) => {
        await addSharedDocument(tx, input)
        return listSharedDocuments(tx)
      }),
    ),

    endBlanket: api.endBlanket.handler(({ input, context }) =>
      context.act(async (tx) => {
        await endSharedDocument(tx, input.id)
        return listSharedDocuments(tx)
      }),
    ),

    expirations: api.expirations.handler(({ input, context }) =>
      context.act(async (tx) => {
        const today = await findToday(tx)
        const list = await listExpirations(tx, today, input)
        return { today, ...list, ...(await listExpirationChoices(tx)) }
      }),
    ),

    expirationCounts: api.expirationCounts.handler(({ input, context }) =>
      context.act(async (tx) => countExpirations(tx, await findToday(tx), input)),
    ),

    remindAll: api.remindAll.handler(({ input, context }) => context.act((tx) => startReminders(tx, input))),

    remind: api.remind.handler(({ input, context }) =>
      context.act(async (tx) => ({ reminded: await remindPeople(tx, input.ids) })),
    ),
  })
}

async function found(tx: Tx, id: string): Promise<Credential> {
  return (await findCredential(tx, id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
}
