import { implement } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { todayIn } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { ActOptions } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { exportName, type ExportColumn, exportAnswer, rowsOfPages } from '#platform/server/export.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainConstraint, explainRefusals } from '#platform/server/pg-errors.ts'
import { withConflictDetails, versionConflict } from '#platform/server/version-conflict.ts'
import { facilitiesContract, type Facility, type FacilityDetail, type FacilityKind } from '../contract.ts'
import { facilityRefusals } from '../messages.ts'
import { kindLabels, organizationTypeLabels } from '../rules.ts'
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
import { capstonesAheadAt } from './queries/capstones-ahead.ts'
import { planClosing } from './queries/closing-days.ts'
import { planCopy } from './queries/copy-targets.ts'
import { versionedFacility } from './queries/facility-versions.ts'
import {
  administratorsOf,
  childrenOf,
  countsOf,
  eventsOf,
  findById,
  findIdBySlug,
  managesFacility,
  namesOfAdministrators,
  ownRoot,
  pathOf,
} from './queries/find-facility.ts'
import { getOperationsPage } from './queries/get-operations-page.ts'
import { loadForValidation } from './queries/load-for-validation.ts'
import {
  type TreeLine,
  type TreeScope,
  findTreePath,
  hierarchy,
  level as treeLevel,
  searchTree,
  wholeTree,
} from './queries/read-tree.ts'
import { countOrganizations, searchOrganizations } from './queries/search-organizations.ts'
import { moveTargets, upcomingShifts } from './queries/upcoming-shifts.ts'

explainRefusals(facilityRefusals)
explainConstraint('organizations_slug_key', 'Another organization has this web address name.', 'slug')
explainConstraint(
  'sites_cms_certification_number_key',
  'Another site has this CMS certification number.',
  'cms_certification_number',
)
explainConstraint('facilities_parent_kind', 'It can’t be placed there.', 'parent_id')

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
          return { filename: exportName('organizations'), csv: csvOf(rows), rows: rows.length }
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
        const found = await detailOf(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    findBySlug: api.findBySlug.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const id = await findIdBySlug(tx, input.slug)
        const found = id && (await detailOf(tx, id))
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

const csvOf = (rows: Awaited<ReturnType<typeof searchOrganizations>>): string =>
  toCsv(
    ['Name', 'Type', 'Part of', 'City', 'State', 'Status', 'Sites', 'Units', 'Web address name'],
    rows.map((row) => [
      row.name,
      organizationTypeLabels[row.organization_type],
      row.parent_name,
      row.city,
      row.state,
      row.status,
      row.site_count,
      row.unit_count,
      row.slug,
    ]),
  )

const managed = async (tx: Tx, id: string): Promise<Facility | undefined> =>
  (await managesFacility(tx, id)) ? findById(tx, id) : undefined

type Act = <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>

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

const findOne = async (tx: Tx, id: string): Promise<Facility> =>
  (await findById(tx, id)) ?? refuse(facilityRefusals, refusal('facility.missing'))

/** Runs one guarded command on a facility; if someone else saved first, throws a conflict with both versions. */
const runCommand = <T>(
  { act }: { act: Act },
  seen: { id: string; version: number },
  work: (tx: Tx) => Promise<T>,
  options: ActOptions = {},
): Promise<T> =>
  withConflictDetails(
    () => act(work, options),
    () => act(async (tx) => versionConflict(tx, versionedFacility, seen, await findOne(tx, seen.id))),
  )

/** Same, but returns the facility as it is afterwards. */
const runAndReturn = (
  context: { act: Act },
  seen: { id: string; version: number },
  command: (tx: Tx) => Promise<unknown>,
  options?: ActOptions,
): Promise<Facility> =>
  runCommand(
    context,
    seen,
    async (tx) => {
      await command(tx)
      return findOne(tx, seen.id)
    },
    options,
  )

async function detailOf(tx: Tx, id: string): Promise<FacilityDetail | undefined> {
  const facility = await findById(tx, id)
  if (!facility) return undefined
  return {
    facility,
    path: await pathOf(tx, id),
    children: await childrenOf(tx, id),
    counts: await countsOf(tx, id),
    events: await eventsOf(tx, id),
    administrators: await administratorsOf(tx, id),
    may_manage: await managesFacility(tx, id),
  }
}

const treeColumns: readonly ExportColumn<TreeLine>[] = [
  { header: 'Kind', value: ({ kind }) => kindLabels[kind] },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Below', value: ({ path }) => path },
  { header: 'Status', value: ({ status }) => status },
  { header: 'City', value: ({ city }) => city },
  { header: 'State', value: ({ state }) => state },
  { header: 'Time zone', value: ({ time_zone }) => time_zone },
  { header: 'Id', value: ({ id }) => id },
]

/** What the caller looks at: everything, their own part, or the node they named; undefined if they don't manage it. */
async function scopeOf(
  tx: Tx,
  { root_id: rootId, archived }: { root_id?: string | undefined; archived: boolean },
  belowId?: string,
): Promise<TreeScope | undefined> {
  for (const id of [rootId, belowId]) if (id && !(await managesFacility(tx, id))) return undefined
  return { rootId: rootId ?? (await ownRoot(tx)), archived }
}
