import { Button, Drawer, Group, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import type { Student } from '../contract.ts'
import { useUpdateStudent } from './queries.ts'

type StudentDrawerProps = { opened: boolean; student: Student; onClose: () => void }

/** What administrators may change of a student, beside the student's page. */
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

function StudentForm({ student, onClose }: { student: Student; onClose: () => void }): ReactNode {
  const update = useUpdateStudent()
  const [version, setVersion] = useState(student.version)
  const [theirs, setTheirs] = useState<Student>()
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(student),
    onSubmit: async (values) => {
      await update.mutateAsync(
        {
          id: student.id,
          version,
          full_name: values.full_name,
          student_number: values.student_number || null,
          phone: values.phone || null,
          graduation_date: values.graduation_date || null,
        },
        {
          onError: (error) => {
            const current = (error as { data?: { current?: Student } }).data?.current
            if (!current) return
            setTheirs(current)
            setVersion(current.version)
          },
        },
      )
      onClose()
    },
  })
  return (
    <Form form={theirs ? { ...form, failure: undefined } : form} label={`Student ${student.full_name}`}>
      {theirs && (
        <Banner
          kind="warning"
          live
          title="Somebody else changed this student in the meantime."
          action={
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                form.setValues(valuesOf(theirs))
                setTheirs(undefined)
              }}
            >
              Take theirs
            </Button>
          }
        >
          {`Theirs: ${[
            theirs.full_name,
            theirs.student_number ?? 'no student ID',
            theirs.phone ?? 'no phone',
            theirs.graduation_date ? formatDate(theirs.graduation_date) : 'no graduation date',
          ].join(', ')}. Save again to keep yours.`}
        </Banner>
      )}
      <TextInput label="Full name" required data-autofocus {...form.field('full_name')} />
      <TextInput label="Student ID" {...form.field('student_number')} />
      <TextInput label="Phone" type="tel" {...form.field('phone')} />
      <DateField label="Expected graduation" clearable {...form.field('graduation_date')} />
      <Group>
        <Button type="submit" loading={form.isPending}>
          Save changes
        </Button>
        <Button variant="default" onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
      </Group>
    </Form>
  )
}
