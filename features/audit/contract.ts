import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

/**
 * The key of one press of a button, on every command that names the version it saw: the same call again with it, a retry
 * after a lost answer, is given the first answer (decision 035).
 */
export const idempotency = { idempotency_key: z.uuid().optional() }

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })

/** One row of the trail: who did what to whom, as whom, when and why; each change as [before, after]. */
export const auditEvent = z.object({
  id: z.number(),
  at: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  entity_name: z.string().nullable(),
  actor_id: z.uuid().nullable(),
  actor_name: z.string().nullable(),
  acting_as: z.uuid().nullable(),
  acting_as_name: z.string().nullable(),
  school_id: z.uuid().nullable(),
  school_name: z.string().nullable(),
  facility_id: z.uuid().nullable(),
  facility_name: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditContract = {
  /** Newest first; the superadmin reads all, school administrators what concerns their school. */
  list: base
    .route({ method: 'GET', path: '/audit', tags: ['Audit'], summary: 'Read the audit trail' })
    .input(
      z.object({
        /** What happened to this person: their account, their permissions, acting as them. */
        about_user_id: z.uuid().optional(),
        /** What this person did, as themselves or as somebody else. */
        by_user_id: z.uuid().optional(),
        entity: z.string().max(60).optional(),
        entity_id: z.string().max(60).optional(),
        /** Continue after this row. */
        before_id: z.number().int().positive().optional(),
        limit: z.number().int().min(1).max(100).default(25),
      }),
    )
    .output(
      z.object({
        events: z.array(auditEvent),
        /** What the entries are about and their changes point to, by id. */
        names: z.record(z.string(), z.string()),
        next_before_id: z.number().nullable(),
      }),
    ),
}
