import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Concern } from '../contract.ts'
import { matchRuns, useAnswerConcern } from './queries.ts'
import { concernLabels, factLabels } from './run-words.ts'
import classes from './MatchRuns.module.css'

type Values = { status: 'upheld' | 'not_upheld'; answer: string }
const schema = plainSchema<Values>(({ answer }) => ({
  answer: answer.trim().length < 3 && 'Explain why, in words the student understands.',
}))

/** The concerns that students raise about their results, and the school's answers. */
export function ConcernsView({ campaignId }: { campaignId: string }): ReactNode {
  const query = useQuery(matchRuns.concerns.queryOptions({ input: { campaign_id: campaignId } }))
  return (
    <PageSection
      title="Concerns"
      description="For 72 hours after publishing, students can say that a fact is wrong. Agreeing doesn’t move anyone. Move the student on the shift’s page."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={1} />}
        failedTitle="The concerns couldn’t be loaded"
        isEmpty={() => false}
      >
        {(concerns) =>
          concerns.length === 0 ? (
            <p>No student has raised a concern.</p>
          ) : (
            <>
              {concerns.map((concern) => (
                <OneConcern key={concern.id} concern={concern} />
              ))}
            </>
          )
        }
      </Loaded>
    </PageSection>
  )
}

function OneConcern({ concern }: { concern: Concern }): ReactNode {
  const { full_name, fact, details, status, answer } = concern
  return (
    <article className={classes.concern}>
      <strong>
        {full_name}: {factLabels[fact]}
      </strong>
      <p>{details}</p>
      {status === 'open' ? (
        <AnswerForm concern={concern} />
      ) : (
        <p>
          <b>{concernLabels[status]}.</b> {answer}
        </p>
      )}
    </article>
  )
}

function AnswerForm({ concern }: { concern: Concern }): ReactNode {
  const send = useAnswerConcern()
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: { status: 'upheld' as Values['status'], answer: '' },
    onSubmit: async (values) => {
      await send.mutateAsync({ id: concern.id, ...values, ...tick.sent })
    },
  })
  return (
    <Form form={form} submitLabel="Send answer" label={`Answer ${concern.full_name}`}>
      <NativeSelect
        label="Decision"
        data={[
          { value: 'upheld', label: 'Agree: the fact is wrong' },
          { value: 'not_upheld', label: 'Do not agree' },
        ]}
        {...form.field('status')}
      />
      <FreeText
        label="Answer"
        description="The student reads it."
        required
        tick={tick}
        sentAs="answer"
        {...form.field('answer')}
      />
    </Form>
  )
}
