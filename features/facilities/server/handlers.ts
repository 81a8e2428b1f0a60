import { implement } from '@orpc/server'
import { todayIn } from '#core/plain-date.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportName, exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { facilitiesContract, type Facility, type FacilityKind } from '../contract.ts'
import { facilityRefusals } from '../messages.ts'
import { nested, validateHierarchy } from '../rules/hierarchy.ts'
import { closeDays } from './commands/close-days.ts'
import { copySettings } from './commands/copy-settings.ts'
import { createFacility } from './commands/create-facility.ts'
import { moveFacility } from './commands/move-facility.ts'
import { reopenDays } from './commands/reopen-days.ts'
import { restoreFacility } from './commands/restore-facility.ts'
import { setStatus } from './commands/set-status.ts'
import { type CancelOrMoveShift, settleShifts } from './commands/settle-shifts.ts'
import { undoCopy } from './commands/undo-copy.ts'
import { updateFacility } from './commands/update-facility.ts'
import { checkTarget, updateHierarchy } from './commands/update-hierarchy.ts'
import { csvOfOrganizations, treeColumns } from './export-columns.ts'
import { capstonesAheadAt } from './queries/capstones-ahead.ts'
import { planClosing } from './queries/closing-days.ts'
import { planCopy } from './queries/copy-targets.ts'
import {
  findById,
  findDetail,
  findIdBySlug,
  managesFacility,
  namesOfAdministrators,
} from './queries/find-facility.ts'
import { getOperationsPage } from './queries/get-operations-page.ts'
import { loadForValidation } from './queries/load-for-validation.ts'
import {
  type TreeLine,
  findTreePath,
  hierarchy,
  level as treeLevel,
  scopeOf,
  searchTree,
  wholeTree,
} from './queries/read-tree.ts'
import { countOrganizations, searchOrganizations } from './queries/search-organizations.ts'
import { moveTargets, upcomingShifts } from './queries/upcoming-shifts.ts'
import { type Act, findOne, runAndReturn, runCommand } from './run-command.ts'

explainRefusals(facilityRefusals)
refuseByConstraint('organizations_slug_key', 'facility.slug_taken')
refuseByConstraint('sites_cms_certification_number_key', 'facility.number_taken')
refuseByConstraint('facilities_parent_kind', 'facility.not_there')

/** Hundreds of shifts are canceled or moved one by one, each with its rules and notifications. */
const settling: ActOptions = { deadlineMs: 20_000 }

export function facilityHandlers({ settleShift }: { settleShift: CancelOrMoveShift }) {
  const api = implement(facilitiesContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    search: api.search.handler(({ input, context }) =>
      context.act(async (tx) => ({
        rows: await searchOrganizations(tx, input, {
          offset: (input.page - 1) * input.page_size,
          limit: input.page_size,
        }),
        total: await countOrganizations(tx, input),
      })),
    ),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          const rows = await searchOrganizations(tx, input, 'all')
          return { filename: exportName('organizations'), csv: csvOfOrganizations(rows), rows: rows.length }
        },
        // Counting the sites and units of every organization takes a while.
        { deadlineMs: 28_000 },
      ),
    ),

    level: api.level.handler(({ input, context }) =>
      context.act(async (tx) => {
        const scope = await scopeOf(tx, input, input.below_id)
        if (!scope) return { nodes: [], total: 0 }
        return treeLevel(tx, scope, { belowId: input.below_id ?? null, page: input.page })
      }),
    ),

    searchTree: api.searchTree.handler(({ input, context }) =>
      context.act(async (tx) => {
        const scope = await scopeOf(tx, input)
        return scope ? searchTree(tx, scope, input.text) : { nodes: [], found: 0, shown: 0 }
      }),
    ),

    wayTo: api.wayTo.handler(({ input, context }) =>
      context.act(async (tx) => {
        const scope = await scopeOf(tx, input)
        return scope ? findTreePath(tx, scope, input.id) : []
      }),
    ),

    exportTree: api.exportTree.handler(({ input, context }) =>
      exportAnswer({
        context,
        subject: 'hierarchy',
        format: 'csv',
        columns: treeColumns,
        rows: rowsOfPages((after?: TreeLine) => context.act((tx) => wholeTree(tx, input, after))),
      }),
    ),

    operations: api.operations.handler(({ context }) => context.act(getOperationsPage)),

    get: api.get.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const found = await findDetail(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    findBySlug: api.findBySlug.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const id = await findIdBySlug(tx, input.slug)
        const found = id && (await findDetail(tx, id))
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    createOrganization: api.createOrganization.handler(({ input, context }) =>
      created(context, 'organization', input),
    ),
    createSite: api.createSite.handler(({ input, context }) => created(context, 'site', input)),
    createUnit: api.createUnit.handler(({ input, context }) => created(context, 'unit', input)),

    updateOrganization: api.updateOrganization.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
        const seen = { id, version }
        return runAndReturn(context, seen, (tx) => updateFacility(tx, seen, 'organization', fields))
      },
    ),
    updateSite: api.updateSite.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
        const seen = { id, version }
        return runAndReturn(context, seen, (tx) => updateFacility(tx, seen, 'site', fields))
      },
    ),
    updateUnit: api.updateUnit.handler(
      ({ input: { id, version, idempotency_key: _key, ...fields }, context }) => {
        const seen = { id, version }
        return runAndReturn(context, seen, (tx) => updateFacility(tx, seen, 'unit', fields))
      },
    ),

    move: api.move.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => moveFacility(tx, input)),
    ),

    affectedShifts: api.affectedShifts.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        if (!(await managesFacility(tx, input.id)) || !(await findById(tx, input.id)))
          throw errors.NOT_FOUND()
        return {
          shifts: await upcomingShifts(tx, input.id),
          units: await moveTargets(tx, input.id),
          capstones: await capstonesAheadAt(tx, input.id),
          administrators: await namesOfAdministrators(tx, input.id),
        }
      }),
    ),

    planClosing: api.planClosing.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        if (!(await managesFacility(tx, input.id))) throw errors.NOT_FOUND()
        return planClosing(tx, input)
      }),
    ),

    closeDays: api.closeDays.handler(({ input, context }) =>
      context.act(async (tx) => ({ units: await closeDays(tx, input) }), settling),
    ),

    reopenDays: api.reopenDays.handler(({ input, context }) =>
      context.act(async (tx) => ({ reopened: await reopenDays(tx, input) }), settling),
    ),

    planCopy: api.planCopy.handler(({ input, context }) =>
      context.act((tx) => planCopy(tx, input), settling),
    ),

    copySettings: api.copySettings.handler(({ input, context }) =>
      runCommand(context, input, (tx) => copySettings(tx, context.me(), input), settling),
    ),

    undoCopy: api.undoCopy.handler(({ input, context }) =>
      context.act((tx) => undoCopy(tx, input.copy_id), settling),
    ),

    pauseUnit: api.pauseUnit.handler(({ input, context, errors }) =>
      runCommand(
        context,
        input,
        async (tx) => {
          const outcome = await settleShifts(tx, input, 'pause', {
            shift: settleShift,
            undecided: undecided(errors),
          })
          return { facility: await findOne(tx, input.id), ...outcome }
        },
        settling,
      ),
    ),

    resumeUnit: api.resumeUnit.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) =>
        setStatus(tx, { ...input, status: 'active', reason: null, kept: [] }),
      ),
    ),

    closeUnit: api.closeUnit.handler(({ input, context, errors }) =>
      runAndReturn(
        context,
        input,
        (tx) => settleShifts(tx, input, 'close', { shift: settleShift, undecided: undecided(errors) }),
        settling,
      ),
    ),

    archive: api.archive.handler(({ input, context, errors }) =>
      runAndReturn(
        context,
        input,
        (tx) => settleShifts(tx, input, 'archive', { shift: settleShift, undecided: undecided(errors) }),
        settling,
      ),
    ),

    restore: api.restore.handler(({ input, context }) =>
      runAndReturn(context, input, (tx) => restoreFacility(tx, input)),
    ),

    getHierarchy: api.getHierarchy.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const nodes = await hierarchy(tx, input.organization_id)
        const organization = nested(nodes, input.organization_id)
        if (organization?.kind !== 'organization') throw errors.NOT_FOUND()
        return { organization }
      }),
    ),

    validateHierarchy: api.validateHierarchy.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const root = await findById(tx, input.organization_id)
        if (root?.kind !== 'organization') throw errors.NOT_FOUND()
        const { nodes, admins } = await loadForValidation(tx, input.organization_id)
        return validateHierarchy(nodes, admins, todayIn(root.time_zone))
      }),
    ),

    updateHierarchy: api.updateHierarchy.handler(
      ({ input: { facility_id: id, updates }, context, errors }) => {
        const target = checkTarget(updates)
        return runCommand(context, { id, version: target.version ?? 0 }, async (tx) => {
          const held = await managed(tx, id)
          if (!held) throw errors.NOT_FOUND()
          await updateHierarchy(tx, held, target)
          return { facility: await findOne(tx, id) }
        })
      },
    ),
  })
}

const managed = async (tx: Tx, id: string): Promise<Facility | undefined> =>
  (await managesFacility(tx, id)) ? findById(tx, id) : undefined

const created = (
  { act, me }: { act: Act; me: () => { realUserId: string } },
  kind: FacilityKind,
  input: Parameters<typeof createFacility>[3],
): Promise<Facility> =>
  act(async (tx) => {
    await createFacility(tx, me(), kind, input)
    return (await findById(tx, input.id))!
  })

/** The refusal when decisions leave shifts out, naming those shifts. */
const undecided =
  (errors: { UNDECIDED: (of: { data: { shift_ids: string[] } }) => Error }) =>
  (shiftIds: string[]): Error =>
    errors.UNDECIDED({ data: { shift_ids: shiftIds } })
