import { Link } from '#ui/Link.tsx'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PlainButton } from '#ui/PlainButton.tsx'
import classes from './Creator.module.css'
import { shiftPlans, useCreatePlan } from './queries.ts'

const RosterFile = lazy(() => import('./RosterFile.tsx').then((file) => ({ default: file.RosterFile })))

type Values = { semester_id: string; prompt: string }

/** A form for the text, or a roster that becomes text, and the semester. */
export function DescribeShifts(): ReactNode {
  const options = useQuery(shiftPlans.options.queryOptions({ input: undefined }))
  const [, setWords] = useSearchParams({ plan: idParam })
  const [id, setId] = useState(() => crypto.randomUUID())
  const [fileName, setFileName] = useState<string | null>(null)
  const [isFile, setFile] = useState(false)
  const create = useCreatePlan()
  const tick = usePatientTick()
  const { data } = options
  const usual = data?.suggested_id ?? ''
  const form = useSchemaForm(
    plainSchema<Values>(({ prompt }) => ({
      prompt: prompt.trim() === '' && 'Describe the shifts, or take an example.',
    })),
    {
      initialValues: { semester_id: '', prompt: '' },
      onSubmit: async ({ semester_id: chosen, prompt }) => {
        await create.mutateAsync({
          id,
          semester_id: chosen || usual,
          prompt,
          file_name: fileName,
          ...tick.sent,
        })
        setId(crypto.randomUUID())
        setWords({ plan: id }, false)
      },
    },
  )
  const none =
    data &&
    (data.semesters.length === 0 ? (
      <>
        There is no semester to plan in. <Link href="/school/settings">Create one</Link>
      </>
    ) : data.units.length === 0 ? (
      <>
        There is no unit to plan at. You need an <Link href="/school/partnerships">active partnership</Link>{' '}
        first.
      </>
    ) : data.left_today === 0 ? (
      'Your school made as many plans as it can in 24 hours. Change one of them, or try again tomorrow.'
    ) : null)
  return (
    <Form form={form} label="Describe the shifts" submitLabel="Read it" blocker={none ?? null}>
      <FreeText
        tick={tick}
        sentAs="prompt"
        label="Shifts in your words"
        description="One sentence or line for each series: weekdays, hours, unit, dates, students, instructor, days left out."
        placeholder="Tuesdays and Thursdays 7 AM–3 PM at 5 East, January 19 to March 5, 8 students, instructor Marcus Proctor, not on February 16"
        minRows={3}
        maxLength={20_000}
        {...form.field('prompt')}
      />
      {data && data.examples.length > 0 && (
        <div className={classes.examples}>
          <span>Examples to begin with</span>
          {data.examples.map((example) => (
            <button
              type="button"
              key={example}
              className={classes.example}
              onClick={() => {
                form.setValues({ semester_id: usual, prompt: example })
                setFileName(null)
              }}
            >
              {example}
            </button>
          ))}
        </div>
      )}
      <div className={classes.row}>
        <NativeSelect
          label="Semester"
          {...form.field('semester_id')}
          value={form.values.semester_id || usual}
          data={(data?.semesters ?? []).map(({ id: value, name, start_date: from, end_date: to }) => ({
            value,
            label: `${name}, ${formatRange(from, to)}`,
          }))}
        />
        <PlainButton variant="default" aria-expanded={isFile} onClick={() => setFile(!isFile)}>
          {isFile ? 'No roster file' : 'Use a roster file…'}
        </PlainButton>
      </div>
      {isFile && (
        <Suspense>
          <RosterFile
            onText={(prompt, name) => {
              form.setFieldValue('prompt', prompt)
              setFileName(name)
            }}
          />
        </Suspense>
      )}
    </Form>
  )
}
