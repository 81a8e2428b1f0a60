import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate } from '#core/plain-date.ts'
import type { ShiftDetail } from '../contract.ts'
import { asInstructors, isHeldOnCampus } from '../rules.ts'
import { shifts as api } from './queries.ts'
import { SeatLimits } from './SeatLimits.tsx'
import type { ShiftValues } from './shift-form.ts'

/** How many seats there would be with the values in the form, and why. */
export function SeatLimitsOfForm({
  shift,
  schoolId,
  values,
}: {
  shift: ShiftDetail | undefined
  schoolId: string
  values: ShiftValues
}): ReactNode {
  const asked = {
    shift_id: shift?.id ?? null,
    school_id: schoolId,
    facility_id: values.facility_id || null,
    date: values.date,
    start_time: parseClockTime(values.start_time) ?? '',
    end_time: parseClockTime(values.end_time) ?? '',
    experience_type: values.experience_type,
    capacity: Number(values.capacity),
    ...(values.specialty && { specialty: values.specialty }),
    cohort_ids: values.cohort_ids,
    ...asInstructors(values.proctor_ids),
    more_preceptor_ids: values.preceptor_ids.slice(1),
    ...(values.semester_id && { semester_id: values.semester_id }),
  }
  const [input] = useDebouncedValue(JSON.stringify(asked), 250)
  const settled = JSON.parse(input) as typeof asked
  const limits = useQuery({
    ...api.limits.queryOptions({ input: settled }),
    enabled:
      isPlainDate(settled.date) &&
      Boolean(settled.start_time && settled.end_time) &&
      settled.capacity >= 1 &&
      (settled.facility_id !== null || isHeldOnCampus(settled.experience_type)),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return limits.data ? <SeatLimits limits={limits.data} /> : null
}
