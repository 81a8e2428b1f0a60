import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { wallTime } from '#core/clock-time.ts'
import type { NoPatientNamed } from '#core/patient-data.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { TimeField } from '#ui/TimeField.tsx'
import type { OwnAttendance } from '../contract.ts'
import { instantOnShift } from '../rules.ts'
import classes from './CheckIn.module.css'

export type Leaving = { leftAt: string | null; reason: string | null; tick?: NoPatientNamed }

type LateCheckOutProps = { record: OwnAttendance; isBusy: boolean; onSend: (leaving: Leaving) => void }

/** A check-out that was forgotten: when the student left, and why they say so late. */
export function LateCheckOut({ record, isBusy, onSend }: LateCheckOutProps): ReactNode {
  const [left, setLeft] = useState(() => wallTime(record.ends_at, record.time_zone))
  const [reason, setReason] = useState('')
  const tick = usePatientTick()
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        onSend({ leftAt: instantOnShift(left, record), reason, tick: tick.sent })
      }}
    >
      <Text size="sm">You did not check out. Enter when you left and why you check out late.</Text>
      <TimeField label="I left at" value={left} onChange={setLeft} required />
      <FreeText
        tick={tick}
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        minLength={3}
        maxLength={500}
        required
      />
      <Button type="submit" size="md" loading={isBusy}>
        Check out
      </Button>
    </form>
  )
}
