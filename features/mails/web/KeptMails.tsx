import { Anchor, SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { Pager } from '#ui/Pager.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { KeptMail } from '../contract.ts'
import { linked } from '../rules.ts'
import { mails } from './queries.ts'
import classes from './EmailTestScreen.module.css'

const PAGE_SIZE = 20
const EVERY_MS = 5_000

const filters: Filters<{ search: string }> = { search: searchText('Search by address', { param: 'q' }) }

/** Lists the mails kept because there is no mail server, with working links. */
export function KeptMails(): ReactNode {
  const list = useList(filters, { sorts: ['created_at'], hasOwnOrder: true, pageSize: PAGE_SIZE })
  const [{ mail }] = useSearchParams({ mail: idParam })
  const hrefOf = useUrlWith('mail')
  const query = useQuery({
    ...mails.listKept.queryOptions({
      input: list.input,
      placeholderData: keepPreviousData,
    }),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: EVERY_MS,
  })
  return (
    <Page
      title="Kept emails"
      description="Without a mail server, Placewell keeps the emails it would have sent, so that you can try their links."
      query={query}
      isEmpty={({ open }) => !open}
      empty={{ title: 'Nothing to see here', description: 'Emails go to the people they are for.' }}
    >
      {({ rows, total }) => (
        <div className={classes.columns}>
          <PageSection title="Inbox" look="plain">
            <Stack gap="md">
              <ListFilters list={list} hasViews={false} />
              {rows.length === 0 ? (
                <p className={classes.none}>
                  {list.isNarrowed ? 'No emails match this address.' : 'No emails yet.'}
                </p>
              ) : (
                <ul className={classes.list}>
                  {rows.map((row) => (
                    <MailLink key={row.id} mail={row} isOpen={row.id === mail} href={hrefOf(row.id)} />
                  ))}
                </ul>
              )}
              {total > PAGE_SIZE && (
                <Pager
                  page={list.page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  label="Kept emails"
                  onPageChange={list.toPage}
                />
              )}
            </Stack>
          </PageSection>
          {mail ? (
            <MailView key={mail} id={mail} />
          ) : (
            rows.length > 0 && <p className={classes.none}>Choose an email to read it.</p>
          )}
        </div>
      )}
    </Page>
  )
}

function MailLink({ mail, isOpen, href }: { mail: KeptMail; isOpen: boolean; href: string }): ReactNode {
  return (
    <li>
      <Link href={href} className={classes.mail} aria-current={isOpen || undefined}>
        <span className={classes.subject}>{mail.subject}</span>
        <span className={classes.to}>{mail.to_address}</span>
        <span className={classes.time}>
          <RelativeTime value={mail.created_at} />
        </span>
      </Link>
    </li>
  )
}

function MailView({ id }: { id: string }): ReactNode {
  const [look, setLook] = useState('text')
  const query = useQuery(mails.getKept.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failedTitle="The email couldn’t be loaded">
      {(mail) => (
        <PageSection
          title={mail.subject}
          actions={
            <SegmentedControl
              aria-label="Show as"
              size="xs"
              value={look}
              onChange={setLook}
              data={[
                { value: 'text', label: 'Text' },
                { value: 'html', label: 'HTML' },
              ]}
            />
          }
        >
          <KeyValue
            items={[
              { label: 'To', value: mail.to_address },
              { label: 'Kind', value: mail.kind.replaceAll('_', ' ') },
            ]}
          />
          {look === 'text' ? (
            <pre className={classes.text}>
              {linked(mail.body_text).map(({ text, href }, index) =>
                // oxlint-disable-next-line no-array-index-key -- the pieces of one unchanging text
                href ? (
                  <Anchor key={index} href={href}>
                    {text}
                  </Anchor>
                ) : (
                  text
                ),
              )}
            </pre>
          ) : (
            // No scripts, forms or cookies inside; links open in a new window.
            <iframe
              className={classes.html}
              title={`The email “${mail.subject}” as HTML`}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              srcDoc={`<base target="_blank">${mail.body_html}`}
            />
          )}
        </PageSection>
      )}
    </Loaded>
  )
}
