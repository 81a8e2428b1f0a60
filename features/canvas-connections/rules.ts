import { isEmail, normaliseEmail } from '#core/email.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type {
  CanvasConnection,
  CanvasPerson,
  ConnectionSettings,
  ConnectionStatus,
  MatchedBy,
  NextStep,
  PersonProblem,
  PersonStatus,
  RosterChange,
} from './contract.ts'

type Party = 'superadmin' | 'system'

/** The steps of a connection: a person tests and revokes, Canvas's responses decide the rest. */
export const connectionSteps: readonly Step<ConnectionStatus, Party>[] = [
  { event: 'test', from: 'draft', to: 'testing', parties: ['superadmin'] },
  { event: 'test', from: 'active', to: 'testing', parties: ['superadmin'] },
  { event: 'test', from: 'error', to: 'testing', parties: ['superadmin'] },
  { event: 'answered', from: 'testing', to: 'active', parties: ['system'] },
  { event: 'failed', from: 'testing', to: 'error', parties: ['system'] },
  { event: 'failed', from: 'active', to: 'error', parties: ['system'] },
  { event: 'answered', from: 'error', to: 'active', parties: ['system'] },
  { event: 'change', from: 'testing', to: 'draft', parties: ['superadmin'] },
  { event: 'change', from: 'active', to: 'draft', parties: ['superadmin'] },
  { event: 'change', from: 'error', to: 'draft', parties: ['superadmin'] },
  { event: 'connect_again', from: 'revoked', to: 'draft', parties: ['superadmin'] },
  { event: 'revoke', from: 'draft', to: 'revoked', parties: ['superadmin'] },
  { event: 'revoke', from: 'testing', to: 'revoked', parties: ['superadmin'] },
  { event: 'revoke', from: 'active', to: 'revoked', parties: ['superadmin'] },
  { event: 'revoke', from: 'error', to: 'revoked', parties: ['superadmin'] },
]

type Stated = Pick<CanvasConnection, 'status' | 'secret_set_at'>

/** Why a connection cannot be tested now, or null; an interrupted test can be repeated. */
export function testBlocker({ status, secret_set_at: since }: Stated) {
  if (status === 'revoked') return refusal('canvas.revoked')
  if (since === null) return refusal('canvas.secret_needed')
  return status === 'testing' || canTransition(connectionSteps, status, 'testing', 'superadmin')
    ? null
    : refusal('canvas.not_now', { status })
}

/** Why the roster cannot be read now, or null. A failed connection can be read again, which is how it recovers. */
export function readBlocker({ status, open_run: open }: Pick<CanvasConnection, 'status' | 'open_run'>) {
  if (status === 'revoked') return refusal('canvas.revoked')
  if (status === 'draft' || status === 'testing') return refusal('canvas.test_first')
  return open ? refusal('canvas.reading') : null
}

/** Why a connection cannot be revoked, or null. */
export function revokeBlocker({ status }: Pick<CanvasConnection, 'status'>) {
  return status === 'revoked' ? refusal('canvas.revoked') : null
}

type Secrets = Pick<ConnectionSettings, 'client_secret' | 'refresh_token' | 'access_token'>
type Kept = Pick<CanvasConnection, 'base_url' | 'auth' | 'client_id' | 'secret_set_at'>

/** The part of the input to encrypt: everything the kind of sign-in needs, or null. */
export function secretOf(auth: ConnectionSettings['auth'], given: Secrets): Record<string, string> | null {
  const { client_secret, refresh_token, access_token } = given
  if (auth === 'token') return access_token ? { access_token } : null
  return client_secret && refresh_token ? { client_secret, refresh_token } : null
}

/**
 * Why these settings cannot be saved, or null. A stored secret is never used for another
 * address or key than it was given for: changing one of them requires entering it again.
 */
export function settingsBlocker(settings: ConnectionSettings, kept: Kept | null) {
  if (settings.auth === 'oauth2' && !settings.client_id) return refusal('canvas.no_client')
  if (secretOf(settings.auth, settings)) return null
  const isTyped = [settings.client_secret, settings.refresh_token, settings.access_token].some(Boolean)
  if (isTyped) return refusal('canvas.secret_in_parts')
  const isSame =
    kept?.secret_set_at != null &&
    kept.base_url === settings.base_url &&
    kept.auth === settings.auth &&
    (kept.auth === 'token' || kept.client_id === settings.client_id)
  return isSame ? null : refusal('canvas.secret_needed')
}

type Progress = Pick<
  CanvasConnection,
  'status' | 'terms_mapped' | 'sections' | 'sections_mapped' | 'read_at' | 'matched' | 'to_decide'
>

/** A person's next step with a connection. */
export function nextStepOf(one: Progress): NextStep {
  if (one.status !== 'active') return one.status === 'revoked' ? 'none' : 'test'
  if (one.terms_mapped === 0) return 'map_terms'
  if (one.sections === 0) return 'read'
  if (one.sections_mapped === 0) return 'map_sections'
  if (one.to_decide > 0) return 'decide'
  return one.matched === 0 ? 'read' : 'none'
}

/** A student of the school, or another person there. */
export type Member = { id: string; email: string; student_number: string | null; is_student: boolean }
/** A person in Canvas, as returned by Canvas. */
export type SeenPerson = {
  canvas_id: string
  name: string
  sis_id: string | null
  login_id: string | null
  email: string | null
  section_ids: string[]
}
/** What was stored about a person. */
export type KnownPerson = SeenPerson & {
  status: PersonStatus
  problem: PersonProblem | null
  candidates: string[]
  student_id: string | null
  matched_by: MatchedBy | null
  cohort_id: string | null
}

type Match = Pick<KnownPerson, 'problem' | 'candidates' | 'student_id' | 'matched_by'>
const nobody: Match = { problem: null, candidates: [], student_id: null, matched_by: null }
const unclear = (problem: PersonProblem, candidates: readonly string[] = []): Match => ({
  ...nobody,
  problem,
  candidates: [...candidates],
})
const numberKey = (number: string | null): string => (number ?? '').trim().toLowerCase()

/** The email address of a person in Canvas: their email, or their login if that is one. */
export function emailOf({ email, login_id: login }: Pick<SeenPerson, 'email' | 'login_id'>): string | null {
  const found = [email, login].find((one) => one && isEmail(one.trim()))
  return found ? normaliseEmail(found) : null
}

/** The people of a school, indexed for matching. */
function directoryOf(members: readonly Member[]) {
  const byNumber = new Map<string, Member[]>()
  const byEmail = new Map(members.map((one) => [normaliseEmail(one.email), one]))
  for (const one of members)
    if (one.is_student && numberKey(one.student_number))
      byNumber.set(numberKey(one.student_number), [
        ...(byNumber.get(numberKey(one.student_number)) ?? []),
        one,
      ])
  const students = new Map(members.filter((one) => one.is_student).map((one) => [one.id, one]))
  return { byNumber, byEmail, students }
}
type Directory = ReturnType<typeof directoryOf>

/**
 * Matches a person in Canvas with one at the school: by the number, then by the email. An existing
 * match stays when either email changes, as long as the number belongs to no one else.
 */
function matchOf(
  seen: SeenPerson,
  known: KnownPerson | undefined,
  { byNumber, byEmail, students }: Directory,
): Match {
  const numbered = byNumber.get(numberKey(seen.sis_id)) ?? []
  const email = emailOf(seen)
  const mailed = email ? byEmail.get(email) : undefined
  if (known?.student_id) {
    if (!students.has(known.student_id)) return unclear('gone_from_school')
    const isOther =
      known.matched_by !== 'hand' &&
      numbered.length > 0 &&
      !numbered.some(({ id }) => id === known.student_id)
    if (isOther) return unclear('number_moved', [known.student_id, ...numbered.map(({ id }) => id)])
    return { ...nobody, student_id: known.student_id, matched_by: known.matched_by }
  }
  if (numbered.length > 1)
    return unclear(
      'several_by_number',
      numbered.map(({ id }) => id),
    )
  const [one] = numbered
  if (one) {
    if (mailed && mailed.id !== one.id)
      return unclear('number_and_email_differ', [one.id, ...(mailed.is_student ? [mailed.id] : [])])
    return { ...nobody, student_id: one.id, matched_by: 'sis' }
  }
  if (mailed && !mailed.is_student) return unclear('not_a_student')
  if (mailed && seen.sis_id && mailed.student_number) return unclear('number_differs', [mailed.id])
  if (mailed) return { ...nobody, student_id: mailed.id, matched_by: 'email' }
  return email ? nobody : unclear('no_email')
}

/** If two people in Canvas share an email, or match the same student, a person has to decide; an existing match stays. */
function flagAmbiguousMatches(
  matches: Map<string, Match>,
  seen: readonly SeenPerson[],
  known: ReadonlyMap<string, KnownPerson>,
): void {
  const sharers = Map.groupBy(seen, (one) => emailOf(one) ?? '')
  for (const [email, those] of sharers)
    if (email && those.length > 1)
      for (const { canvas_id: id } of those) {
        const match = matches.get(id)!
        if (
          match.matched_by !== 'sis' &&
          match.matched_by !== 'hand' &&
          !known.get(id)?.student_id &&
          !match.problem
        )
          matches.set(id, unclear('shared_email', match.student_id ? [match.student_id] : []))
      }
  const same = Map.groupBy(
    seen.filter(({ canvas_id: id }) => matches.get(id)!.student_id),
    ({ canvas_id: id }) => matches.get(id)!.student_id!,
  )
  for (const [user, those] of same)
    if (those.length > 1)
      for (const { canvas_id: id } of those)
        if (!known.get(id)?.student_id) matches.set(id, unclear('same_person', [user]))
}

/**
 * One student has one person in Canvas. If someone who was read matches the student of someone who was not, an account that is away gives
 * the student up, as after a merge in Canvas; otherwise a person has to decide. Returns the accounts that gave theirs up.
 */
function releaseMatches(
  matches: Map<string, Match>,
  unseen: readonly KnownPerson[],
  isAway: (one: KnownPerson) => boolean,
): ReadonlySet<string> {
  const holders = new Map(unseen.flatMap((one) => (one.student_id ? [[one.student_id, one] as const] : [])))
  const released = new Set<string>()
  for (const [id, { student_id: user }] of matches) {
    const holder = user ? holders.get(user) : undefined
    if (!user || !holder) continue
    if (isAway(holder)) released.add(holder.canvas_id)
    else matches.set(id, unclear('same_person', [user]))
  }
  return released
}

function statusOf(match: Match, known: KnownPerson | undefined): PersonStatus {
  // A reading does not reopen what a person set aside.
  if (known?.status === 'set_aside') return known.status
  if (match.student_id) return 'matched'
  if (match.problem)
    return known?.status === 'invited' && match.problem === 'no_email' ? 'invited' : 'conflict'
  return known?.status === 'invited' ? 'invited' : 'new'
}

export type RosterInput = {
  known: readonly KnownPerson[]
  seen: readonly SeenPerson[]
  members: readonly Member[]
  /** Canvas section → cohort; only for sections that were read completely. */
  cohorts: ReadonlyMap<string, string>
  /** Sections that should have been read, but failed. */
  unread: ReadonlySet<string>
  /** Sections of the same terms that Canvas no longer has. */
  gone: ReadonlySet<string>
  /** Sections of the same terms that count for no cohort. */
  unmapped: ReadonlySet<string>
}
export type RosterPlan = { people: KnownPerson[]; changes: RosterChange[] }

const AWAY: readonly PersonStatus[] = ['missing', 'kept', 'left']

/**
 * What a reading changes: adds or updates the people in it; people no longer in any of their
 * sections are missing until a person confirms it. Unread sections change nothing.
 */
export function planRoster({
  known,
  seen,
  members,
  cohorts,
  unread,
  gone,
  unmapped,
}: RosterInput): RosterPlan {
  const before = new Map(known.map((one) => [one.canvas_id, one]))
  const directory = directoryOf(members)
  const matches = new Map(
    seen.map((one) => [one.canvas_id, matchOf(one, before.get(one.canvas_id), directory)]),
  )
  flagAmbiguousMatches(matches, seen, before)
  const here = new Set(seen.map(({ canvas_id: id }) => id))
  const isAway = ({ section_ids: sections, status }: KnownPerson): boolean =>
    AWAY.includes(status) ||
    (!sections.some((id) => unread.has(id)) &&
      (sections.some((id) => cohorts.has(id)) ||
        (sections.length > 0 && sections.every((id) => gone.has(id)))))
  const released = releaseMatches(
    matches,
    known.filter((one) => !here.has(one.canvas_id)),
    isAway,
  )
  const plan: RosterPlan = { people: [], changes: [] }
  for (const one of seen) {
    const old = before.get(one.canvas_id)
    const kept = old?.section_ids.filter((id) => unread.has(id)) ?? []
    const match = matches.get(one.canvas_id)!
    const section_ids = [...new Set([...one.section_ids, ...kept])].toSorted()
    const found = [...new Set(one.section_ids.flatMap((id) => cohorts.get(id) ?? []))]
    if (found.length === 0 && kept.length > 0 && old?.cohort_id) found.push(old.cohort_id)
    const status = statusOf(match, old)
    const isSetAside = status === 'set_aside'
    const next: KnownPerson = {
      ...one,
      ...(isSetAside ? nobody : match),
      ...(status !== 'conflict' && { problem: null, candidates: [] }),
      section_ids,
      status,
      // People in sections of two cohorts get none from Canvas alone.
      cohort_id: found.length === 1 ? found[0]! : null,
    }
    plan.people.push(next)
    plan.changes.push(...changesOf(old, next))
  }
  for (const old of known) {
    if (here.has(old.canvas_id)) continue
    const match = released.has(old.canvas_id) ? { student_id: null, matched_by: null } : {}
    const isOutside =
      old.cohort_id !== null &&
      old.section_ids.some((id) => unmapped.has(id)) &&
      old.section_ids.every((id) => unmapped.has(id) || gone.has(id))
    if (isAway(old) && !AWAY.includes(old.status) && old.status !== 'set_aside') {
      plan.people.push({ ...old, ...match, status: 'missing', problem: null, candidates: [] })
      plan.changes.push(changeOf(old, 'dropped', 'missing'))
    } else if (isOutside) {
      // Their sections were unmapped: Canvas puts them in no cohort any more.
      plan.people.push({ ...old, ...match, cohort_id: null })
      plan.changes.push(changeOf(old, 'updated', 'cohort'))
    } else if (released.has(old.canvas_id)) plan.people.push({ ...old, ...match })
  }
  return plan
}

const changeOf = (
  { canvas_id, name, sis_id }: Pick<KnownPerson, 'canvas_id' | 'name' | 'sis_id'>,
  kind: RosterChange['kind'],
  what: RosterChange['what'],
  from: string | null = null,
  to: string | null = null,
): RosterChange => ({ kind, canvas_id, name, sis_id, what, from, to })

/** The differences from before; a conflict is repeated in every run, so that none hides it. */
function changesOf(old: KnownPerson | undefined, next: KnownPerson): RosterChange[] {
  const conflict = next.problem ? [changeOf(next, 'conflict', next.problem)] : []
  if (!old) return [changeOf(next, 'added', 'new'), ...conflict]
  if (AWAY.includes(old.status)) return [changeOf(next, 'updated', 'back'), ...conflict]
  const changed = (what: RosterChange['what'], from: string | null, to: string | null) =>
    from === to ? [] : [changeOf(next, 'updated', what, from, to)]
  return [
    ...changed('email', old.email, next.email),
    ...changed('name', old.name, next.name),
    ...changed('number', old.sis_id, next.sis_id),
    ...(old.cohort_id === next.cohort_id ? [] : [changeOf(next, 'updated', 'cohort')]),
    ...(old.status !== 'matched' && next.status === 'matched' ? [changeOf(next, 'updated', 'match')] : []),
    ...conflict,
  ]
}

/** The number of people of each kind: a person with two changes counts once. */
export function countChanges(changes: readonly RosterChange[], people: number) {
  const of = (kind: RosterChange['kind']): number =>
    new Set(changes.filter((one) => one.kind === kind).map((one) => one.canvas_id)).size
  return {
    people,
    added: of('added'),
    updated: of('updated'),
    dropped: of('dropped'),
    conflicts: of('conflict'),
  }
}

type Judged = Pick<
  CanvasPerson,
  'status' | 'email' | 'login_id' | 'problem' | 'cohort_id' | 'current_cohort_id'
>

/** Why a person cannot be invited, or null. */
export function inviteBlocker(one: Judged) {
  if (one.status === 'matched') return refusal('canvas.is_matched')
  if (!['new', 'conflict', 'invited'].includes(one.status))
    return refusal('canvas.person_status', { status: one.status })
  if (one.problem === 'not_a_student') return refusal('canvas.not_a_student')
  return emailOf(one) ? null : refusal('canvas.no_email')
}

/** Why a person cannot be enrolled in the cohort of their sections, or null. */
export function enrollBlocker(one: Judged) {
  if (one.status !== 'matched') return refusal('canvas.not_matched')
  if (one.cohort_id === null) return refusal('canvas.no_cohort')
  return one.cohort_id === one.current_cohort_id ? refusal('canvas.in_cohort') : null
}

/** Why a person cannot be matched by hand, or null. */
export function matchBlocker({ status }: Pick<CanvasPerson, 'status'>) {
  return ['new', 'conflict', 'invited', 'matched'].includes(status)
    ? null
    : refusal('canvas.person_status', { status })
}

const FROM: Record<'kept' | 'left' | 'set_aside' | 'new', readonly PersonStatus[]> = {
  kept: ['missing'],
  left: ['missing', 'kept'],
  set_aside: ['new', 'conflict', 'invited'],
  new: ['set_aside'],
}

/** Why a person cannot be kept, marked as left, set aside or reopened, or null. */
export function settleBlocker({ status }: Pick<CanvasPerson, 'status'>, to: keyof typeof FROM) {
  return FROM[to].includes(status) ? null : refusal('canvas.person_status', { status })
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** The semester that a term most likely is: the one with the same name, ignoring spelling differences. */
export function semesterNamed<Semester extends { name: string }>(
  name: string,
  semesters: readonly Semester[],
): Semester | null {
  return semesters.find((one) => plain(one.name) === plain(name)) ?? null
}
