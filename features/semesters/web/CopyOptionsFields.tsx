import { Checkbox, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CopyOptions } from '../contract.ts'
import classes from './CopyDialog.module.css'

type CopyOptionsFieldsProps = { options: CopyOptions; onChange: (options: CopyOptions) => void }

const parts = [
  { key: 'units', label: 'Sites and units', description: 'Where each shift takes place.' },
  { key: 'capacity', label: 'Capacity', description: 'How many students each shift takes; otherwise 8.' },
  {
    key: 'cohorts',
    label: 'Cohorts',
    description: 'For which cohorts each shift is, as long as they still run then.',
  },
  { key: 'series', label: 'Series', description: 'Shifts of one series stay together.' },
  {
    key: 'instructors',
    label: 'Instructors',
    description: 'The proctors who are still active at the school.',
  },
] as const

/** What is copied, and what happens to shifts that could not be held as they are. */
export function CopyOptionsFields({ options, onChange }: CopyOptionsFieldsProps): ReactNode {
  return (
    <>
      <fieldset className={classes.options} style={{ border: 0, margin: 0, padding: 0 }}>
        <legend style={{ marginBottom: 10, fontWeight: 600 }}>What to copy</legend>
        <Checkbox
          label="Shifts"
          description="Title, times, specialty and experience."
          checked={options.shifts}
          onChange={({ currentTarget }) => onChange({ ...options, shifts: currentTarget.checked })}
        />
        <div className={classes.nested}>
          {parts.map(({ key, label, description }) => (
            <Checkbox
              key={key}
              label={label}
              description={description}
              disabled={!options.shifts}
              checked={options[key]}
              onChange={({ currentTarget }) => onChange({ ...options, [key]: currentTarget.checked })}
            />
          ))}
        </div>
      </fieldset>
      <Radio.Group
        label="Shifts with conflicts"
        description="Outside the new dates, on a holiday or a break, on a closed unit, canceled, or already copied."
        value={options.flagged}
        onChange={(next) => onChange({ ...options, flagged: next === 'copy' ? 'copy' : 'skip' })}
      >
        <Stack gap="xs" mt={8}>
          <Radio
            value="skip"
            label="Leave them out"
            description="You can include individual shifts in the next step."
          />
          <Radio value="copy" label="Copy them too" description="To be moved by hand afterward." />
        </Stack>
      </Radio.Group>
      <p className={classes.never}>
        Every copy is a draft. Students, attendance, reports, evaluations and cancellations are never copied.
      </p>
    </>
  )
}
