import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { diffDays } from '#core/plain-date.ts'
import { safeFileName } from '#core/file-name.ts'
import { exportName } from '#platform/server/export.ts'
import { attachment } from '#platform/server/attachment.ts'
import { decodeFile, refusedFile } from '#platform/server/decode-file.ts'
import { findActiveContent } from '#platform/server/pdf-contents.ts'
import type { Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { withConflictDetails, versionConflict } from '#platform/server/version-conflict.ts'
import {
  MAX_FILE_BYTES,
  type Partnership,
  type PartnershipDetail,
  partnershipsContract,
} from '../contract.ts'
import { partnershipRefusals } from '../messages.ts'
import { exportColumns, exportRow, isPdf, shownOf, stateOf } from '../rules.ts'
import { acceptPartnership } from './commands/accept-partnership.ts'
import { addFile } from './commands/add-file.ts'
import { answerTerms } from './commands/answer-terms.ts'
import { changePartnership } from './commands/change-partnership.ts'
import { continuePartnership } from './commands/continue-partnership.ts'
import { createPartnership } from './commands/create-partnership.ts'
import { declinePartnership } from './commands/decline-partnership.ts'
import { endPartnership } from './commands/end-partnership.ts'
import { proposeTerms } from './commands/propose-terms.ts'
import { restorePartnership } from './commands/restore-partnership.ts'
import { resumePartnership } from './commands/resume-partnership.ts'
import { reviewPartnership } from './commands/review-partnership.ts'
import { submitPartnership } from './commands/submit-partnership.ts'
import { suspendPartnership } from './commands/suspend-partnership.ts'
import { withdrawPartnership } from './commands/withdraw-partnership.ts'
import type { MoveShifts } from './commands/move-shifts-away.ts'
import { checkAgreement } from './queries/check-agreement.ts'
import { findOrganizations, listPrograms, ownOrganizations } from './queries/find-partners.ts'
import { findPartnership, listEvents } from './queries/find-partnership.ts'
import { findPartnerships } from './queries/find-partnerships.ts'
import { laterCapstones } from './queries/later-capstones.ts'
import { laterShifts } from './queries/later-shifts.ts'
import { findFile, listFiles } from './queries/list-files.ts'
import { listPartnerships, type PartnershipRecord } from './queries/list-partnerships.ts'
import { alternativeUnits } from './queries/alternative-units.ts'
import { versionedPartnership } from './queries/versioned-partnership.ts'

/** At most this many marks in the platform's map; more could not be told apart. */
const PICTURED = 300

refuseByConstraint('partnerships_one_open', 'partnership.one_open')
refuseByConstraint('partnership_programs_program_id_school_id_fkey', 'partnership.foreign_program')
explainRefusals(partnershipRefusals)

export function partnershipHandlers({ moveShifts }: { moveShifts: MoveShifts }) {
  const api = implement(partnershipsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const notFound = () => new ORPCError('NOT_FOUND', { message: 'We can’t find that partnership.' })

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => (await listPartnerships(tx, context.me().role, input)).map(standing)),
    ),

    search: api.search.handler(({ input, context }) =>
      context.act(async (tx) => {
        const all = (await listPartnerships(tx, context.me().role, {})).map(standing)
        const found = shownOf(all, input)
        const last = Math.max(1, Math.ceil(found.length / input.page_size))
        const first = (Math.min(input.page, last) - 1) * input.page_size
        return {
          rows: found.slice(first, first + input.page_size),
          total: found.length,
          picture: found.slice(0, PICTURED),
          by_state: Object.fromEntries(
            Object.entries(Object.groupBy(all, ({ state }) => state)).map(([state, rows]) => [
              state,
              rows.length,
            ]),
          ),
        }
      }),
    ),

    find: api.find.handler(({ input, context }) => context.act((tx) => findPartnerships(tx, input.q))),

    get: api.get.handler(({ input: { id }, context }) =>
      context.act(async (tx) => {
        const found = await detailOf(tx, id)
        if (!found) throw notFound()
        return found
      }),
    ),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = shownOf((await listPartnerships(tx, context.me().role, input)).map(standing), input)
        return {
          filename: exportName('partnerships'),
          csv: toCsv(exportColumns, rows.map(exportRow)),
          rows: rows.length,
        }
      }),
    ),

    findOrganizations: api.findOrganizations.handler(({ input, context }) =>
      context.act((tx) => findOrganizations(tx, input.q, input.school_id ?? null, input.id ?? null)),
    ),
    ownOrganizations: api.ownOrganizations.handler(({ context }) =>
      context.act((tx) => ownOrganizations(tx)),
    ),
    programs: api.programs.handler(({ input, context }) =>
      context.act((tx) => listPrograms(tx, input.school_id)),
    ),
    covers: api.covers.handler(({ input, context }) => context.act((tx) => checkAgreement(tx, input))),

    create: api.create.handler(({ input, context }) =>
      context.act((tx) => createPartnership(tx, context.me(), input)),
    ),
    submit: api.submit.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => submitPartnership(tx, input)),
    ),
    withdraw: api.withdraw.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => withdrawPartnership(tx, input)),
    ),
    restore: api.restore.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => restorePartnership(tx, input)),
    ),
    review: api.review.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => reviewPartnership(tx, input)),
    ),
    accept: api.accept.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => acceptPartnership(tx, input)),
    ),
    decline: api.decline.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => declinePartnership(tx, input)),
    ),
    suspend: api.suspend.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => suspendPartnership(tx, input)),
    ),
    resume: api.resume.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => resumePartnership(tx, input)),
    ),
    terminate: api.terminate.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => endPartnership(tx, context.me(), input, moveShifts)),
    ),
    continue: api.continue.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => continuePartnership(tx, input)),
    ),
    propose: api.propose.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => proposeTerms(tx, input)),
    ),
    answer: api.answer.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => answerTerms(tx, input)),
    ),
    change: api.change.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => changePartnership(tx, input)),
    ),
    laterShifts: api.laterShifts.handler(({ input, context }) =>
      context.act((tx) => laterShifts(tx, input.id, input.after)),
    ),

    laterCapstones: api.laterCapstones.handler(({ input, context }) =>
      context.act((tx) => laterCapstones(tx, input.id, input.after)),
    ),

    unitsInstead: api.unitsInstead.handler(({ input, context }) =>
      context.act((tx) => alternativeUnits(tx, input.id, input.after)),
    ),

    addFile: api.addFile.handler(async ({ input: { id, file_id: fileId, name, content }, context }) => {
      const file = { id, fileId, name: safeFileName(name, 'pdf'), content: await decodePdf(content) }
      return { id: await context.act((tx) => addFile(tx, file)) }
    }),

    file: api.file.handler(async ({ input, context }) => {
      const found = await context.act((tx) => findFile(tx, input.id, input.file_id))
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that file.' })
      return attachment(found.name, 'application/pdf', found.content)
    }),
  })
}

/** A PDF's bytes from their base64. Refuses other files, broken text, more than 10 MB, and PDFs with active content. */
async function decodePdf(content: string): Promise<Buffer> {
  const bytes = decodeFile(content, MAX_FILE_BYTES, 'The file is larger than 10 MB.')
  if (!isPdf(bytes)) throw refusedFile('This is not a PDF. Save the agreement as a PDF and add that.')
  const carried = await findActiveContent(bytes)
  if (carried) throw refusedFile(`This PDF contains ${carried}. Print it to a new PDF and add that one.`)
  return bytes
}

async function detailOf(tx: Tx, id: string): Promise<PartnershipDetail | undefined> {
  const found = await findPartnership(tx, id)
  if (!found) return undefined
  const files = await listFiles(tx, id)
  const events = await listEvents(tx, id)
  return { ...standing(found), files, events }
}

/** Runs one guarded command on a partnership: returns its status afterwards, or both versions if someone else was faster. */
function runAndReturn<T>(
  { act }: ActorContext,
  sent: { id: string; version: number; reason?: string | undefined },
  command: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withConflictDetails(
    () => act(command, why(sent)),
    () =>
      act(async (tx) => versionConflict(tx, versionedPartnership, sent, await detailOf(tx, sent.id)), {
        readOnly: true,
      }),
  )
}

const why = ({ reason }: { reason?: string | undefined }) => (reason ? { reason } : {})

function standing<Row extends PartnershipRecord>(row: Row): Row & Pick<Partnership, 'state' | 'days_left'> {
  return {
    ...row,
    state: stateOf(row, row.today),
    days_left: row.effective_to === null ? null : diffDays(row.today, row.effective_to),
  }
}
