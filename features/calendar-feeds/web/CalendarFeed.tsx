import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarPlus, IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Role } from '#core/roles.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { CalendarFeed as Feed } from '../contract.ts'
import { addLinks } from '../rules.ts'
import { calendarFeeds } from './queries.ts'

type FeedRole = Exclude<Role, 'superadmin'>

/**
 * What the calendar of each role contains; administrators see all shifts of
 * their school or facility, so theirs covers two months ahead.
 */
const contents: Record<FeedRole, { title: string; what: string }> = {
  student: { title: 'Your shifts in your calendar', what: 'your shifts' },
  proctor: { title: 'Your shifts in your calendar', what: 'your shifts' },
  facility_admin: {
    title: 'Shifts in your calendar',
    what: 'the agreed shifts on your units (the next 60 days) and the shifts you lead as a preceptor',
  },
  school_admin: { title: 'Shifts in your calendar', what: 'your school’s agreed shifts (the next 60 days)' },
  school_super_admin: {
    title: 'Shifts in your calendar',
    what: 'your school’s agreed shifts (the next 60 days)',
  },
}

/** A person's shifts in their own calendar, for a profile page: a private address, shown once, renewed and turned off. */
export function CalendarFeed({ role }: { role: FeedRole }): ReactNode {
  const { hash } = useLocation()
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => (hash === 'calendar' && section.current ? keepInView(section.current) : undefined), [hash])
  const query = useQuery(calendarFeeds.get.queryOptions())
  const touches = [calendarFeeds.key()]
  const renew = useMutation({
    ...calendarFeeds.renew.mutationOptions(),
    // A second attempt would disable the address that the first created.
    retry: false,
    meta: { failed: 'The address couldn’t be created', touches },
  })
  const revoke = useMutation({
    ...calendarFeeds.revoke.mutationOptions(),
    onSuccess: () => renew.reset(),
    meta: { done: 'Calendar address turned off', failed: 'The address couldn’t be turned off', touches },
  })
  const [askToRenew, renewing] = useAction({
    label: 'Make a new address',
    ask: () => ({
      title: 'Make a new address?',
      body: 'Your current address stops working right away. Give the new one to every calendar that uses it.',
    }),
    run: () => renew.mutateAsync(undefined),
    tellsFailure: true,
  })
  const [askToRevoke, revoking] = useAction({
    label: 'Turn off',
    danger: true,
    ask: () => ({
      title: 'Turn off link?',
      body: 'Calendars that use it stop updating. You can make a new address at any time.',
    }),
    run: () => revoke.mutateAsync(undefined),
    tellsFailure: true,
  })
  return (
    <div ref={section} style={{ scrollMarginTop: 72 }}>
      <PageSection
        title={contents[role].title}
        description={`Google, Apple and Outlook calendars read ${contents[role].what} from a private address and follow every change.`}
      >
        <Loaded
          query={query}
          skeleton={<Skeletons shape="text" />}
          failedTitle="Your calendar address couldn’t be loaded"
          isEmpty={() => false}
        >
          {({ feed }) => (
            <Stack gap="md" align="flex-start">
              {renew.data && <Address url={renew.data.url} />}
              {feed && <Standing feed={feed} />}
              <Group gap="sm">
                {feed ? (
                  <>
                    <Button variant="default" loading={renew.isPending} onClick={() => askToRenew({})}>
                      Make a new address
                    </Button>
                    <Button
                      variant="subtle"
                      color="red"
                      loading={revoke.isPending}
                      onClick={() => askToRevoke({})}
                    >
                      Turn off
                    </Button>
                  </>
                ) : (
                  <Button
                    leftSection={<IconLink size={18} aria-hidden />}
                    loading={renew.isPending}
                    onClick={() => renew.mutate(undefined)}
                  >
                    Create calendar link
                  </Button>
                )}
              </Group>
            </Stack>
          )}
        </Loaded>
        {renewing}
        {revoking}
      </PageSection>
    </div>
  )
}

/** Keeps a section in view while the sections above it load, until the reader does something; returns a function that ends it. */
function keepInView(node: HTMLElement): () => void {
  const watch = new ResizeObserver(() => node.scrollIntoView({ block: 'start' }))
  const done = new AbortController()
  const end = () => {
    watch.disconnect()
    done.abort()
  }
  for (const event of ['wheel', 'pointerdown', 'keydown'])
    window.addEventListener(event, end, { passive: true, signal: done.signal })
  watch.observe(document.body)
  return end
}

function Standing({ feed }: { feed: Feed }): ReactNode {
  return (
    <Text size="sm" c="dimmed">
      Your address was made <RelativeTime value={feed.created_at} />
      {feed.last_read_at ? (
        <>
          ; a calendar last read it <RelativeTime value={feed.last_read_at} />.
        </>
      ) : (
        '; no calendar has read it yet.'
      )}
    </Text>
  )
}

const calendarNames = { google: 'Google', apple: 'Apple', outlook: 'Outlook' }

function Address({ url }: { url: string }): ReactNode {
  const links = addLinks(url)
  return (
    <Stack gap="sm" w="100%">
      <Banner kind="success" live>
        This link is shown only once. Anyone with it can see these shifts, so keep it private.
      </Banner>
      <TextInput
        label="Private calendar address"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy address'}
            </Button>
          )}
        </CopyButton>
        {(['google', 'apple', 'outlook'] as const).map((one) => (
          <Button
            key={one}
            component="a"
            href={links[one]}
            {...(one !== 'apple' && { target: '_blank', rel: 'noreferrer' })}
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
          >
            {`Add to ${calendarNames[one]}`}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
