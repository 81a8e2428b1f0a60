import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import { notClearedInWords } from '#features/credentials/rules.ts'
import { useMe } from '#features/accounts/web/public.ts'
import type { Nomination, Project } from '../contract.ts'
import classes from './Capstone.module.css'
import { isTurnedDown } from '../rules.ts'
import { nominationLabels, nominationLooks } from './capstone-words.ts'
import { useAnswer, useDecideNomination, useSendLink, useSign } from './mutations.ts'

const CandidateDialog = lazyDialog(() => import('./CandidateDialog.tsx').then((m) => m.CandidateDialog), {
  opened: false,
})

/** The nominated people, their answers, and the agreement with its three signatures. */
export function Preceptor({ project }: { project: Project }): ReactNode {
  const [isChoosing, setChoosing] = useState(false)
  const { nominations, party, status } = project
  const current = nominations.find((one) => ['proposed', 'asked', 'accepted'].includes(one.status))
  const mayNominate =
    status === 'awaiting_preceptor' && !current && party !== 'student' && party !== 'preceptor'
  if (nominations.length === 0 && !mayNominate) return null
  return (
    <PageSection
      title="Preceptor"
      actions={mayNominate && <Button onClick={() => setChoosing(true)}>Nominate a preceptor</Button>}
    >
      {nominations.length === 0 && <p className={classes.dim}>No one is nominated yet.</p>}
      <ul className={classes.rows}>
        {nominations.map((one) => (
          <OneNomination key={one.id} project={project} nomination={one} />
        ))}
      </ul>
      {current?.status === 'accepted' && <Agreement project={project} nomination={current} />}
      <CandidateDialog
        opened={isChoosing}
        project={project}
        day={undefined}
        onClose={() => setChoosing(false)}
      />
    </PageSection>
  )
}

type One = { project: Project; nomination: Nomination }

function OneNomination({ project: { party, ...project }, nomination: one }: One): ReactNode {
  const decide = useDecideNomination()
  const answer = useAnswer()
  const send = useSendLink()
  const isSchool = party === 'school' || party === 'faculty'
  const maySendLink = isSchool && one.status === 'asked'
  // The party `preceptor` also includes a substitute for a single day.
  const isMe = useMe().full_name === one.preceptor_name && party === 'preceptor'
  const [end, ending] = useAction({
    label: isMe ? 'Step down' : 'End',
    danger: true,
    ask: () => ({
      title: isMe ? 'Step down as the preceptor?' : `${one.preceptor_name} is no longer the preceptor?`,
      body: 'Confirmed hours stay. Planned days have to be rescheduled, and the school will look for another preceptor.',
      reason: { label: 'Reason', isRequired: true },
    }),
    run: (_, { reason, tick }) => decide.mutateAsync({ id: one.id, decision: 'end', reason, ...tick }),
    tellsFailure: true,
  })
  const [decline, declining] = useAction({
    label: 'Decline',
    danger: true,
    ask: () => ({ title: 'Decline this student?', reason: { label: 'Reason' } }),
    run: (_, { reason, tick }) =>
      answer.mutateAsync({ id: one.id, accepts: false, reason: reason || null, ...tick }),
    tellsFailure: true,
  })
  // The school turns down the facility's nominee; a nominee who was asked is no longer needed.
  const turnsDown = isTurnedDown({ status: one.status, party })
  const [withdraw, withdrawing] = useAction({
    label: turnsDown ? 'Decline…' : 'Withdraw…',
    danger: true,
    ask: () => ({
      title: turnsDown
        ? `Decline ${one.preceptor_name}?`
        : `Withdraw the nomination of ${one.preceptor_name}?`,
      body: turnsDown
        ? 'The facility reads your reason and can nominate someone else.'
        : 'It can’t be undone, but they can be nominated again.',
      confirmLabel: turnsDown ? 'Decline nominee' : 'Withdraw nomination',
      reason: { label: 'Reason', isRequired: turnsDown },
    }),
    run: async (_, { reason, tick }) => {
      await decide.mutateAsync({ id: one.id, decision: 'withdraw', reason: reason || null, ...tick })
      toast.success(turnsDown ? 'Nominee declined' : 'Nomination withdrawn')
    },
    tellsFailure: true,
  })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{one.preceptor_name}</strong>
        <span className={classes.dim}>
          {[one.status === 'asked' && one.answer_by && `Answers by ${formatDate(one.answer_by)}`, one.reason]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className={classes.actions}>
        <StateBadge state={nominationLooks[one.status]} label={nominationLabels[one.status]} />
        {(isSchool || party === 'facility') && (one.status === 'proposed' || one.status === 'asked') && (
          <Button size="sm" variant="default" onClick={() => withdraw({})}>
            {turnsDown ? 'Decline…' : 'Withdraw…'}
          </Button>
        )}
        {turnsDown && (
          <Button
            size="sm"
            loading={decide.isPending}
            onClick={() => decide.mutate({ id: one.id, decision: 'ask' })}
          >
            Agree and ask
          </Button>
        )}
        {maySendLink && (
          <Button
            size="sm"
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ id: one.id, task: 'accept' })}
          >
            Send a new link
          </Button>
        )}
        {party === 'preceptor' && one.status === 'asked' && (
          <>
            <Button size="sm" variant="default" onClick={() => decline({})}>
              Decline
            </Button>
            <Button
              size="sm"
              loading={answer.isPending}
              onClick={() => answer.mutate({ id: one.id, accepts: true })}
            >
              Accept student
            </Button>
          </>
        )}
        {party !== 'student' &&
          one.status === 'accepted' &&
          (project.status === 'matched' || project.status === 'active') && (
            <Button size="sm" variant="default" onClick={() => end({})}>
              {isMe ? 'Step down' : 'Preceptor leaves'}
            </Button>
          )}
      </div>
      {ending}
      {declining}
      {withdrawing}
    </li>
  )
}

const signers = [
  ['student_signed_at', 'student'],
  ['preceptor_signed_at', 'preceptor'],
  ['faculty_signed_at', 'faculty'],
] as const

/** The agreement: objectives, supervision and hours, signed by student, preceptor and faculty member. */
function Agreement({ project, nomination }: One): ReactNode {
  const sign = useSign()
  const send = useSendLink()
  const me = useMe()
  const own = project.faculty_id === me.id ? 'faculty' : project.party
  const names = {
    student: project.student_name,
    preceptor: nomination.preceptor_name,
    faculty: project.faculty_name,
  }
  const why = notClearedInWords(project.clearance)
  const mine = signers.find(([, party]) => party === own)
  const [agree, dialog] = useAction({
    label: 'Sign',
    ask: () => ({
      title: 'Sign the agreement',
      body: 'The student is on the unit only with the named preceptor, works toward the goals of the proposal, and follows the facility’s rules. The preceptor evaluates, the faculty member grades. Your name and the time are kept.',
      ...(own === 'faculty' &&
        why && { reason: { label: `${why} Why does the student begin anyway?`, isRequired: true } }),
    }),
    run: (_, { reason, tick }) => sign.mutateAsync({ id: nomination.id, reason: reason || null, ...tick }),
    tellsFailure: true,
  })
  return (
    <>
      <h3>Agreement</h3>
      {dialog}
      <ul className={classes.rows}>
        {signers.map(([column, party]) => {
          const at = nomination[column]
          return (
            <li key={column} className={classes.row}>
              <div className={classes.words}>
                <strong>{names[party] ?? party}</strong>
                <span className={classes.dim}>
                  {at ? `Signed ${formatInstant(at, project.time_zone)}` : 'Not signed yet'}
                </span>
              </div>
              {!at && mine?.[1] === party && (
                <Button size="sm" loading={sign.isPending} onClick={() => agree({})}>
                  Sign
                </Button>
              )}
              {!at &&
                party === 'preceptor' &&
                (project.party === 'school' || project.party === 'faculty') && (
                  <Button
                    size="sm"
                    variant="default"
                    loading={send.isPending}
                    onClick={() => send.mutate({ id: nomination.id, task: 'sign' })}
                  >
                    Send a new link
                  </Button>
                )}
            </li>
          )
        })}
      </ul>
      {nomination.override_reason && (
        <p
          className={classes.dim}
        >{`Signed although the student was not cleared: ${nomination.override_reason}`}</p>
      )}
      {mine && !nomination[mine[0]] && (
        <Banner title="Your signature is missing">Hours count once all three have signed.</Banner>
      )}
    </>
  )
}
