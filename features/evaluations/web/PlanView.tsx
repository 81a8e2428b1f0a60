import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate, formatInFull } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import { useSeen } from '#ui/versions.ts'
import type { Plan } from '../contract.ts'
import { closeBlocker, partiesOf, signBlocker, signingParties, type SigningParty, signsAs } from '../rules.ts'
import { evaluations, touches } from './queries.ts'

const looks = {
  open: ['open', 'Open'],
  met: ['approved', 'Met'],
  not_met: ['rejected', 'Not met'],
  void: ['cancelled', 'No longer needed'],
} as const

/** A remediation plan: its actions with due date, its signatures, and the reader's next step (Domain 2.13). */
export function PlanView({ plan, isReadOnly }: { plan: Plan; isReadOnly?: boolean }): ReactNode {
  const me = useMe()
  const parties = partiesOf(plan, me)
  const [state, label] = looks[plan.status]
  const mayWrite = parties.includes('faculty') && plan.status === 'open' && plan.signatures.length === 0
  return (
    <PageSection
      title={`Remediation plan of ${plan.student_name}`}
      actions={<StateBadge state={state} label={label} />}
    >
      <KeyValue
        items={[
          { label: 'Items', value: plan.items.map(({ text }) => text).join('; ') },
          { label: 'Actions', value: plan.actions ?? 'Not written yet' },
          ...(plan.due_on ? [{ label: 'Due', value: formatDate(plan.due_on, 'weekday') }] : []),
          ...Object.entries(signingParties).map(([key, who]) => {
            const signed = plan.signatures.find((one) => one.party === key)
            return {
              label: who,
              value: signed
                ? `Signed by ${signed.name}, ${formatInFull(new Date(signed.signed_at))}`
                : 'Not signed',
            }
          }),
          ...(plan.result_note ? [{ label: 'Note', value: plan.result_note }] : []),
        ]}
      />
      {!isReadOnly && (
        <>
          <NextStep plan={plan} party={mayWrite ? 'faculty' : signsAs(plan, parties)} />
          {mayWrite && <WritePlan plan={plan} />}
          <SignAndClose plan={plan} parties={parties} />
        </>
      )}
    </PageSection>
  )
}

function nextStep(
  { status, actions, faculty_name: name, faculty_left: isGone, signatures }: Plan,
  party: SigningParty | null,
): string | null {
  if (status !== 'open' || party === null) return null
  if (!actions)
    return party === 'faculty'
      ? 'Write what the student does and by when. Then all three sign.'
      : `${isGone ? 'The school' : name} writes the actions. Then all three sign.`
  const missing = (Object.keys(signingParties) as SigningParty[]).filter(
    (one) => !signatures.some((signed) => signed.party === one),
  )
  if (missing.length === 0 || missing.includes(party)) return null
  const names = missing.map((one) => `the ${signingParties[one].toLowerCase()}`).join(' and ')
  return `Waiting for the ${missing.length === 1 ? 'signature' : 'signatures'} of ${names}.`
}

/** What has to happen to a plan, if the reader has no button for it. */
function NextStep({ plan, party }: { plan: Plan; party: SigningParty | null }): ReactNode {
  const step = nextStep(plan, party)
  return step && <Text mt="sm">{step}</Text>
}

function WritePlan({ plan }: { plan: Plan }): ReactNode {
  const tick = usePatientTick()
  const [actions, setActions] = useState(plan.actions ?? '')
  const [due, setDue] = useState(plan.due_on ?? '')
  const { seen, isNewer, see } = useSeen(plan)
  const isSame = actions.trim() === (plan.actions ?? '') && due === (plan.due_on ?? '')
  // Saved here, or the same by someone else.
  if (isNewer && isSame) see()
  const save = useMutation({
    ...evaluations.savePlan.mutationOptions(),
    meta: { quiet: true, done: 'Plan saved. The student and the school are asked to sign.', touches },
  })
  return (
    <Stack gap="sm" mt="sm">
      <FreeText
        tick={tick}
        sentAs="actions"
        label="What the student does"
        required
        minRows={2}
        maxLength={4000}
        value={actions}
        onChange={(event) => setActions(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Due"
        required
        value={due}
        onChange={(event) => setDue(event.currentTarget.value)}
      />
      {isNewer && (
        <Banner
          kind="warning"
          live
          title="This plan was changed since you began to write"
          action={
            <Group gap="xs">
              <Button
                variant="default"
                onClick={() => {
                  setActions(plan.actions ?? '')
                  setDue(plan.due_on ?? '')
                  see()
                }}
              >
                Use theirs
              </Button>
              <Button variant="default" onClick={see}>
                Go on with mine
              </Button>
            </Group>
          }
        >
          {`${plan.actions ?? 'No actions'}${plan.due_on ? `, due ${formatDate(plan.due_on, 'weekday')}` : ''}`}
        </Banner>
      )}
      {save.error && <Banner kind="warning" live title={messageOf(save.error)} />}
      <Group>
        <Button
          loading={save.isPending}
          disabled={!actions || !due}
          onClick={() =>
            save.mutate({ id: plan.id, version: seen.version, actions, due_on: due, ...tick.sent })
          }
        >
          Save plan
        </Button>
      </Group>
    </Stack>
  )
}

function SignAndClose({ plan, parties }: { plan: Plan; parties: readonly SigningParty[] }): ReactNode {
  const party = signsAs(plan, parties)
  const sign = useMutation({
    ...evaluations.signPlan.mutationOptions(),
    meta: { done: 'Plan signed', failed: 'The plan was not signed', touches },
  })
  const close = useMutation({
    ...evaluations.closePlan.mutationOptions(),
    meta: { done: 'Plan closed', failed: 'The plan was not closed', touches },
  })
  const [ask, dialog] = useAction<{ result: 'met' | 'not_met' }>({
    label: 'Close plan',
    ask: ({ result }) => ({
      title: result === 'met' ? 'Is this plan met?' : 'Was this plan not met?',
      body: 'The student is notified. A closed plan can’t be reopened.',
      confirmLabel: result === 'met' ? 'Mark as met' : 'Mark as not met',
      reason: { label: 'Note', isRequired: result === 'not_met' },
    }),
    run: ({ result }, { reason, tick }) =>
      close.mutateAsync({ id: plan.id, version: plan.version, result, note: reason || null, ...tick }),
    tellsFailure: true,
  })
  const maySign = signBlocker(plan, party) === null
  const mayClose = party !== null && party !== 'student' && closeBlocker(plan, 'met', null) === null
  if (!maySign && !mayClose) return null
  return (
    <Group gap="sm" mt="sm">
      {maySign && (
        <Button loading={sign.isPending} onClick={() => sign.mutate({ id: plan.id, version: plan.version })}>
          {party === 'faculty' && parties.includes('lead') ? 'Sign as faculty' : 'Sign'}
        </Button>
      )}
      {mayClose && (
        <>
          <Button loading={close.isPending} onClick={() => ask({ result: 'met' })}>
            Met…
          </Button>
          <Button variant="default" onClick={() => ask({ result: 'not_met' })}>
            Not met…
          </Button>
          {dialog}
        </>
      )}
    </Group>
  )
}
