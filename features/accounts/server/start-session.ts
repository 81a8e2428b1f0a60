import type { Tx } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { newToken, type Viewer } from '#platform/server/session.ts'
import type { Me } from '../contract.ts'
import { rememberDevice } from './commands/know-device.ts'
import { openSession } from './commands/open-session.ts'
import { maintenanceNow } from './maintenance-now.ts'
import type { AccountServices } from './services.ts'

type Caller = Pick<RequestContext, 'cookies' | 'addressBlock' | 'userAgent' | 'schools'>

/**
 * Starts a session in a transaction, in the calling browser, which becomes a known one for the account.
 * Returns a function that sets the cookies, to call after the commit; null if the session has ended by then.
 */
export async function startSession(
  services: AccountServices,
  tx: Tx,
  { cookies, addressBlock, userAgent, schools }: Caller,
  userId: string,
  device = newToken(),
): Promise<() => Promise<Me | null>> {
  const { token, hash } = newToken()
  await rememberDevice(tx, userId, device.hash)
  const expiresAt = await openSession(tx, { userId, tokenHash: hash, addressBlock, userAgent })
  return async () => {
    const viewer = await services.sessions.read(hash)
    if (!viewer) return null
    cookies.startSession(token, new Date(expiresAt))
    cookies.rememberDevice(device.token)
    return showMe(services, schools, viewer)
  }
}

/** The signed-in person with their notices; works even if some of these cannot be read. */
export async function showMe(
  services: Pick<AccountServices, 'settings'>,
  schools: RequestContext['schools'],
  viewer: Viewer,
): Promise<Me> {
  const [maintenance, notice] = await Promise.all([
    maintenanceNow(services),
    schools.noticeFor(viewer).catch(() => null),
  ])
  return asMe(viewer, maintenance, notice)
}

function asMe(viewer: Viewer, maintenance: Me['maintenance'], notice: Me['school_notice']): Me {
  return {
    id: viewer.userId,
    email: viewer.email,
    full_name: viewer.fullName,
    role: viewer.role,
    is_preceptor: viewer.isPreceptor,
    status: viewer.status,
    email_verified: viewer.emailVerified,
    linked_school_id: viewer.linkedSchoolId,
    linked_facility_id: viewer.linkedFacilityId,
    school_name: viewer.schoolName,
    school_is_active: viewer.schoolIsActive,
    facility_name: viewer.facilityName,
    must_change_password: viewer.mustChangePassword,
    expires_at: viewer.expiresAt,
    view_role: viewer.viewRole,
    selected_school_id: viewer.selectedSchoolId,
    selected_school_name: viewer.selectedSchoolName,
    time_format: viewer.timeFormat,
    maintenance,
    school_notice: notice,
    impersonation: viewer.impersonation && {
      real_full_name: viewer.realFullName,
      reason: viewer.impersonation.reason,
      expires_at: viewer.impersonation.expiresAt,
      may_write: viewer.impersonation.mayWrite,
    },
  }
}
