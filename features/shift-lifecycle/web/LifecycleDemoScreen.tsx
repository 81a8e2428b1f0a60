import { Button, Group, List, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconArrowBackUp, IconRestore } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { studentStates } from '#core/shift-statuses.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { type NotifiedParty, notificationsOfStep } from '../rules.ts'
import { eventLabels, moverLabels, nextStatus, nextStepTexts } from '#features/shifts/rules.ts'
import { ShiftStatusBadge } from '#features/shifts/web/public.ts'
import classes from './Lifecycle.module.css'
import { StateMachineDiagram } from './StateMachineDiagram.tsx'
import { MachineTable } from './MachineTable.tsx'
import { examples, nextSteps, type Step, stepsOf, walkText } from './lifecycle-walk.ts'

/** The lifecycle of a shift, rendered from its rules and walked through step by step (Spec §2). */
export function LifecycleDemoScreen(): ReactNode {
  const search = useSearch({ from: '/_app/admin/shift-lifecycle-demo' })
  const setSearch = useSetSearch()
  const steps = stepsOf(search.walk)
  const status = steps.reduce<ShiftStatus>((at, { event }) => nextStatus(at, event) ?? at, 'draft')
  const [looked, setLooked] = useState<ShiftStatus>()
  const go = (next: readonly Step[]) => {
    setLooked(undefined)
    setSearch({ walk: walkText(next) }, false)
  }
  return (
    <Page
      title="Shift lifecycle"
      description="Every shift status, its next steps, who takes them, and what each party sees and is notified about"
      width="wide"
      actions={
        <LinkButton variant="default" href="/admin/shift-lifecycle-test">
          Compare with the database
        </LinkButton>
      }
    >
      <PageSection
        title="Statuses"
        description="How shifts move between statuses. Select one to see its next steps; dashed lines lead back."
      >
        <StateMachineDiagram chosen={looked ?? status} onChoose={setLooked} />
      </PageSection>
      <PageSection
        title="Walk a shift through it"
        description="Choose what happens next, and see what each party sees and is notified of."
        actions={
          <NativeSelect
            aria-label="An example"
            value={examples.find(({ walk }) => walk === search.walk)?.walk ?? ''}
            data={[
              { value: '', label: 'Examples…' },
              ...examples.map(({ name, walk }) => ({ value: walk, label: name })),
            ]}
            onChange={({ currentTarget }) => go(stepsOf(currentTarget.value))}
          />
        }
      >
        <Stack gap="md">
          <Group gap="sm">
            <Text fw={600}>Current status:</Text>
            <output>
              <ShiftStatusBadge status={status} />
            </output>
            <Button
              size="xs"
              variant="default"
              disabled={steps.length === 0}
              leftSection={<IconArrowBackUp size={14} aria-hidden />}
              onClick={() => go(steps.slice(0, -1))}
            >
              Undo
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={steps.length === 0}
              leftSection={<IconRestore size={14} aria-hidden />}
              onClick={() => go([])}
            >
              Reset
            </Button>
          </Group>
          <NextSteps status={status} onStep={(step) => go([...steps, step])} />
          <Sights
            status={status}
            isSent={steps.some(({ event }) => event === 'submit' || event === 'agree')}
          />
        </Stack>
      </PageSection>
      {steps.length > 0 && <Steps steps={steps} />}
      <PageSection look="flush" title="As a table">
        <MachineTable />
      </PageSection>
    </Page>
  )
}

function NextSteps({ status, onStep }: { status: ShiftStatus; onStep: (step: Step) => void }): ReactNode {
  const next = nextSteps(status)
  if (next.length === 0)
    return (
      <Banner kind="info" title="No next steps from here.">
        {nextStepTexts[status].school}
      </Banner>
    )
  return (
    <div className={classes.parties}>
      {next.map(({ party, steps }) => (
        <div key={party} className={classes.party}>
          <Title order={3} size="h4">
            {moverLabels[party]}
          </Title>
          <Group gap="xs">
            {steps.map((step) => (
              <Button key={step.event} size="xs" variant="light" onClick={() => onStep(step)}>
                {eventLabels[step.event]}
              </Button>
            ))}
          </Group>
        </div>
      ))}
    </div>
  )
}

function Sights({ status, isSent }: { status: ShiftStatus; isSent: boolean }): ReactNode {
  return (
    <div className={classes.parties}>
      <Sight who="The school sees">
        <ShiftStatusBadge status={status} />
        <Text size="sm">{nextStepTexts[status].school}</Text>
      </Sight>
      <Sight who="The facility sees">
        {isSent ? (
          <>
            <ShiftStatusBadge status={status} />
            <Text size="sm">{nextStepTexts[status].facility}</Text>
          </>
        ) : (
          <Text size="sm">Nothing: it was never sent.</Text>
        )}
      </Sight>
      <Sight who="Students see">
        {studentStates.includes(status) ? (
          <>
            <ShiftStatusBadge status={status} />
            <Text size="sm">
              Students in its cohorts see it; students with a seat see it under My shifts.
            </Text>
          </>
        ) : (
          <Text size="sm">Nothing, unless they had a seat when it was published.</Text>
        )}
      </Sight>
    </div>
  )
}

function Sight({ who, children }: { who: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.party}>
      <Title order={3} size="h4">
        {who}
      </Title>
      <Stack gap={4} align="flex-start">
        {children}
      </Stack>
    </div>
  )
}

const notifiedParties: Record<NotifiedParty, string> = {
  school: 'The school',
  facility: 'The facility',
  instructor: 'The instructor',
  student: 'A student with a seat',
}

function Steps({ steps }: { steps: readonly Step[] }): ReactNode {
  return (
    <PageSection
      title="Who is notified"
      description="For each step, with a student on the shift once it is published. The unit is an example."
    >
      <List type="ordered" spacing="md">
        {steps.map(({ event }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a walk may do the same twice
          <List.Item key={`${index} ${event}`}>
            <strong>{eventLabels[event]}</strong>
            {(notificationsOfStep[event] ?? []).map(({ to, title }) => (
              <Text size="sm" key={`${to} ${title}`}>
                <b>{notifiedParties[to]}:</b> {title}.
              </Text>
            ))}
            {!notificationsOfStep[event] && (
              <Text size="sm" c="dimmed">
                No one is notified.
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </PageSection>
  )
}
