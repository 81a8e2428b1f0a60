import { implement } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { dayIn } from '#core/plain-date.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { runningPermissions } from '#features/permissions/rules.ts'
import { isUseDue, noteUse } from '#features/permissions/server/public.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { ownZone } from '#platform/server/own-zone.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { facilityTeamContract } from '../contract.ts'
import { coverRefusals } from '../messages.ts'
import { versionConflict } from '#platform/server/version-conflict.ts'
import { endCover } from './commands/end-cover.ts'
import { saveSettings } from './commands/save-settings.ts'
import { setCover } from './commands/set-cover.ts'
import { findAway, listColleagues, listCovering, listOpenCovers } from './queries/covers.ts'
import { versionedSettings } from './queries/versioned-settings.ts'
import { facilityFigures } from './queries/facility-figures.ts'
import { findOwnFacility, listNodes } from './queries/find-own-facility.ts'
import { findSettings } from './queries/find-settings.ts'
import { listOrganizations, ownOrganization } from './queries/list-organizations.ts'
import { allUsers, facilitiesWithPeople, listTeam, listUsers } from './queries/list-users.ts'
import { setupFacts } from './queries/setup-facts.ts'

/** The users page lists all others. */
const TEAM_SHOWN = 8

export function facilityTeamHandlers() {
  const api = implement(facilityTeamContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)

  return api.router({
    overview: api.overview.handler(async ({ context }) => {
      const [answer, isDue] = await context.act(async (tx) => {
        const found = await findOwnFacility(tx)
        const { own_facility_name = null, covers_until = null, ...facility } = found ?? {}
        return [
          {
            facility: found ? (facility as typeof found) : null,
            own_facility_name,
            covers_until,
            nodes: await listNodes(tx),
            team: await listTeam(tx, context.me().role, TEAM_SHOWN),
            ...(await facilityFigures(tx)),
          },
          own_facility_name !== null && (await isUseDue(tx, runningPermissions)),
        ]
      })
      // The only write of this query: records that a temporary permission is used.
      if (isDue) await context.act((tx) => noteUse(tx, runningPermissions), { readOnly: false })
      return answer
    }),

    users: api.users.handler(({ input, context }) =>
      context.act(async (tx) => ({
        ...(await listUsers(tx, context.me().role, input)),
        facilities: await facilitiesWithPeople(tx),
      })),
    ),

    coverChoices: api.coverChoices.handler(({ input, context }) =>
      context.act(async (tx) => {
        const person = await findAway(tx, input.person_id)
        if (!person) return refuse(coverRefusals, refusal('cover.no_person'))
        if (!person.may_set_away) return refuse(coverRefusals, refusal('cover.not_yours'))
        return {
          today: person.today,
          colleagues: await listColleagues(tx, person),
          covers: await listOpenCovers(tx, person.organization_id),
        }
      }),
    ),

    covering: api.covering.handler(({ context }) => context.act(listCovering)),

    setCover: api.setCover.handler(({ input: { idempotency_key: _key, ...wish }, context }) =>
      context.act((tx) => setCover(tx, context.me().userId, wish)),
    ),

    endCover: api.endCover.handler(({ input, context }) =>
      context.act(async (tx) => {
        await endCover(tx, input.id)
        return {}
      }),
    ),

    exportUsers: api.exportUsers.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await allUsers(tx, context.me().role, input)
        const zone = await ownZone(tx)
        return {
          filename: 'placewell-users.csv',
          csv: toCsv(
            ['Name', 'Email', 'Phone', 'Facility', 'Status', 'Permissions', 'Joined'],
            rows.map((row) => [
              row.full_name,
              row.email,
              row.phone,
              row.facility_name,
              row.status,
              row.permissions
                .map(
                  ({ permission_type: type, facility_name: name }) => `${permissionLabels[type]} at ${name}`,
                )
                .join('; '),
              dayIn(zone, row.created_at),
            ]),
          ),
          rows: rows.length,
        }
      }),
    ),

    setup: api.setup.handler(({ context }) =>
      context.act(async (tx) => {
        const found = await findOwnFacility(tx)
        const facility = found && { id: found.id, kind: found.kind, name: found.name, status: found.status }
        return { facility: facility ?? null, ...(await setupFacts(tx)) }
      }),
    ),

    organizations: api.organizations.handler(({ input, context }) =>
      context.act((tx) => listOrganizations(tx, input.q)),
    ),

    settings: api.settings.handler(({ input, context }) =>
      context.act(async (tx) => {
        const id = input.organization_id ?? (await ownOrganization(tx))
        return (id && (await findSettings(tx, id))) || null
      }),
    ),

    saveSettings: api.saveSettings.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const isSaved = await saveSettings(tx, input)
        const current = await findSettings(tx, input.organization_id)
        if (!current) throw errors.NOT_FOUND()
        if (!isSaved) {
          const sent = { id: input.organization_id, version: input.version }
          throw errors.CONFLICT(await versionConflict(tx, versionedSettings, sent, current))
        }
        return current
      }),
    ),
  })
}
