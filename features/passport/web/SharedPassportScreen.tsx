import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import type { SharedPassport } from '../contract.ts'
import { passport } from './queries.ts'

/** The page of a shared passport's link, for anyone who has it: the document, or why it can't be read and what to do. */
export function SharedPassportScreen(): ReactNode {
  const [token = ''] = useState(() => takeUrlParam('token'))
  const { data, error, refetch, isFetching } = useQuery({
    ...passport.look.queryOptions({ input: { token } }),
    retry: false,
    staleTime: 0,
  })
  if (error && isRefusal(error))
    return (
      <Over title="We can’t find this passport">
        The link may be incomplete. Copy all of it from the message you got, or ask the student for a new
        link.
      </Over>
    )
  if (error)
    return (
      <AuthFrame title="We couldn’t open this link">
        <Stack>
          <Text>{messageOf(error)}</Text>
          <Button onClick={() => void refetch()} loading={isFetching}>
            Try again
          </Button>
        </Stack>
      </AuthFrame>
    )
  if (!data) return <LoadingScreen />
  return <Passport token={token} found={data} />
}

function Passport({ token, found }: { token: string; found: SharedPassport }): ReactNode {
  switch (found.state) {
    case 'revoked':
      return (
        <Over title="This link was turned off">
          The student turned it off, so the passport can no longer be read. Ask them for a new link.
        </Over>
      )
    case 'ended':
      return (
        <Over title="This link has ended">
          {`It was open until ${formatDate(found.ends_on, 'long')}. Ask the student for a new link.`}
        </Over>
      )
    case 'open':
      return (
        <AuthFrame title="Credential passport">
          <Stack>
            <KeyValue
              items={[
                { label: 'Student', value: found.holder },
                { label: 'Open until', value: formatDate(found.ends_on, 'long') },
              ]}
            />
            <Button component="a" href={`/api/passports/${token}.pdf`} download fullWidth>
              Download PDF
            </Button>
            <Text size="sm" c="dimmed">
              Shows the student’s credentials as they were when the link was made. The student sees when it is
              downloaded.
            </Text>
          </Stack>
        </AuthFrame>
      )
  }
}

function Over({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <AuthFrame title={title}>
      <Stack>
        <Text>{children}</Text>
        <LinkButton href="/login" variant="default">
          Sign in to Placewell
        </LinkButton>
      </Stack>
    </AuthFrame>
  )
}
