import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { formatInFull } from '#core/plain-date.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ConcernFact, OwnResult as Result } from '../contract.ts'
import { matchRuns, useRaiseConcern } from './queries.ts'
import { concernLabels, factLabels } from './run-words.ts'
import classes from './MatchRuns.module.css'

/** A student's own result with reasons, and an action to report a wrong fact. */
export function OwnResult({ campaignId }: { campaignId: string }): ReactNode {
  const query = useQuery(matchRuns.mine.queryOptions({ input: { campaign_id: campaignId } }))
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={1} />}
      failedTitle="Your result couldn’t be loaded"
      isEmpty={() => false}
    >
      {(result) => (result ? <Found result={result} /> : <None />)}
    </Loaded>
  )
}

function None(): ReactNode {
  return (
    <PageSection title="Your result">
      <p>You were not part of this match. Ask your school if you expected a seat.</p>
    </PageSection>
  )
}

function Found({ result }: { result: Result }): ReactNode {
  const { options, sentences, concerns, may_raise: mayRaise } = result
  const left = (Object.keys(factLabels) as ConcernFact[]).filter(
    (fact) => !concerns.some((concern) => concern.fact === fact),
  )
  return (
    <>
      <PageSection title="Your result">
        {options.length === 0 ? (
          <p>You have no seat in this match. Your school will talk to you about what comes next.</p>
        ) : (
          options.map(({ id, name, location }) => (
            <p key={id}>
              <strong>{name}</strong>
              {location && `, ${location}`}
            </p>
          ))
        )}
        <h3>Why</h3>
        <ul className={classes.sentences}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </PageSection>
      <PageSection
        title="Is a fact wrong?"
        description={
          mayRaise
            ? `A conflict of interest, your schedule or a completed course, for example. You can tell your school until ${formatInFull(new Date(result.concerns_until))}. The ranking itself is not reopened.`
            : 'The time for concerns is over. Talk to your school.'
        }
      >
        {concerns.map(({ id, fact, details, status, answer }) => (
          <article key={id} className={classes.concern}>
            <strong>
              {factLabels[fact]}: {concernLabels[status]}
            </strong>
            <p>{details}</p>
            {answer && <p>Your school: {answer}</p>}
          </article>
        ))}
        {mayRaise && left.length > 0 && (
          <ConcernForm key={left.length} campaignId={result.campaign_id} facts={left} />
        )}
      </PageSection>
    </>
  )
}

type Values = { fact: ConcernFact; details: string }
const schema = plainSchema<Values>(({ details }) => ({
  details: details.trim().length < 3 && 'Describe what’s wrong.',
}))

function ConcernForm({
  campaignId,
  facts,
}: {
  campaignId: string
  facts: readonly ConcernFact[]
}): ReactNode {
  const raise = useRaiseConcern()
  const tick = usePatientTick()
  const id = useRef(crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { fact: facts[0]!, details: '' } as Values,
    onSubmit: async (values) => {
      await raise.mutateAsync({ campaign_id: campaignId, id: id.current, ...values, ...tick.sent })
    },
  })
  return (
    <Form form={form} submitLabel="Tell your school" label="Raise a concern">
      <NativeSelect
        label="What is it about?"
        data={facts.map((value) => ({ value, label: factLabels[value] }))}
        {...form.field('fact')}
      />
      <FreeText
        label="What is wrong?"
        description="Your school reads it."
        required
        tick={tick}
        sentAs="details"
        {...form.field('details')}
      />
    </Form>
  )
}
