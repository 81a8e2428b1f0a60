import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { specialty } from '#features/facilities/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const tags = ['Charts']

const week = z.object({
  /** The Monday on which it begins. */
  week: z.iso.date(),
  seats: z.int(),
  filled: z.int(),
})
export type WeekFill = z.infer<typeof week>

const cohort = z.object({
  cohort: z.string(),
  students: z.int(),
  /** The average per student. */
  credited: z.number(),
  scheduled: z.number(),
  required: z.number().nullable(),
})
export type CohortHours = z.infer<typeof cohort>

const response = z.object({
  facility: z.string(),
  answered: z.int(),
  waiting: z.int(),
  /** The median response time in hours; null before the first response. */
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

const school = z.object({
  id: z.uuid(),
  school: z.string(),
  /** Seats of shifts sent to the facility, as requested: the total of the three below. */
  requested: z.int(),
  approved: z.int(),
  waiting: z.int(),
  declined: z.int(),
  /** Seats per semester that the partnership allows; null for no quota. */
  quota: z.int().nullable(),
  /** Approved seats in the semester that has the most. */
  busiest_semester: z.int(),
})
export type SchoolSeats = z.infer<typeof school>

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

  schools: base
    .meta({ access: ['facility_admin'], write: false })
    .route({
      method: 'GET',
      path: '/charts/schools',
      tags,
      summary: 'Seats that each school requested and was given, half a year back and ahead',
    })
    .input(z.object({ specialty: specialty.optional() }))
    .output(z.array(school)),
}
