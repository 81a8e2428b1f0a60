import { refusedBy, type Refused } from '#core/refusal.ts'
import type { SchoolNotice, SchoolPaymentStatus } from '#core/school-payment-status.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { SchoolPayments } from '#platform/server/guard.ts'
import type { Listener } from '#platform/server/listen.ts'
import { ServiceCache } from '#platform/server/service-cache.ts'
import type { Viewer } from '#platform/server/session.ts'
import { billingRefusals, paymentBannerText } from '../messages.ts'
import { readOnlyBlocker, paymentStandingOf } from '../rules.ts'
import { findPaymentStatus, type PaymentStatus } from './queries/find-payment-status.ts'

type Options = {
  /** Logged in as app_worker, because students are restricted too but may read nothing of billing. */
  workerPool: Pool
  /** Without it, or while it may miss notifications, the database is queried each time. */
  listener?: Pick<Listener, 'on' | 'isListening'>
}

/** The payment standing of schools, cached, and cleared on every server when a subscription changes. */
export class PaymentStandingCache implements SchoolPayments {
  readonly #options: Options
  readonly #cache = new ServiceCache<PaymentStatus | null>()

  constructor(options: Options) {
    this.#options = options
    options.listener?.on('billing_changed', (schoolId) => this.#cache.forget(schoolId))
    options.listener?.on('reset', () => this.#cache.forget())
  }

  async noticeFor(viewer: Viewer): Promise<SchoolNotice | null> {
    const standing = await this.#paymentStandingOf(viewer)
    return standing && paymentBannerText(standing, viewer.schoolName ?? 'Your school')
  }

  async #paymentStandingOf(viewer: Viewer): Promise<SchoolPaymentStatus | null> {
    const { userId: id, role, linkedSchoolId: schoolId } = viewer
    if (!schoolId || role === 'superadmin' || role === 'facility_admin') return null
    return paymentStandingOf(await this.#paying(schoolId), { id, role })
  }

  async refusalFor(viewer: Viewer): Promise<Refused | null> {
    const blocker = readOnlyBlocker(await this.#paymentStandingOf(viewer))
    return blocker && refusedBy(billingRefusals, blocker)
  }

  #paying(schoolId: string): Promise<PaymentStatus | null> {
    const read = () =>
      withActor(this.#options.workerPool, null, (tx) => findPaymentStatus(tx, schoolId), { readOnly: true })
    return this.#options.listener?.isListening ? this.#cache.get(schoolId, read) : read()
  }
}
