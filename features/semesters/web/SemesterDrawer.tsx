import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useContentId } from '#platform/web/use-content-id.ts'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { conflictOf } from '#ui/versions.ts'
import { useVersions } from '#ui/use-versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { Semester } from '../contract.ts'
import { semesterFields } from './conflict.ts'
import { patience, semesters, useCreateSemester, useUpdateSemester } from './queries.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import classes from './SemesterDrawer.module.css'
import { DaysOffFields } from './DaysOffFields.tsx'
import { TermFields } from './TermFields.tsx'
import { TermPreview, useSchoolZone } from './TermPreview.tsx'
import { WindowFields } from './WindowFields.tsx'
import { emptySemester, type SemesterValues, semesterSchema, valuesOf } from './semester-values.ts'
import { useFresh } from '#ui/use-fresh.ts'

type SemesterDrawerProps = {
  /** The semester to change; undefined for a new one. */
  id?: string | undefined
  /** The school of a new semester; null lets the superadmin choose. */
  schoolId: string | null
  onClose: () => void
}

/** The form of a semester next to the list, with a preview of the term while typing. */
export function SemesterDrawer({ id, schoolId, onClose }: SemesterDrawerProps): ReactNode {
  return (
    <OpenDrawer
      onClose={onClose}
      position="right"
      size="66rem"
      title={id ? 'Edit semester' : 'New semester'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id ? <EditForm id={id} onClose={onClose} /> : <CreateForm schoolId={schoolId} onClose={onClose} />}
    </OpenDrawer>
  )
}

type FormProps = { onClose: () => void }

/** Loads the semester again instead of using the list's copy. */
function EditForm({ id, ...props }: FormProps & { id: string }): ReactNode {
  const query = useQuery({
    ...semesters.get.queryOptions({ input: { id } }),
    ...patience,
    refetchOnMount: 'always',
  })
  const fresh = useFresh(query)
  return (
    <Loaded
      query={fresh}
      skeleton={<Skeletons shape="form" count={6} />}
      failedTitle="This semester couldn’t be loaded"
    >
      {(semester) => <SemesterForm semester={semester} initial={valuesOf(semester)} {...props} />}
    </Loaded>
  )
}

function CreateForm({ schoolId, ...props }: FormProps & { schoolId: string | null }): ReactNode {
  return (
    <SemesterForm
      choosesSchool={schoolId === null}
      initial={{ ...emptySemester, school_id: schoolId ?? '' }}
      {...props}
    />
  )
}

type SemesterFormProps = FormProps & {
  semester?: Semester
  choosesSchool?: boolean
  initial: SemesterValues
}

function SemesterForm({ semester, choosesSchool = false, initial, onClose }: SemesterFormProps): ReactNode {
  const create = useCreateSemester()
  const update = useUpdateSemester()
  const [start] = useState(initial)
  // Needed before the form: the schema needs the zone, and the zone depends on the form's school.
  const [school, setSchool] = useState(initial.school_id)
  const zone = useSchoolZone(semester ? '' : school)
  const timeZone = semester?.time_zone ?? zone
  const idOf = useContentId()

  const form = useSchemaForm(semesterSchema(timeZone), {
    initialValues: start,
    onSubmit: async (output, values) => {
      if (semester) {
        const { school_id: _school, ...fields } = output
        await update.mutateAsync(
          { ...fields, id: semester.id, version: versions.version },
          { onError: (error) => void versions.meet(error, values) },
        )
      } else await create.mutateAsync({ ...output, id: idOf(output) })
      onClose()
    },
    failureText: (error) =>
      `Failed to ${semester ? 'update' : 'create'} semester: ${error instanceof Error ? error.message : ''}`,
  })
  const versions = useVersions<Semester, SemesterValues>({
    row: semester,
    start,
    valuesOf,
    fields: semesterFields,
    setValues: form.setValues,
  })

  return (
    <Form
      // The conflict view replaces the error message.
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={semester ? `Semester ${semester.name}` : 'New semester'}
    >
      {versions.met && (
        <VersionsNotice
          what="this semester"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.fields}>
          {choosesSchool && (
            <EntitySelect
              kind="school"
              label="School"
              required
              {...form.field('school_id')}
              onChange={(id) => {
                form.setFieldValue('school_id', id ?? '')
                setSchool(id ?? '')
              }}
            />
          )}
          <TermFields form={form} ownId={semester?.id ?? ''} />
          <DaysOffFields form={form} />
          <WindowFields form={form} timeZone={timeZone} />
        </div>
        <div className={classes.preview}>
          <TermPreview values={form.values} />
        </div>
      </div>
      <FormFooter isSticky>
        <Button variant="default" data-leaves onClick={onClose} disabled={form.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isPending}>
          {semester ? 'Save changes' : 'Create semester'}
        </Button>
      </FormFooter>
    </Form>
  )
}
