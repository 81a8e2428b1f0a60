import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: 'public', write: false })

const demoKey = z.enum([
  'school_admin',
  'school_super_admin',
  'student',
  'facility_admin',
  'preceptor',
  'proctor',
  'superadmin',
])
/** The people of the demo that a visitor can sign in as. */
export type DemoKey = z.infer<typeof demoKey>

const demo = z.object({
  is_open: z.boolean(),
  people: z.array(z.object({ key: demoKey, full_name: z.string() })),
})
export type Demo = z.infer<typeof demo>

/** `go_to` is the address of the person's dashboard. */
const entered = z.object({ go_to: z.string() })
export type Entered = z.infer<typeof entered>

export const demoContract = {
  /** Whether this installation has a demo, and the names of its people. */
  get: base
    .route({ method: 'GET', path: '/demo', tags: ['Public pages'], summary: 'Is there a demonstration?' })
    .output(demo),

  /** Starts a session as one of the demo's people; refused if there is no demo. */
  signIn: base
    .meta({ access: 'public', write: true, duringImpersonation: true })
    .route({
      method: 'POST',
      path: '/demo/sign-in',
      tags: ['Public pages'],
      summary: 'Enter the demonstration',
    })
    .input(z.object({ key: demoKey }))
    .output(entered),
}
