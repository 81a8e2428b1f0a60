import type { ReactNode } from 'react'
import { zoneName } from '#core/zone-name.ts'
import { DateField } from '#ui/DateField.tsx'
import { DateTimeField } from '#ui/DateTimeField.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { PageSection } from '#ui/PageSection.tsx'
import classes from './SemesterFields.module.css'
import type { SemesterValues } from './semester-values.ts'

type WindowFieldsProps = { form: SchemaForm<SemesterValues>; timeZone: string | null }

/** When students see shifts and may sign up, when hours lock and when grading takes place, in the school's time zone. */
export function WindowFields({ form, timeZone }: WindowFieldsProps): ReactNode {
  return (
    <PageSection
      look="plain"
      title="Windows and locks"
      titleOrder={3}
      description={`All optional. Times are the school’s${timeZone === null ? '' : `: ${zoneName(timeZone)}`}.`}
    >
      <div className={classes.grid}>
        <DateTimeField
          label="Students see shifts from"
          description="Approved shifts are shown to students at this time, all at once. If left blank, each is shown when you publish it."
          className={classes.whole}
          {...form.field('settings.release_at')}
        />
        <DateTimeField label="Sign-up opens" {...form.field('settings.signup_opens_at')} />
        <DateTimeField label="Sign-up closes" {...form.field('settings.signup_closes_at')} />
        <DateField label="Grading from" clearable {...form.field('settings.grading_window.from')} />
        <DateField label="Grading to" clearable {...form.field('settings.grading_window.to')} />
        <DateTimeField
          label="Hours lock"
          description="From then on the semester is closed."
          className={classes.whole}
          {...form.field('settings.hours_lock_at')}
        />
      </div>
    </PageSection>
  )
}
