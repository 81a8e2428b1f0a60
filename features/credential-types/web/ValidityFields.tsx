import { Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Validity } from '../contract.ts'
import { FLU_BY_ROLLOVER, FLU_BY_SEASON, validityInWords } from '../rules.ts'

const presets = {
  fixed_months: { rule: 'fixed_months', months: 12, end_of_month: false },
  calendar_rollover: FLU_BY_ROLLOVER,
  season: FLU_BY_SEASON,
  one_time: { rule: 'one_time' },
  through_term: { rule: 'through_term' },
  stated_date: { rule: 'stated_date' },
} as const satisfies Record<Validity['rule'], Validity>

const labels: Record<Validity['rule'], string> = {
  fixed_months: 'A number of months from its date',
  calendar_rollover: 'Until a fixed day each year',
  season: 'By season',
  one_time: 'Once, without an end',
  through_term: 'To the end of the semester',
  stated_date: 'Until the date on the document',
}
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

type Props = { value: Validity; onChange: (value: Validity) => void }

/** How long a credential is valid: a rule and its settings. */
export function ValidityFields({ value, onChange }: Props): ReactNode {
  const dayField = (label: string, at: { month: number; day: number }, set: (to: typeof at) => void) => (
    <Group gap={4} align="flex-end" wrap="nowrap">
      <NativeSelect
        label={label}
        value={String(at.month)}
        data={MONTHS.map((name, index) => ({ value: String(index + 1), label: name }))}
        onChange={({ currentTarget }) => set({ ...at, month: Number(currentTarget.value) })}
      />
      <NumberInput
        clampBehavior="blur"
        aria-label={`${label}, day`}
        w={70}
        min={1}
        max={31}
        value={at.day}
        onChange={(day) => typeof day === 'number' && set({ ...at, day })}
      />
    </Group>
  )
  return (
    <div>
      <NativeSelect
        label="Valid for"
        description={validityInWords(value)}
        value={value.rule}
        data={Object.entries(labels).map(([rule, label]) => ({ value: rule, label }))}
        onChange={({ currentTarget }) => onChange(presets[currentTarget.value as Validity['rule']])}
      />
      <Group mt="xs" gap="md" align="flex-end">
        {value.rule === 'fixed_months' && (
          <>
            <NumberInput
              clampBehavior="blur"
              label="Months"
              w={110}
              min={1}
              max={240}
              value={value.months}
              onChange={(months) => typeof months === 'number' && onChange({ ...value, months })}
            />
            <Checkbox
              label="To the end of that month"
              checked={value.end_of_month}
              onChange={({ currentTarget }) => onChange({ ...value, end_of_month: currentTarget.checked })}
            />
          </>
        )}
        {value.rule === 'calendar_rollover' && (
          <>
            {dayField('Lapses on', value.rollover, (rollover) => onChange({ ...value, rollover }))}
            {dayField('Counts for next year from', value.from, (from) => onChange({ ...value, from }))}
          </>
        )}
        {value.rule === 'season' && (
          <>
            {dayField('Accepted from', value.start, (start) => onChange({ ...value, start }))}
            {dayField('Due', value.due, (due) => onChange({ ...value, due }))}
            {dayField('Season ends', value.end, (end) => onChange({ ...value, end }))}
          </>
        )}
      </Group>
    </div>
  )
}
