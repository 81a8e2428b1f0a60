import { specialtyName } from '#core/specialties.ts'
import { Button, Checkbox, MultiSelect, NativeSelect, NumberInput, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Specialty } from '#features/facilities/contract.ts'
import type { WishlistPhase } from '#features/wishlists/contract.ts'
import type { Run, RunMode } from '../contract.ts'
import { startBlocker } from '../rules.ts'
import { matchRuns, useStartRun } from './queries.ts'
import { RunBadge } from './RunBadge.tsx'
import { proofInWords, runModeLabels } from './run-words.ts'
import classes from './MatchRuns.module.css'

export type MatchOf = {
  campaignId: string
  phase: WishlistPhase
  policy: 'fair_match' | 'lottery' | 'manual'
  /** True if facilities and preceptors rank students too. */
  isTwoSided: boolean
  timeZone: string
  /** The specialties of its options. */
  specialties: readonly string[]
  view: 'runs' | 'weights' | 'concerns'
}

/** The runs of a wishlist: start one, open one, or compare two. */
export function RunsView({
  campaignId,
  phase,
  policy,
  isTwoSided,
  timeZone,
  specialties,
}: MatchOf): ReactNode {
  const query = useQuery({
    ...matchRuns.list.queryOptions({ input: { campaign_id: campaignId } }),
    refetchInterval: ({ state }) =>
      state.data?.some((run) => run.phase === 'queued' || run.phase === 'running') ? 2_000 : false,
  })
  const blocker = startBlocker(phase)
  return (
    <>
      {blocker?.code === 'run.not_closed' && (
        <Banner title="Matching begins when the wishlist has closed">
          Students can change their choices until then. Set the weights now, and run the match afterward.
        </Banner>
      )}
      {!blocker && (
        <NewRun campaignId={campaignId} first={isTwoSided ? 'two_sided' : policy} specialties={specialties} />
      )}
      <Loaded
        query={query}
        skeleton={<Skeletons shape="table" />}
        failedTitle="The runs couldn’t be loaded"
        isEmpty={() => false}
      >
        {(runs) => <Runs runs={runs} campaignId={campaignId} timeZone={timeZone} />}
      </Loaded>
    </>
  )
}

function Runs({
  runs,
  campaignId,
  timeZone,
}: {
  runs: readonly Run[]
  campaignId: string
  timeZone: string
}): ReactNode {
  const setSearch = useSetSearch()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].slice(-2))
  if (runs.length === 0)
    return (
      <PageSection title="Runs">
        <p>No runs yet. A run places everyone without telling anyone; publish the one you choose.</p>
      </PageSection>
    )
  return (
    <PageSection
      title="Runs"
      look="flush"
      description="Choose two to see them side by side."
      actions={
        <Button
          variant="default"
          disabled={chosen.length < 2}
          onClick={() => setSearch({ id: campaignId, view: 'runs', run: chosen[0], with: chosen[1] }, false)}
        >
          Compare
        </Button>
      }
    >
      <Table.ScrollContainer minWidth={640}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th aria-label="Compare" />
              <Table.Th>Run</Table.Th>
              <Table.Th>Status</Table.Th>
              <Table.Th>First choice</Table.Th>
              <Table.Th>Top three</Table.Th>
              <Table.Th>No seat</Table.Th>
              <Table.Th aria-label="Actions" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((run) => (
              <Table.Tr key={run.id}>
                <Table.Td>
                  <Checkbox
                    aria-label={`Compare run ${run.number}`}
                    disabled={run.figures === null}
                    checked={chosen.includes(run.id)}
                    onChange={() => toggle(run.id)}
                  />
                </Table.Td>
                <Table.Td>
                  Run {run.number}: {runModeLabels[run.settings.mode]}
                  <br />
                  <small>
                    {formatInstant(run.created_at, timeZone)}, seed {run.settings.seed}
                    {run.created_by_name && `, ${run.created_by_name}`}
                  </small>
                </Table.Td>
                <Table.Td>
                  <RunBadge phase={run.phase} />
                  <br />
                  <small>{proofInWords(run.proof)}</small>
                </Table.Td>
                <Table.Td>{run.figures?.first_choice ?? '–'}</Table.Td>
                <Table.Td>{run.figures?.top_three ?? '–'}</Table.Td>
                <Table.Td>{run.figures?.unplaced ?? '–'}</Table.Td>
                <Table.Td>
                  <LinkButton
                    href={`/school/wishlists?id=${campaignId}&view=runs&run=${run.id}`}
                    variant="default"
                    size="sm"
                  >
                    Open run {run.number}
                  </LinkButton>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </PageSection>
  )
}

type NewRunProps = { campaignId: string; first: RunMode; specialties: readonly string[] }

function NewRun({ campaignId, first, specialties }: NewRunProps): ReactNode {
  const start = useStartRun()
  const setSearch = useSetSearch()
  const weights = useQuery(matchRuns.weights.queryOptions({ input: { campaign_id: campaignId } }))
  const [mode, setMode] = useState<RunMode>(first)
  const [seed, setSeed] = useState<number | string>(1)
  const [rules, setRules] = useState({ place_everyone: true, only_chosen: false, require_clearance: true })
  const [mustHave, setMustHave] = useState<Specialty[]>([])
  const rule = (name: keyof typeof rules, label: string, description: string) => (
    <Checkbox
      label={label}
      description={description}
      checked={rules[name]}
      onChange={({ currentTarget }) => setRules({ ...rules, [name]: currentTarget.checked })}
    />
  )
  const run = () => {
    const id = crypto.randomUUID()
    start.mutate(
      {
        campaign_id: campaignId,
        id,
        job_id: crypto.randomUUID(),
        settings: {
          mode,
          seed: Math.max(0, Math.trunc(Number(seed))),
          weights: weights.data ?? {},
          ...rules,
          must_have: mustHave,
        },
      },
      { onSuccess: () => setSearch({ id: campaignId, view: 'runs', run: id }, false) },
    )
  }
  return (
    <PageSection
      title="New run"
      description="Places everyone by the weights of this wishlist. No one is notified until you publish."
    >
      <div className={classes.fields}>
        <NativeSelect
          label="Method"
          data={Object.entries(runModeLabels).map(([value, label]) => ({ value, label }))}
          value={mode}
          onChange={({ currentTarget }) => setMode(currentTarget.value as RunMode)}
        />
        <NumberInput
          clampBehavior="blur"
          label="Seed"
          description="Settles ties. The same seed gives the same result."
          min={0}
          max={4_294_967_295}
          allowDecimal={false}
          value={seed}
          onChange={setSeed}
        />
      </div>
      <div className={classes.rules}>
        {rule('place_everyone', 'Place everyone', 'Without it, a student may go without a seat.')}
        {rule('only_chosen', 'Only choices', 'No one gets an option they didn’t choose.')}
        {rule(
          'require_clearance',
          'Require clearance',
          'Students are placed only where they are cleared for every day.',
        )}
        {specialties.length > 0 && (
          <MultiSelect
            label="Needed now"
            description="Students who still need hours in these get an option that gives them; those you name first come first."
            placeholder={mustHave.length === 0 ? 'No specialty has to be given now' : ''}
            data={specialties.map((value) => ({
              value,
              label: specialtyName(value),
            }))}
            value={mustHave}
            onChange={(chosen) => setMustHave(chosen as Specialty[])}
          />
        )}
      </div>
      <ChoicesFailed queries={[weights]} title="The weights of this wishlist couldn’t be loaded" />
      <Button loading={start.isPending} disabled={!weights.isSuccess} onClick={run}>
        Run the match
      </Button>
    </PageSection>
  )
}
