import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WishlistPhase } from '#features/wishlists/contract.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Weights } from '../contract.ts'
import { weightProblems, weightTexts } from '../rules.ts'
import { matchRuns, useSaveWeights } from './queries.ts'
import classes from './MatchRuns.module.css'

type Values = Record<keyof Weights, number | string>

const schema = plainSchema<Values>((values) => weightProblems(numbersOf(values)))
const numbersOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? Number.NaN : Number(value)]),
  ) as Weights

/** The points of each preference in the next runs of a wishlist, with their effect. */
export function WeightsView({ campaignId, phase }: { campaignId: string; phase: WishlistPhase }): ReactNode {
  const query = useQuery(matchRuns.weights.queryOptions({ input: { campaign_id: campaignId } }))
  return (
    <PageSection
      title="Weights"
      description="A match has the fewest points that the hard rules allow. Each run keeps the weights it was given; compare two runs to see what a change does."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={1} />}
        failedTitle="The weights couldn’t be loaded"
      >
        {(weights) => (
          <WeightsForm
            campaignId={campaignId}
            weights={weights}
            isDecided={phase === 'published' || phase === 'archived'}
          />
        )}
      </Loaded>
    </PageSection>
  )
}

type FormProps = { campaignId: string; weights: Weights; isDecided: boolean }

function WeightsForm({ campaignId, weights, isDecided }: FormProps): ReactNode {
  const save = useSaveWeights()
  const form = useSchemaForm(schema, {
    initialValues: { ...weights } as Values,
    onSubmit: async (values) => {
      await save.mutateAsync({ campaign_id: campaignId, weights: numbersOf(values) })
    },
  })
  const read = numbersOf(form.values)
  const isWhole = Object.keys(weightProblems(read)).length === 0
  return (
    <Form
      form={form}
      submitLabel="Save weights"
      blocker={isDecided ? 'The results of this wishlist are published.' : null}
    >
      <div>
        {weightTexts.map(({ name, label, unit, does }) => (
          <div key={name} className={classes.weight}>
            <NumberInput
              label={label}
              description={unit}
              min={0}
              allowDecimal={false}
              {...form.field(name)}
            />
            <p>{isWhole ? does(read) : 'Enter whole numbers to see what this does.'}</p>
          </div>
        ))}
      </div>
    </Form>
  )
}
