import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { AccountStatus, Role } from '#core/roles.ts'
import type { TimeFormat } from '#core/time-format.ts'
import { connect, Deadline } from './actor.ts'
import { queriesOn } from './db.ts'
import type { Listener } from './listen.ts'
import { isUnavailable, Unavailable } from './pg-errors.ts'
import { timeLeft } from './time-left.ts'

/**
 * The person who makes a request, as PostgreSQL reported it. During an impersonation, `role` and the links are the impersonated person's.
 */
export type Viewer = {
  userId: string
  realUserId: string
  email: string
  fullName: string
  role: Role
  status: AccountStatus
  emailVerified: boolean
  realRole: Role
  realFullName: string
  linkedSchoolId: string | null
  linkedFacilityId: string | null
  schoolName: string | null
  /** False for the people of a deactivated school. */
  schoolIsActive: boolean
  facilityName: string | null
  isPreceptor: boolean
  mustChangePassword: boolean
  signedInAt: string
  expiresAt: string
  viewRole: string | null
  selectedSchoolId: string | null
  selectedSchoolName: string | null
  timeFormat: TimeFormat
  impersonation: { reason: string; expiresAt: string; mayWrite: boolean } | null
}

/** 256 random bits for the cookie, and their SHA-256, which is all that the database keeps. */
export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** How `session_changed` identifies a session: a digest of its token hash, because any database login may listen. */
export function sessionDigest(tokenHash: string): string {
  return hashToken(tokenHash)
}

/** SHA-256 of an opaque token in hexadecimal, the form in which every token is stored and looked up. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

// The writes behind read_session are throttled to one in 5 s (Spec §9); a process caches as long.
const REMEMBERED_MS = 5_000
const REMEMBERED_MAX = 20_000

/**
 * Reads sessions by token hash and caches them for 5 s, but only while the database can say what changes. `forget` drops one person at
 * once, so that a change of role, approval or password applies to the very next request.
 */
export class SessionReader {
  readonly #pool: pg.Pool
  readonly #listener: Pick<Listener, 'isListening'> | undefined
  /** By the digest in the notices. */
  readonly #remembered = new Map<string, { viewer: Viewer; readAt: number }>()
  /** Counts what was forgotten: an answer loaded meanwhile may be older than the change and is not kept. */
  #changes = 0
  constructor(pool: pg.Pool, listener?: Pick<Listener, 'isListening'>) {
    this.#pool = pool
    this.#listener = listener
  }

  /** The viewer of a token hash, or null if there is no live session. Throws Unavailable if the database is down or too slow. */
  async read(tokenHash: string): Promise<Viewer | null> {
    const key = sessionDigest(tokenHash)
    const known = this.#remembered.get(key)
    const isFresh = known && this.#listener?.isListening && Date.now() - known.readAt < REMEMBERED_MS
    if (isFresh && Date.parse(known.viewer.expiresAt) > Date.now()) return known.viewer
    const changes = this.#changes
    const viewer = await this.#query(tokenHash)
    if (changes !== this.#changes) return viewer
    if (this.#remembered.size >= REMEMBERED_MAX) this.#remembered.clear()
    if (viewer) this.#remembered.set(key, { viewer, readAt: Date.now() })
    else this.#remembered.delete(key)
    return viewer
  }

  /** Whose session this was when last read here, however long ago. Used for priority, never for permissions. */
  lastKnown(tokenHash: string): Viewer | null {
    const viewer = this.#remembered.get(sessionDigest(tokenHash))?.viewer
    return viewer && Date.parse(viewer.expiresAt) > Date.now() ? viewer : null
  }

  /** Drops the cached sessions of a person (or, without an id, of everyone). */
  forget(userId?: string): void {
    this.#changes++
    if (!userId) return this.#remembered.clear()
    for (const [hash, { viewer }] of this.#remembered)
      if (viewer.userId === userId || viewer.realUserId === userId) this.#remembered.delete(hash)
  }

  /** Drops one session, at sign-out and whenever its row changed. */
  forgetToken(tokenHash: string): void {
    this.forgetNotice(sessionDigest(tokenHash))
  }

  /** Drops the session that a `session_changed` notice of the database is about. */
  forgetNotice(notice: string): void {
    this.#changes++
    this.#remembered.delete(notice)
  }

  async #query(tokenHash: string): Promise<Viewer | null> {
    const deadline = new Deadline(timeLeft())
    const client = await connect(this.#pool, deadline)
    let failed: Error | undefined
    try {
      const query = sql<SessionRow>`select * from app.read_session(${tokenHash})`
      const { rows } = await deadline.race(query.execute(queriesOn(client)))
      return rows[0] ? asViewer(rows[0]) : null
    } catch (error) {
      // Only connection and time errors are the database's; a bug of ours must be reported as one.
      if (!isUnavailable(error)) throw error
      failed = error as Error
      throw new Unavailable('The session could not be read', { cause: error })
    } finally {
      deadline.stop()
      client.release(failed)
    }
  }
}

type SessionRow = {
  user_id: string
  real_user_id: string
  email: string
  full_name: string
  role: Role
  status: Viewer['status']
  email_verified: boolean
  real_role: Role
  real_full_name: string
  linked_school_id: string | null
  linked_facility_id: string | null
  school_name: string | null
  school_is_active: boolean
  facility_name: string | null
  is_preceptor: boolean
  must_change_password: boolean
  signed_in_at: string
  expires_at: string
  view_role: string | null
  selected_school_id: string | null
  selected_school_name: string | null
  impersonating: boolean
  impersonation_reason: string | null
  impersonation_expires_at: string | null
  impersonation_may_write: boolean
  time_format: TimeFormat
}

function asViewer(row: SessionRow): Viewer {
  return {
    userId: row.user_id,
    realUserId: row.real_user_id,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    status: row.status,
    emailVerified: row.email_verified,
    realRole: row.real_role,
    realFullName: row.real_full_name,
    linkedSchoolId: row.linked_school_id,
    linkedFacilityId: row.linked_facility_id,
    schoolName: row.school_name,
    schoolIsActive: row.school_is_active,
    facilityName: row.facility_name,
    isPreceptor: row.is_preceptor,
    mustChangePassword: row.must_change_password,
    signedInAt: row.signed_in_at,
    expiresAt: row.expires_at,
    viewRole: row.view_role,
    selectedSchoolId: row.selected_school_id,
    selectedSchoolName: row.selected_school_name,
    timeFormat: row.time_format,
    impersonation: row.impersonating
      ? {
          reason: row.impersonation_reason ?? '',
          expiresAt: row.impersonation_expires_at ?? row.expires_at,
          mayWrite: row.impersonation_may_write,
        }
      : null,
  }
}
