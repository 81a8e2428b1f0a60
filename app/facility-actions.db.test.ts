/**
 * The buttons of a facility's page and the server agree, for every kind, status and person: what is offered is accepted, and what is disabled
 * or missing is refused, for the reason that the button gives.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import type { FacilityDetail, FacilityKind, FacilityStatus } from '#features/facilities/contract.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { targetOf } from '#features/facilities/web/action-target.ts'
import {
  type FacilityActionId,
  type FacilityActionRule,
  facilityActionRules,
} from '#features/facilities/web/facility-actions.ts'
import { administeredBlocker } from '#features/facilities/rules/actions.ts'
import { whyNot } from '#features/facilities/web/why-not.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'

const api = facilityHandlers({ settleShift: cancelOrMoveShift })
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.close())

const reason = 'The ward is rebuilt'
type Context = { context: Awaited<ReturnType<Fixture['as']>> }

/** Sends what the form behind a button sends when nothing in it was changed, or the least that was. */
const sent: Record<Exclude<FacilityActionId, 'details'>, (at: Case, as: Context) => Promise<unknown>> = {
  edit: ({ detail: { facility }, seen }, as) => {
    const change = { ...seen, name: `${facility.name} II` }
    if (facility.kind === 'organization') return call(api.updateOrganization, change, as)
    return facility.kind === 'site' ? call(api.updateSite, change, as) : call(api.updateUnit, change, as)
  },
  'add site': ({ detail }, as) =>
    call(api.createSite, { id: randomUUID(), name: 'Added', parent_id: detail.facility.id }, as),
  'add unit': ({ detail }, as) =>
    call(api.createUnit, { id: randomUUID(), name: 'Added', parent_id: detail.facility.id }, as),
  copy: ({ detail }, as) =>
    call(api.createUnit, { id: randomUUID(), name: 'Alike', parent_id: detail.facility.parent_id! }, as),
  'copy settings': async ({ detail: { facility }, sibling }, as) => {
    const groups = ['capacity', 'schools'] as const
    const { units } = await call(api.planCopy, { id: facility.id, groups: [...groups] }, as)
    // Where nothing can be copied to, the form says so and sends nothing.
    if (!units.some(({ id }) => id === sibling)) return
    await call(
      api.copySettings,
      {
        id: facility.id,
        version: facility.version,
        groups: [...groups],
        units: units.map(({ id, version }) => ({ id, version })),
      },
      as,
    )
  },
  resume: ({ seen }, as) => call(api.resumeUnit, seen, as),
  settle: ({ seen }, as) =>
    call(api.pauseUnit, { ...seen, reason, decisions: [], idempotency_key: randomUUID() }, as),
  pause: ({ seen }, as) =>
    call(api.pauseUnit, { ...seen, reason, decisions: [], idempotency_key: randomUUID() }, as),
  'close days': ({ detail, units }, as) => {
    const days = { from: '2031-01-05', to: '2031-01-06', reason }
    return call(api.closeDays, { id: detail.facility.id, days, unit_ids: units }, as)
  },
  move: ({ seen, target }, as) => call(api.move, { ...seen, parent_id: target, reason }, as),
  close: ({ seen }, as) => call(api.closeUnit, { ...seen, reason }, as),
  restore: ({ seen }, as) => call(api.restore, seen, as),
  archive: ({ seen }, as) => call(api.archive, { ...seen, reason }, as),
}

type Case = {
  detail: FacilityDetail
  seen: { id: string; version: number }
  /** A facility that the person manages and this one can be below: the one above it, if there is no other. */
  target: string
  /** The units at the facility. */
  units: string[]
  /** Another unit of the same site. */
  sibling: string
}
type Who = 'superadmin' | 'of the group' | 'of its organization' | 'of its site' | 'of the unit'

/** A group with an organization, its sites and its units, and one person who manages the part with the facility of the case. */
async function build(kind: FacilityKind, status: FacilityStatus, above: FacilityStatus, who: Who) {
  const group = await fixture.facility({ name: 'Group' })
  const organization = await fixture.facility({ parent: group, name: 'Organization' })
  const second = await fixture.facility({ parent: group, name: 'Second organization' })
  const site = await fixture.facility({ kind: 'site', parent: organization, name: 'Site' })
  const west = await fixture.facility({ kind: 'site', parent: organization, name: 'West' })
  const unit = await fixture.facility({ kind: 'unit', parent: site, name: 'Unit' })
  const sibling = await fixture.facility({ kind: 'unit', parent: site, name: 'Sibling' })
  const id = { organization, site, unit }[kind]
  const put = (which: readonly string[], to: string) =>
    fixture.rows('update public.facilities set status = $2 where id = any ($1)', [which, to])
  const within = {
    organization: [organization, site, west, unit, sibling],
    site: [site, unit, sibling],
    unit: [unit],
  }
  if (above === 'archived')
    await put(
      { organization: [group, second], site: [organization, west], unit: [site, sibling] }[kind],
      above,
    )
  await put(within[kind], status)
  await fixture.rows('update public.units set max_students_per_shift = 6 where id = $1', [unit])
  const scope = {
    'of the group': group,
    'of its organization': organization,
    'of its site': site,
    'of the unit': unit,
  }
  const person: Person =
    who === 'superadmin'
      ? await fixture.person({ role: 'superadmin' })
      : await fixture.person({ role: 'facility_admin', facility: scope[who] })
  const as = { context: await fixture.as(person) }
  const detail = await call(api.get, { id }, as)
  const seen = { id, version: detail.facility.version }
  // An administrator of one organization or site can only leave what is in it where it is.
  const isAlone = who === 'of its organization' ? kind === 'site' : who === 'of its site' && kind === 'unit'
  const target = isAlone
    ? { site: organization, unit: site }[kind as 'site' | 'unit']
    : { organization: second, site: second, unit: west }[kind]
  const units = kind === 'unit' ? [unit] : [unit, sibling]
  return { at: { detail, seen, target, units, sibling } satisfies Case, as, role: person.role }
}

const people: Record<FacilityKind, readonly Who[]> = {
  organization: ['superadmin', 'of the group', 'of its organization'],
  site: ['superadmin', 'of the group', 'of its organization', 'of its site'],
  unit: ['superadmin', 'of its organization', 'of its site', 'of the unit'],
}
const standings: Record<FacilityKind, readonly [FacilityStatus, FacilityStatus][]> = {
  organization: [
    ['active', 'active'],
    ['archived', 'active'],
    ['archived', 'archived'],
  ],
  site: [
    ['active', 'active'],
    ['archived', 'active'],
    ['archived', 'archived'],
  ],
  unit: [
    ['active', 'active'],
    ['paused', 'active'],
    ['closed', 'active'],
    ['archived', 'active'],
    ['archived', 'archived'],
    ['closed', 'archived'],
  ],
}
const actions = Object.entries(facilityActionRules).filter(([id]) => id !== 'details') as [
  Exclude<FacilityActionId, 'details'>,
  FacilityActionRule,
][]

/** The guard of procedures that only the superadmin may call comes before any rule, and does not say for whom they are. */
const ofTheRole = 'Your role may not do this.'
const superadminOnly = 'Only the superadmin can do this.'

/** Why the form behind “Archive” can't be sent. */
const formBlocker = async ({ detail }: Case, as: Context) =>
  administeredBlocker((await call(api.affectedShifts, { id: detail.facility.id }, as)).administrators)

/** False for an action of another kind of facility, and for the one of two names of a command that belongs to another status. */
const isOf = (id: FacilityActionId, kind: FacilityKind, status: FacilityStatus): boolean => {
  if (id === 'add site') return kind === 'organization'
  if (id === 'add unit') return kind === 'site'
  if (id === 'settle' || id === 'pause') return (id === 'settle') === (status === 'paused')
  return kind === 'unit' || (id !== 'copy' && id !== 'copy settings')
}

describe.each(Object.keys(people) as FacilityKind[])(
  'what a page offers for %ss, the server accepts',
  (kind) => {
    it.each(people[kind])('to %s', async (who) => {
      const differences: string[] = []
      for (const [status, above] of standings[kind]) {
        let built = await build(kind, status, above, who)
        for (const [id, { isOffered, blocker }] of actions) {
          if (!isOf(id, kind, status)) continue
          const { at, as, role } = built
          const target = targetOf(at.detail, role)
          const why =
            whyNot(blocker?.(target) ?? (id === 'archive' ? await formBlocker(at, as) : null)) || null
          const answer = await sent[id](at, as).then(
            () => null,
            ({ message }: Error) => (message === ofTheRole ? superadminOnly : message),
          )
          const said = isOffered?.(target) === false ? (answer ?? 'hidden') : why
          if (said !== answer) differences.push(`${id}, ${status} below ${above}: ${said} / ${answer}`)
          // What was accepted changed something.
          if (answer === null) built = await build(kind, status, above, who)
        }
      }
      expect(differences).toEqual([])
    })
  },
)
