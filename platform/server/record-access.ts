import { ORPCError } from '@orpc/server'
import type { ApiMeta, TrailMeta } from '#core/api-meta.ts'
import type { AccessEvent, AccessTrail } from './access-trail.ts'
import type { Viewer } from './session.ts'

/** What the guard knows about a call. */
type Call = {
  trail: AccessTrail
  viewer: Viewer | null
  meta: ApiMeta
  path: readonly string[]
  input: unknown
  requestId: string
  addressBlock: string
  asFile?: boolean | undefined
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Notes whose records a call has shown, except the viewer's own (unless someone else acts as the viewer). Resolves at once for a view, and
 * once it is recorded for an export; throws Unavailable if an export cannot be recorded.
 */
export async function recordView(call: Call, output: unknown): Promise<void> {
  const { trail, meta, viewer } = call
  if (!meta.trail || meta.trail.isWrittenByDatabase) return
  const { what } = meta.trail
  const kind = call.asFile ? 'export' : meta.trail.kind
  const people = peopleIn(meta.trail, call.input, output, viewer)
  if (kind === 'view' && people.length === 0) return
  const event = { ...eventOf(call), kind, what, outcome: 'ok', code: null, person_ids: people } as const
  if (kind === 'export') await trail.keep(event)
  else trail.note(event)
}

/**
 * Notes what the caller was refused (401, 403, 429), a record or change whose id the caller may not see (404), and a view or export that
 * failed. Refusals by a placement rule (409, 400) are normal answers and are not noted.
 */
export function recordRefusal(call: Call, error: unknown): void {
  const { trail, viewer, meta, requestId, addressBlock } = call
  const [code, status] =
    error instanceof ORPCError ? [error.code, error.status] : ['INTERNAL_SERVER_ERROR', 500]
  if (!viewer) {
    if (status === 401 && meta.access !== 'public')
      trail.noteAttempt({
        kind: 'call',
        account: '',
        addressBlock,
        userId: null,
        isThrottled: false,
        requestId,
      })
    return
  }
  const isRefusal =
    [401, 403, 429].includes(status) || (status === 404 && (meta.trail !== undefined || meta.write))
  const hasFailed = status >= 500 && meta.trail !== undefined
  if (!isRefusal && !hasFailed) return
  trail.note({
    ...eventOf(call),
    kind: isRefusal ? 'refusal' : meta.trail!.kind,
    what: meta.trail?.what ?? null,
    outcome: isRefusal ? 'refused' : 'failed',
    code,
    person_ids: [],
  })
}

function eventOf({ trail, viewer, path, input, requestId, addressBlock }: Call) {
  const acted = viewer?.impersonation ? viewer : null
  return {
    at: new Date().toISOString(),
    call: path.join('.'),
    subject_id: subjectOf(input),
    request_id: requestId,
    times: 1,
    actor_id: viewer?.realUserId ?? null,
    actor_name: viewer?.realFullName ?? null,
    actor_role: viewer?.realRole ?? null,
    acting_as: acted?.userId ?? null,
    acting_as_name: acted?.fullName ?? null,
    school_id: viewer?.linkedSchoolId ?? viewer?.selectedSchoolId ?? null,
    facility_id: viewer?.linkedFacilityId ?? null,
    address_digest: trail.digest(addressBlock),
    reason: acted?.impersonation?.reason ?? null,
  } satisfies Partial<AccessEvent>
}

/**
 * The distinct ids of the people in a call's input or output. The viewer's own id, and those of an answer that concerns the viewer, are
 * included only if someone else acts as the viewer.
 */
export function peopleIn(
  { people = [], concerns }: TrailMeta,
  input: unknown,
  output: unknown,
  viewer: Viewer | null,
): string[] {
  if (viewer && viewer.role === concerns && !viewer.impersonation) return []
  const found = new Set<string>()
  for (const path of people)
    if (path === 'viewer') collect(viewer?.userId, [], found)
    else {
      const [root, ...steps] = path.split('.')
      collect(root === 'input' ? input : output, steps, found)
    }
  if (viewer && !viewer.impersonation) found.delete(viewer.userId)
  return [...found]
}

function collect(value: unknown, [step, ...rest]: readonly string[], found: Set<string>): void {
  if (step === undefined) {
    if (typeof value === 'string' && UUID.test(value)) found.add(value.toLowerCase())
  } else if (step === '*') {
    if (Array.isArray(value)) for (const each of value) collect(each, rest, found)
  } else if (value && typeof value === 'object')
    collect((value as Record<string, unknown>)[step], rest, found)
}

/** The first id in a call's input, which says what the call was about. */
function subjectOf(input: unknown): string | null {
  if (!input || typeof input !== 'object') return null
  for (const [name, value] of Object.entries(input))
    if (/(^|_)id$/.test(name) && typeof value === 'string' && UUID.test(value)) return value
  return null
}
