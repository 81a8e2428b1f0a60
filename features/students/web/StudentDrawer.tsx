import { Button, Drawer, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Student } from '../contract.ts'
import { useUpdateStudent } from './queries.ts'

type StudentDrawerProps = { opened: boolean; student: Student; onClose: () => void }

/** The form of what administrators may change about a student, next to the student's page. */
export function StudentDrawer({ opened, student, onClose }: StudentDrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={`Edit ${student.full_name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <StudentForm student={student} onClose={onClose} />}
    </Drawer>
  )
}

type Values = { full_name: string; student_number: string; phone: string; graduation_date: string }

const valuesOf = (student: Student): Values => ({
  full_name: student.full_name,
  student_number: student.student_number ?? '',
  phone: student.phone ?? '',
  graduation_date: student.graduation_date ?? '',
})

const schema = plainSchema<Values>(({ full_name, graduation_date }) => ({
  full_name: full_name.trim() === '' && 'Enter the name.',
  graduation_date: graduation_date !== '' && !isPlainDate(graduation_date) && 'Enter a date.',
}))

/** The fields by which two versions of a student are compared. */
const versionFields = [
  versionField<Values>('full_name', 'Full name'),
  versionField<Values>('student_number', 'Student ID'),
  versionField<Values>('phone', 'Phone'),
  versionField<Values>('graduation_date', 'Expected graduation', ({ graduation_date: day }) =>
    isPlainDate(day) ? formatDate(day) : day,
  ),
]

function StudentForm({ student, onClose }: { student: Student; onClose: () => void }): ReactNode {
  const update = useUpdateStudent()
  const [start] = useState(valuesOf(student))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      await update.mutateAsync(
        {
          id: student.id,
          version: versions.version,
          full_name: values.full_name,
          student_number: values.student_number || null,
          phone: values.phone || null,
          graduation_date: values.graduation_date || null,
        },
        { onError: (error) => void versions.meet(error, values) },
      )
      onClose()
    },
  })
  const versions = useVersions<Student, Values>({
    row: student,
    start,
    valuesOf,
    fields: versionFields,
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={`Student ${student.full_name}`}
    >
      {versions.met && (
        <VersionsNotice
          what="this student"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <TextInput label="Full name" required data-autofocus {...form.field('full_name')} />
      <TextInput label="Student ID" {...form.field('student_number')} />
      <TextInput label="Phone" type="tel" {...form.field('phone')} />
      <DateField label="Expected graduation" clearable {...form.field('graduation_date')} />
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          Save changes
        </Button>
      </FormFooter>
    </Form>
  )
}
