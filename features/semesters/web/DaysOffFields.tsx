import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import type { SchemaForm } from '#ui/form.ts'
import { PageSection } from '#ui/PageSection.tsx'
import classes from './SemesterFields.module.css'
import type { SemesterValues } from './semester-values.ts'

/** Breaks and the school's own holidays; federal holidays are included automatically. */
export function DaysOffFields({ form }: { form: SchemaForm<SemesterValues> }): ReactNode {
  const { breaks, holidays } = form.values.settings
  return (
    <PageSection
      look="plain"
      title="Days off"
      titleOrder={3}
      description="Federal holidays are added automatically. Shifts on any of these days are flagged when a semester is copied."
    >
      {breaks.map(({ from }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and the form keeps them by position
        <fieldset key={index} className={classes.row}>
          <legend className={classes.legend}>{`Break ${index + 1}`}</legend>
          <TextInput
            label="Break"
            placeholder="Spring break"
            className={classes.rowName}
            {...form.field(`settings.breaks.${index}.name`)}
          />
          <DateField label="From" {...form.field(`settings.breaks.${index}.from`)} />
          <DateField
            label="To"
            {...(isPlainDate(from) && { defaultDate: from })}
            {...form.field(`settings.breaks.${index}.to`)}
          />
          <RemoveRow
            label={`Remove break ${index + 1}`}
            onRemove={() => form.removeListItem('settings.breaks', index)}
          />
        </fieldset>
      ))}
      {holidays.map((_each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <div key={index} className={classes.row} data-short>
          <DateField label={`School holiday ${index + 1}`} {...form.field(`settings.holidays.${index}`)} />
          <RemoveRow
            label={`Remove school holiday ${index + 1}`}
            onRemove={() => form.removeListItem('settings.holidays', index)}
          />
        </div>
      ))}
      <div className={classes.add}>
        <AddRow
          label="Add a break"
          onAdd={() => form.insertListItem('settings.breaks', { from: '', to: '', name: '' })}
        />
        <AddRow label="Add a school holiday" onAdd={() => form.insertListItem('settings.holidays', '')} />
      </div>
    </PageSection>
  )
}

function RemoveRow({ label, onRemove }: { label: string; onRemove: () => void }): ReactNode {
  return (
    <ActionIcon className={classes.remove} aria-label={label} onClick={onRemove}>
      <IconTrash size={18} aria-hidden />
    </ActionIcon>
  )
}

function AddRow({ label, onAdd }: { label: string; onAdd: () => void }): ReactNode {
  return (
    <Button variant="default" size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
      {label}
    </Button>
  )
}
