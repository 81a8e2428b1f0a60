import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const tags = ['Charts']

const week = z.object({
  /** The Monday that it begins with. */
  week: z.iso.date(),
  seats: z.int(),
  filled: z.int(),
})
export type WeekFill = z.infer<typeof week>

const cohort = z.object({
  cohort: z.string(),
  students: z.int(),
  /** Of a student on average. */
  credited: z.number(),
  scheduled: z.number(),
  required: z.number().nullable(),
})
export type CohortHours = z.infer<typeof cohort>

const response = z.object({
  facility: z.string(),
  answered: z.int(),
  waiting: z.int(),
  /** Half of its answers came within so many hours; null before the first. */
  median_hours: z.number().nullable(),
})
export type ResponseTime = z.infer<typeof response>

const unit = z.object({
  id: z.uuid(),
  unit: z.string(),
  site: z.string().nullable(),
  approved: z.int(),
  waiting: z.int(),
})
export type UnitSeats = z.infer<typeof unit>

export const chartsContract = {
  fill: base
    .route({ method: 'GET', path: '/charts/fill', tags, summary: 'Seats and how many are filled, by week' })
    .input(z.object({ semester_id: z.uuid() }))
    .output(z.array(week)),

  hours: base
    .route({
      method: 'GET',
      path: '/charts/hours',
      tags,
      summary: 'Hours of a student on average, by cohort',
    })
    .output(z.array(cohort)),

  response: base
    .route({ method: 'GET', path: '/charts/response', tags, summary: 'How soon facilities answer requests' })
    .input(z.object({ semester_id: z.uuid() }))
    .output(z.array(response)),

  units: base
    .meta({ access: ['facility_admin'], write: false })
    .route({ method: 'GET', path: '/charts/units', tags, summary: 'Seats of the next weeks, by unit' })
    .output(z.array(unit)),
}
