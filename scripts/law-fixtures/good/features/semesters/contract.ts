import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { Role } from '#core/roles.ts'

export type Reader = Role
export const list = oc.output(z.array(z.string()))
