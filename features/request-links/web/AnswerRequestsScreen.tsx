import { howMany } from '#core/number-text.ts'
import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import type { DeclineCode } from '#features/shifts/contract.ts'
import { declineLabels } from '#features/shifts/rules.ts'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { featureApi, isRefusal, messageOf } from '#platform/web/api.ts'
import { FormFooter } from '#ui/FormFooter.tsx'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { untilAnswered } from './until-answered.ts'
import type { OpenedRequests, RequestOfLink, requestLinksContract } from '../contract.ts'

const links = featureApi<typeof requestLinksContract>('requestLinks')
const inApp = '/facility/shifts?view=requests'
/** Maximum number of days of a unit that are listed; the others are counted. */
const MAX_DAYS = 10

const useAnswer = () =>
  useMutation({
    mutationFn: (input: Parameters<typeof links.answer.call>[0]) => untilAnswered(input, links.answer.call),
    retry: false,
    meta: { quiet: true },
  })
type Answer = ReturnType<typeof useAnswer>

/** The requests in an email, answered without signing in: opening the page changes nothing, its buttons do. */
export function AnswerRequestsScreen(): ReactNode {
  const [token = ''] = useState(() => takeUrlParam('token'))
  const { mutate, data, error, isPending } = useMutation({
    ...links.open.mutationOptions(),
    retry: false,
    meta: { quiet: true },
  })
  const answer = useAnswer()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ token })
  }, [mutate, token])
  if (error)
    return (
      <Unusable
        title="This link could not be opened"
        // A retry does not change a refusal.
        {...(!isRefusal(error) && { onRetry: () => mutate({ token }), isRetrying: isPending })}
      >
        {messageOf(error)}
      </Unusable>
    )
  if (!data) return <LoadingScreen />
  if (answer.data) return <Done answer={answer} requests={data.requests} />
  if (data.message)
    return (
      <Unusable title={data.needs_sign_in ? 'Sign in first' : 'This link can’t be used'}>
        {data.message}
      </Unusable>
    )
  if (data.requests.length === 0)
    return <Unusable title="Nothing left to answer">These requests were answered or withdrawn.</Unusable>
  return <Requests token={token} opened={data} answer={answer} />
}

type UnusableProps = { title: string; children: string; onRetry?: () => void; isRetrying?: boolean }

function Unusable({ title, children, onRetry, isRetrying = false }: UnusableProps): ReactNode {
  return (
    <AuthFrame title={title}>
      <Stack>
        <Text>{children}</Text>
        {onRetry && (
          <Button onClick={onRetry} loading={isRetrying}>
            Try again
          </Button>
        )}
        <LinkButton href={inApp} {...(onRetry && { variant: 'default' })}>
          Sign in to Placewell
        </LinkButton>
      </Stack>
    </AuthFrame>
  )
}

function Requests({
  token,
  opened,
  answer,
}: {
  token: string
  opened: OpenedRequests
  answer: Answer
}): ReactNode {
  const { requests, school_name: school } = opened
  const [isDeclining, setDeclining] = useState(false)
  const shifts = requests.map(({ id, version }) => ({ id, version }))
  const due = requests
    .filter(({ respond_by: by }) => by !== null)
    .toSorted((a, b) => a.respond_by!.localeCompare(b.respond_by!))[0]
  return (
    <AuthFrame title={`${school ?? 'A school'} requests ${howMany(requests.length, 'shift')}`} width="wide">
      <Stack>
        <Units requests={requests} />
        {due && (
          <Text size="sm" c="dimmed">
            {`Answer by ${formatInstant(due.respond_by!, due.time_zone, 'weekday')}, or the requests expire.`}
          </Text>
        )}
        {answer.error && <Banner kind="warning" live title={messageOf(answer.error)} />}
        {isDeclining ? (
          <Decline
            count={requests.length}
            isSending={answer.isPending}
            onBack={() => setDeclining(false)}
            onDecline={(code) => answer.mutate({ token, shifts, answer: { decision: 'decline', code } })}
          />
        ) : (
          <>
            <Button
              loading={answer.isPending}
              onClick={() => answer.mutate({ token, shifts, answer: { decision: 'approve' } })}
            >
              {requests.length === 1 ? 'Approve' : `Approve all ${requests.length}`}
            </Button>
            <Button variant="default" onClick={() => setDeclining(true)}>
              {requests.length === 1 ? 'Decline…' : `Decline all ${requests.length}…`}
            </Button>
            <LinkButton variant="default" href={inApp}>
              Sign in to answer one by one
            </LinkButton>
          </>
        )}
      </Stack>
    </AuthFrame>
  )
}

/** The requested days, by unit. */
function Units({ requests }: { requests: readonly RequestOfLink[] }): ReactNode {
  const units = [
    ...Map.groupBy(requests, ({ site, unit, title, start_time: start, end_time: end, seats }) =>
      [[unit, site].filter(Boolean).join(', '), title, clockRange(start, end), howMany(seats, 'seat')]
        .filter(Boolean)
        .join(' · '),
    ),
  ]
  return units.map(([unit, days]) => (
    <section key={unit} aria-label={unit}>
      <Text fw={600}>{unit}</Text>
      <ul>
        {days.slice(0, MAX_DAYS).map(({ id, date }) => (
          <li key={id}>{formatDate(date, 'weekday')}</li>
        ))}
        {days.length > MAX_DAYS && <li>{`and ${howMany(days.length - MAX_DAYS, 'more day')}`}</li>}
      </ul>
    </section>
  ))
}

interface DeclineProps {
  count: number
  isSending: boolean
  onBack: () => void
  onDecline: (code: DeclineCode) => void
}

function Decline({ count, isSending, onBack, onDecline }: DeclineProps): ReactNode {
  const [code, setCode] = useState<DeclineCode | ''>('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (code) onDecline(code)
      }}
    >
      <Stack>
        <NativeSelect
          label="Reason"
          description="The school sees it. Sign in to write a note."
          required
          data={[
            { value: '', label: 'Choose a reason' },
            ...Object.entries(declineLabels).map(([value, label]) => ({ value, label })),
          ]}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value as DeclineCode | '')}
        />
        <FormFooter>
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" loading={isSending} disabled={!code}>
            {count === 1 ? 'Decline' : `Decline all ${count}`}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}

/** The result for each request: refused ones stay open, with the reason. */
function Done({ answer, requests }: { answer: Answer; requests: readonly RequestOfLink[] }): ReactNode {
  const { done, refused } = answer.data!
  const decision = answer.variables?.answer.decision === 'decline' ? 'declined' : 'approved'
  const dayOf = new Map(requests.map(({ id, date }) => [id, formatDate(date, 'weekday')]))
  return (
    <AuthFrame title={done > 0 ? `${howMany(done, 'shift')} ${decision}` : 'Nothing was changed'}>
      <Stack>
        {done > 0 && <Text>The school was notified. You can close this page.</Text>}
        {refused.length > 0 && (
          <Banner kind="warning" live title={`${howMany(refused.length, 'shift')} not ${decision}`}>
            <ul>
              {refused.slice(0, MAX_DAYS).map(({ id, message }) => (
                <li key={id}>{`${dayOf.get(id) ?? 'A shift'}: ${message}`}</li>
              ))}
              {refused.length > MAX_DAYS && <li>{`and ${refused.length - MAX_DAYS} more`}</li>}
            </ul>
          </Banner>
        )}
        {refused.length > 0 && <LinkButton href={inApp}>Sign in to Placewell</LinkButton>}
      </Stack>
    </AuthFrame>
  )
}
